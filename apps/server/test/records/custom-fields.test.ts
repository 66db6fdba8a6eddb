/** Custom fields by HTTP: found, mapped, shown, filtered, sorted, mapped again, also while a sync runs, and erased. */
import { Connector, Page, Read, Wire } from "@svc/core"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Service from "../support/Service.ts"
import * as SmallConnector from "../support/SmallConnector.ts"

interface Item {
  readonly id: string
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
  readonly extra?: unknown
}
/** The platform: items by the key of the account. */
const accounts = new Map<string, Array<Item>>()
/** Answers of the second page wait for this. */
let gate: Promise<void> = Promise.resolve()
let reached = () => {}
const platform = createServer((request, response) => {
  const url = new URL(request.url!, "http://platform")
  const all = accounts.get(String(request.headers["authorization"])) ?? []
  const page = Number(url.searchParams.get("page") ?? 1)
  const answer = () =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: url.pathname === "/contacts" ? all.slice((page - 1) * 2, page * 2) : [] }))
  if (page === 2) {
    reached()
    void gate.then(answer)
  } else answer()
})
const made = (id: string) =>
  SmallConnector.make(id, {
    limits: SmallConnector.unlimited,
    reads: {
      CONTACTS: Connector.read("CONTACTS", {
        path: "/contacts",
        page: Page.numbered({ size: 2 }),
        items: "data",
        item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
        deletes: Read.never("Nothing is deleted"),
        map: ({ id, name }) => ({ platform_id: id, name })
      }),
      CURRENCIES: SmallConnector.currencies(Page.single)
    }
  })

let service: Service.Service
const ok = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await service.call(method, path, body, headers)
  assert.strictEqual(answer.status, 200, `${method} ${path}: ${answer.text}`)
  return answer.body
}
const refused = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await service.call(method, path, body, headers)
  return [answer.status, answer.body.error?.field, answer.body.error?.message] as const
}
interface Connected {
  readonly company: number
  readonly connection: number
  readonly account: string
}
const ended = (id: number) =>
  Service.until(
    () => ok("GET", `/v3/core/syncs/${id}`),
    ({ data }) => data.finished_at !== null
  )
const sync = async ({ company, connection }: Connected, body: object = {}) => {
  const { data } = await ok("POST", "/v3/core/syncs", { company_id: company, connection_id: connection, ...body })
  return ended(data.svc_id)
}
const connect = async (account: string, items: ReadonlyArray<Item>, integration = "SMALL"): Promise<Connected> => {
  accounts.set(account, [...items])
  const company = (await ok("POST", "/v3/core/companies", { name: account })).data.svc_id
  const { data } = await ok("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: integration,
    credentials: { api_key: account },
    settings: {}
  })
  const syncs = await ok("GET", "/v3/core/syncs?limit=1000")
  await ended(syncs.data.find((own: any) => own.connection_id === data.svc_id).svc_id)
  return { company, connection: data.svc_id, account }
}
const mapping = (members: object) =>
  ok("POST", "/v3/core/field_mappings", {
    integration_type: "SMALL",
    data_model: "CONTACTS",
    type: "text",
    ...members
  }).then(({ data }) => data)
const applied = (id: number) =>
  Service.until(
    () => ok("GET", `/v3/core/field_mappings/${id}`),
    ({ data }) => data.status === "APPLIED"
  )
/** When every job of mapping again that there is has ended. */
const settled = () =>
  Service.until(
    () =>
      service.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ n: number }>`select count(*)::int as n from pgboss.job
            where name in ('field-mappings', 'remap') and state in ('created', 'retry', 'active')`
        )
      ),
    ([row]) => row!.n === 0
  )
const list = async ({ company }: Pick<Connected, "company">, query = "") =>
  (await ok("GET", `/v3/accounting/contacts?svc_company_id[eq]=${company}${query}`)).data as ReadonlyArray<any>
const values = async (of: Connected, name: string, query = "") =>
  (await list(of, query)).map(({ custom_fields }) => custom_fields?.[name] ?? null)
const item = (id: number, attributes: Readonly<Record<string, unknown>>, extra?: unknown): Item => ({
  id: String(id),
  name: `Contact ${id}`,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  ...(extra === undefined ? {} : { extra })
})
const count = (text: string) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ n: number }>(text))).then(([row]) => row!.n)
/** Clears the mappings of a test. */
const clear = async () => {
  for (const { svc_id } of (await ok("GET", "/v3/core/field_mappings?limit=1000")).data) {
    await ok("DELETE", `/v3/core/field_mappings/${svc_id}`)
  }
  await settled()
}

beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  service = await Service.start(
    { SVC_SMALL_BASE_URL: url, SVC_OTHER_BASE_URL: url, SVC_MAX_FIELD_MAPPINGS: "12" },
    { connectors: [made("SMALL"), made("OTHER")] }
  )
  await ok("POST", "/v3/core/webhooks", {
    name: "all",
    type: "DATA_MODEL_CHANGES",
    url: "http://127.0.0.1:9/nobody",
    headers: {},
    operations: [],
    data_models: []
  })
})
afterAll(async () => {
  await service?.stop()
  await new Promise((resolve) => platform.close(resolve))
})

it("finds what platforms answer, says what is read already, and maps it", async () => {
  const one = await connect("found", [
    item(1, { region: "North", score: 4 }, { since: "2026-01-31", tags: ["a"] }),
    item(2, { region: "South" }),
    item(3, { score: 7 }, { since: "2026-02-01", tags: ["b", "c"] })
  ])
  const { data } = await ok("GET", `/v3/core/connections/${one.connection}/custom_fields?data_model=CONTACTS`)
  assert.strictEqual(data.items, 3)
  assert.isTrue(data.is_complete)
  const found = Object.fromEntries(data.fields.map(({ path, ...own }: any) => [path, own]))
  assert.deepInclude(found["name"], { types: ["text"], count: 3, is_read: true, suggested_type: "text" })
  const region = "attributes[key=region].value"
  assert.deepEqual(found[region], {
    types: ["text"],
    count: 2,
    example: "South",
    suggested_type: "text",
    is_read: false,
    field_mapping_id: null
  })
  assert.deepInclude(found["attributes[key=score].value"], { types: ["number"], suggested_type: "number", count: 2 })
  assert.deepInclude(found["extra.since"], { suggested_type: "date", count: 2, is_read: false })
  assert.deepInclude(found["extra.tags"], { types: ["list"], suggested_type: "texts" })
  // Each is mapped as it was suggested, and shows what is there.
  const created = []
  for (const [index, path] of [region, "attributes[key=score].value", "extra.since", "extra.tags"].entries()) {
    created.push(await mapping({ name: `field_${index}`, path, type: found[path].suggested_type }))
  }
  for (const { svc_id } of created) await applied(svc_id)
  assert.deepEqual(
    (await list(one)).map(({ custom_fields }) => custom_fields),
    [
      { field_0: "North", field_1: 4, field_2: "2026-01-31", field_3: ["a"] },
      { field_0: "South" },
      { field_1: 7, field_2: "2026-02-01", field_3: ["b", "c"] }
    ]
  )
  const again = await ok("GET", `/v3/core/connections/${one.connection}/custom_fields?data_model=CONTACTS`)
  assert.strictEqual(again.data.fields.find(({ path }: any) => path === region).field_mapping_id, created[0]!.svc_id)
  await clear()
  assert.isTrue((await list(one)).every((record) => !("custom_fields" in record)))
})

it("touches only records in which something changes, and tells of those", async () => {
  const one = await connect("changes", [item(1, { region: "North" }), item(2, {}), item(3, { region: "" })])
  const before = await list(one)
  const events = () => count(`select count(*)::int as n from event where connection_id = ${one.connection}`)
  const told = await events()
  const { svc_id } = await mapping({ name: "region", path: "attributes[key=region].value" })
  await applied(svc_id)
  const after = await list(one)
  assert.deepEqual(
    after.map((record, index) => record.svc_updated_at !== before[index].svc_updated_at),
    [true, false, false]
  )
  assert.deepEqual(after.slice(1), before.slice(1))
  assert.strictEqual(await events(), told + 1)
  // A sync that brings the same finds nothing new, and one that brings more maps it on its way in.
  accounts.get(one.account)!.push(item(4, { region: "East" }))
  await sync(one, { full_sync: true })
  assert.deepEqual(await values(one, "region"), ["North", null, null, "East"])
  assert.strictEqual(await events(), told + 2)
  // Another path, then none: only what differs is told of.
  await ok("PATCH", `/v3/core/field_mappings/${svc_id}`, { path: 'attributes["key"=region].value', name: "area" })
  await applied(svc_id)
  assert.deepEqual(await values(one, "area"), ["North", null, null, "East"])
  assert.strictEqual(await events(), told + 4)
  await ok("PATCH", `/v3/core/field_mappings/${svc_id}`, {})
    .then(() => assert.fail("Nothing was sent."))
    .catch((error: Error) => assert.match(error.message, /missing-params/))
  await clear()
  assert.strictEqual(await events(), told + 6)
})

it("warns of what cannot be read, and forgets the warning with its cause", async () => {
  const one = await connect("warned", [item(1, { score: "four" }), item(2, { score: 5 })])
  const { svc_id } = await mapping({ name: "score", path: "attributes[key=score].value", type: "number" })
  await applied(svc_id)
  assert.deepEqual(await values(one, "score"), [null, 5])
  const warnings = () =>
    service.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<any>`select platform_id, issues from refusal where connection_id = ${one.connection}`
      )
    )
  const [warning, ...others] = await warnings()
  assert.deepEqual(others, [])
  assert.strictEqual(warning.platform_id, "1")
  assert.strictEqual(warning.issues[0].field, "custom_fields.score")
  assert.match(warning.issues[0].message, /attributes\[key=score\]\.value: expected a number, got "four"/)
  await clear()
  assert.deepEqual(await warnings(), [])
})

it("lets a company's own mapping take the place of the organisation's, and gives it back", async () => {
  const one = await connect("own", [item(1, { region: "North", zone: "Z1" })])
  const other = await connect("general", [item(1, { region: "South", zone: "Z2" })])
  const elsewhere = await connect("elsewhere", [item(1, { region: "West" })], "OTHER")
  const general = await mapping({ name: "area", path: "attributes[key=region].value" })
  const own = await mapping({ name: "area", path: "attributes[key=zone].value", company_id: one.company })
  await applied(general.svc_id)
  await applied(own.svc_id)
  const seen = async () => [
    ...(await values(one, "area")),
    ...(await values(other, "area")),
    ...(await values(elsewhere, "area"))
  ]
  assert.deepEqual(await seen(), ["Z1", "South", null])
  // A company that is connected afterwards has it from the first.
  const late = await connect("late", [item(1, { region: "East" })])
  assert.deepEqual(await values(late, "area"), ["East"])
  await ok("DELETE", `/v3/core/field_mappings/${own.svc_id}`)
  await settled()
  assert.deepEqual(await seen(), ["North", "South", null])
  // A key of one company sees its own and those of all, and changes its own alone.
  const key = (
    await ok("POST", "/v3/core/api_keys", { name: "one", scopes: ["read", "admin"], company_id: one.company })
  ).data.secret
  const mine = { api_key: key }
  const theirs = await mapping({ name: "theirs", path: "a", company_id: other.company })
  const ids = (await ok("GET", "/v3/core/field_mappings", undefined, mine)).data.map(({ svc_id }: any) => svc_id)
  assert.deepEqual(ids, [general.svc_id])
  assert.strictEqual((await refused("GET", `/v3/core/field_mappings/${theirs.svc_id}`, undefined, mine))[0], 404)
  assert.strictEqual((await refused("DELETE", `/v3/core/field_mappings/${general.svc_id}`, undefined, mine))[0], 403)
  const body = { integration_type: "SMALL", data_model: "CONTACTS", name: "x", path: "x", type: "text" }
  assert.strictEqual((await refused("POST", "/v3/core/field_mappings", body, mine))[0], 403)
  const foreign = { ...body, company_id: other.company }
  assert.strictEqual((await refused("POST", "/v3/core/field_mappings", foreign, mine))[0], 404)
  assert.strictEqual(
    (await service.call("GET", "/v3/accounting/contacts?custom_fields.theirs[eq]=a", undefined, mine)).status,
    400
  )
  await clear()
})

it("filters, sorts, pages and shapes by custom fields of every type", async () => {
  const items = [
    item(1, { region: "North", score: 10, due: "2026-03-01", at: "2026-03-01T10:00:00Z", vip: true, tags: ["a", "b"] }),
    item(2, { region: "South", score: 9, due: "2026-01-01", at: "2026-01-01T10:00:00Z", vip: false, tags: [] }),
    item(3, { region: "north", score: 2.5, due: "2026-02-01", at: "2026-02-01T10:00:00Z", vip: "yes", tags: ["b"] }),
    item(4, {}),
    item(5, { region: "Éast", score: -1 })
  ]
  const one = await connect("lists", items)
  const types = { region: "text", score: "number", due: "date", at: "datetime", vip: "boolean", tags: "texts" }
  const all = []
  for (const [name, type] of Object.entries(types)) {
    all.push(await mapping({ name, type, path: `attributes[key=${name}].value` }))
  }
  for (const { svc_id } of all) await applied(svc_id)
  const which = async (query: string) => (await list(one, `&${query}`)).map(({ platform_id }) => platform_id).join("")
  const f = (name: string) => `custom_fields.${name}`
  for (const [query, expected] of [
    [`${f("region")}[eq]=North`, "1"],
    [`${f("region")}[icontains]=NORTH`, "13"],
    [`${f("region")}[is_null]=true`, "4"],
    [`${f("region")}[nin]=North,South`, "345"],
    [`${f("score")}[gte]=9`, "12"],
    [`${f("score")}[lt]=9`, "35"],
    [`${f("due")}[lte]=2026-02-01`, "23"],
    [`${f("at")}[gt]=2026-02-01T10:00:00Z`, "1"],
    [`${f("vip")}[eq]=true`, "13"],
    [`${f("tags")}[contains]=b`, "13"],
    [`${f("tags")}[is_null]=true`, "245"],
    [`custom_fields[is_null]=true`, "4"],
    [`sort[${f("score")}]=ASC`, "53214"],
    [`sort[${f("score")}]=DESC`, "12354"],
    [`sort[${f("region")}]=ASC&sort[svc_id]=DESC`, "12354"],
    [`sort[${f("due")}]=DESC&${f("vip")}[is_null]=false`, "132"]
  ] as const) {
    assert.strictEqual(await which(query), expected, query)
  }
  // Cursors carry the sort, both ways.
  let next = ""
  let walked = ""
  let back: string | null = null
  do {
    const page: any = await ok(
      "GET",
      `/v3/accounting/contacts?limit=2&svc_company_id[eq]=${one.company}&${next === "" ? `sort[${f("score")}]=DESC` : `next=${next}`}`
    )
    walked += page.data.map(({ platform_id }: any) => platform_id).join("")
    next = page.next
    back = page.prev
  } while (next !== null)
  assert.strictEqual(walked, "12354")
  const before = await ok("GET", `/v3/accounting/contacts?limit=2&svc_company_id[eq]=${one.company}&prev=${back}`)
  assert.strictEqual(before.data.map(({ platform_id }: any) => platform_id).join(""), "35")
  // Shapes.
  const shaped = await list(one, `&fields=platform_id,${f("region")}&limit=1`)
  assert.deepEqual(shaped, [{ platform_id: "1", custom_fields: { region: "North" } }])
  const [first] = await list(one, "&limit=1")
  assert.deepEqual((await ok("GET", `/v3/accounting/contacts/${first.svc_id}?fields=${f("score")}`)).data, {
    custom_fields: { score: 10 }
  })
  for (const [query, message] of [
    [`${f("regio")}[eq]=North`, /not a field of CONTACTS.*custom_fields\.region/],
    [`${f("score")}[eq]=many`, /expected a number/],
    [`${f("tags")}[eq]=a`, /no single value/],
    [`sort[${f("tags")}]=ASC`, /cannot be sorted by it/],
    [`fields=${f("nothing")}`, /not a member of CONTACTS/]
  ] as const) {
    const [status, , said] = await refused("GET", `/v3/accounting/contacts?${query}`)
    assert.strictEqual(status, 400, query)
    assert.match(said, message)
  }
  await clear()
  assert.strictEqual((await refused("GET", `/v3/accounting/contacts?${f("region")}[eq]=North`))[0], 400)
})

it("is not undone by a sync that began before it, nor undoes what that brings", async () => {
  const one = await connect(
    "racing",
    [1, 2, 3, 4].map((id) => item(id, { region: `R${id}` }))
  )
  let open = () => {}
  gate = new Promise((resolve) => (open = resolve))
  const halfway = new Promise<void>((resolve) => (reached = resolve))
  const begun = await ok("POST", "/v3/core/syncs", {
    company_id: one.company,
    connection_id: one.connection,
    full_sync: true
  })
  await halfway
  // The sync knows of no mapping and has its second page before it; the stored items are mapped meanwhile.
  const { svc_id } = await mapping({ name: "region", path: "attributes[key=region].value" })
  await applied(svc_id)
  assert.deepEqual(await values(one, "region"), ["R1", "R2", "R3", "R4"])
  open()
  await ended(begun.data.svc_id)
  assert.deepEqual(await values(one, "region"), ["R1", "R2", "R3", "R4"])
  // The other way round: a sync with a mapping that is gone by the time it stores.
  accounts.set(
    one.account,
    [1, 2, 3, 4].map((id) => item(id, { region: `S${id}` }))
  )
  gate = new Promise((resolve) => (open = resolve))
  const again = new Promise<void>((resolve) => (reached = resolve))
  const late = await ok("POST", "/v3/core/syncs", {
    company_id: one.company,
    connection_id: one.connection,
    full_sync: true
  })
  await again
  await clear()
  open()
  await ended(late.data.svc_id)
  assert.isTrue((await list(one)).every((record) => !("custom_fields" in record)))
})

it("refuses what is none, names what is wrong, and holds to its bounds", async () => {
  const body = { integration_type: "SMALL", data_model: "CONTACTS", name: "a", path: "a", type: "text" }
  const { svc_id } = await mapping({ name: "a", path: "a" })
  for (const [members, status, field] of [
    [{ name: "1a" }, 400, "name"],
    [{ name: "a.b" }, 400, "name"],
    [{ name: "tax_number" }, 400, "name"],
    [{ path: "a[" }, 400, "path"],
    [{ path: "a".repeat(501) }, 400, "path"],
    [{ type: "money" }, 400, "type"],
    [{ integration_type: "SMAL" }, 400, "integration_type"],
    [{ data_model: "BILLS" }, 422, "data_model"],
    [{ company_id: 999_999_999 }, 404, "company_id"],
    [{}, 409, "name"],
    // One name is one type, wherever it is used.
    [{ integration_type: "OTHER", type: "number" }, 409, "type"]
  ] as const) {
    const [answered, at, message] = await refused("POST", "/v3/core/field_mappings", { ...body, ...members })
    assert.deepEqual([answered, at], [status, field], `${JSON.stringify(members)}: ${message}`)
  }
  assert.strictEqual((await refused("PATCH", `/v3/core/field_mappings/${svc_id}`, { path: "]" }))[1], "path")
  for (let index = 1; index < 12; index++) await mapping({ name: `n${index}`, path: "a" })
  const [status, , message] = await refused("POST", "/v3/core/field_mappings", { ...body, name: "one_more" })
  assert.strictEqual(status, 409)
  assert.match(message, /at most 12 \(SVC_MAX_FIELD_MAPPINGS\)/)
  const page = await ok("GET", "/v3/core/field_mappings?limit=5")
  assert.lengthOf((await ok("GET", `/v3/core/field_mappings?limit=5&next=${page.next}`)).data, 5)
  await clear()
  assert.strictEqual((await refused("GET", `/v3/core/field_mappings/${svc_id}`))[0], 404)
  const acts = (await ok("GET", "/v3/core/audit_events?limit=1000")).data.filter(
    ({ target_id }: any) => target_id === String(svc_id)
  )
  assert.deepEqual(
    acts.map(({ action }: any) => action),
    ["FIELD_MAPPING_CREATED", "FIELD_MAPPING_DELETED"]
  )
})

it("goes with its company, and leaves the others what they have", async () => {
  const one = await connect("erased", [item(1, { region: "North" })])
  const other = await connect("staying", [item(1, { region: "South" })])
  const own = await mapping({ name: "secret_name", path: "attributes[key=region].value", company_id: one.company })
  const general = await mapping({ name: "region", path: "attributes[key=region].value" })
  await applied(own.svc_id)
  await applied(general.svc_id)
  await ok("DELETE", `/v3/core/companies/${one.company}`)
  assert.strictEqual((await refused("GET", `/v3/core/field_mappings/${own.svc_id}`))[0], 404)
  assert.strictEqual(await count(`select count(*)::int as n from field_mapping where name = 'secret_name'`), 0)
  assert.deepEqual(await values(other, "region"), ["South"])
  await clear()
})
