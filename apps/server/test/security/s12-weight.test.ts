/**
 * S12: nobody takes more of the service than its limits allow, whatever they send: too many bytes, lists that are too long,
 * bodies that never end, answers that nobody takes. Each refusal names the limit and the setting that moves it, and an
 * endpoint that is added tomorrow is held to the same.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Config from "../../src/Config.ts"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { scopes } from "../../src/http/Caller.ts"
import * as ClientErrors from "../../src/http/ClientErrors.ts"
import * as Rates from "../../src/http/Rates.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import { sharedOf } from "../../src/http/Room.ts"
import type { Limit } from "../../src/Limits.ts"
import * as Document from "../http/Document.ts"
import * as Places from "../support/Places.ts"
import * as Raw from "../support/RawHttp.ts"
import * as Service from "../support/Service.ts"

const few = {
  SVC_MAX_BODY_BYTES: "200000",
  SVC_MAX_MANAGEMENT_BODY_BYTES: "100000",
  SVC_MAX_INBOUND_BODY_BYTES: "300000",
  SVC_MAX_FORM_BYTES: "70000",
  SVC_MAX_OPEN_BODIES_BYTES: "400000",
  SVC_MAX_BODY_VALUES: "5000",
  SVC_MAX_BATCH_ITEMS: "50",
  SVC_MAX_LIST_ITEMS: "40",
  SVC_MAX_TEXT_LENGTH: "2000",
  SVC_MAX_REQUESTS_PER_KEY: "1500",
  SVC_MAX_NAME_LENGTH: "100",
  SVC_MAX_FAULTS: "10",
  SVC_MAX_FILTERS: "5",
  SVC_MAX_FILTER_VALUES: "4",
  SVC_MAX_SORTS: "2",
  SVC_MAX_URL_BYTES: "2048",
  SVC_MAX_WEBHOOKS: "3",
  SVC_MAX_BODIES_BYTES: "300000",
  SVC_MAX_ANSWERS_BYTES: "32000000",
  SVC_SEND_SECONDS: "120"
}

let service: Service.Service
let document: Document.Document
beforeAll(async () => {
  service = await Service.start(few)
  document = await Document.read(service)
})
afterAll(() => service.stop())

interface Refusal {
  readonly code: string
  readonly message: string
  readonly details: ReadonlyArray<{ readonly message: string; readonly field: string | null }>
}
const refusalOf = (answer: Service.Answer): Refusal => answer.body.error
/** Those of JSON; a file has a limit of its own (`http/documents`). */
const bodies = () => document.operations.filter(({ op }) => op.requestBody?.content["application/json"] !== undefined)
/** Those that are sent: writes of all models pass one door, so that those of one in each category stand for them. */
const sent = () => {
  const shown = ["/v3/accounting/bills", "/v3/payments/customers", "/v3/ecommerce/orders", "/v3/crm/deals"]
  return bodies().filter(({ path }) => shown.includes(Document.modelPathOf(path) ?? shown[0]!))
}
const schemaOf = (op: any) => document.deref(op.requestBody.content["application/json"].schema)
const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, "1")
/** What a passthrough carries is the platform's to judge. */
const isForwarded = (path: string, place: string) => path === "/passthrough" && place.startsWith("data.data")

const placesOf = (op: any) => Places.all(document.deref, schemaOf(op))
const typesOf = (schema: any): ReadonlyArray<string> => [schema.type ?? []].flat()

describe("every body of the interface", () => {
  it("says in the document how long each list and text may be", () => {
    const faults = bodies().flatMap(({ op, path }) =>
      placesOf(op).flatMap(([at, schema]) => {
        const place = Places.nameOf(at)
        if (isForwarded(path, place)) return []
        const closed = schema.enum !== undefined || schema.const !== undefined
        return [
          ...(typesOf(schema).includes("array") && schema.maxItems === undefined ? [`${path} ${place} maxItems`] : []),
          ...(typesOf(schema).includes("string") && !closed && schema.maxLength === undefined
            ? [`${path} ${place} maxLength`]
            : [])
        ]
      })
    )
    expect(faults).toEqual([])
    expect(bodies().length).toBeGreaterThan(15)
  })
  it("is refused when it has too many bytes, with the limit and its setting", async () => {
    for (const { method, path } of sent()) {
      const isLarge =
        path === "/passthrough" || path.startsWith("/accounting/") || Document.modelPathOf(path) !== undefined
      const setting = isLarge ? "SVC_MAX_BODY_BYTES" : "SVC_MAX_MANAGEMENT_BODY_BYTES"
      const answer = await service.call(method, addressOf(path), `{"name":"${"x".repeat(Number(few[setting]))}"}`)
      expect(answer.status, `${method} ${path}`).toBe(413)
      expect(refusalOf(answer).message, path).toBe(`The body is larger than ${few[setting]} bytes (${setting}).`)
    }
  })
  it("is refused when a list of it is too long, whichever, by its name", async () => {
    let lists = 0
    for (const { method, op, path } of sent()) {
      for (const [at, schema] of placesOf(op)) {
        const place = Places.nameOf(at)
        if (!typesOf(schema).includes("array") || isForwarded(path, place)) continue
        lists++
        // Wrong words, which would each be given a hint.
        const words = Array.from({ length: 51 }, (_, at) => `NO_SUCH_WORD_${at}`)
        const answer = await service.call(method, addressOf(path), Places.bodyWith(at, JSON.stringify(words)))
        const isBatch = schema.maxItems === Number(few.SVC_MAX_BATCH_ITEMS)
        const setting = isBatch ? "SVC_MAX_BATCH_ITEMS" : "SVC_MAX_LIST_ITEMS"
        expect(answer.status, `${method} ${path} ${place} ${answer.text}`).toBe(400)
        const field = place.replaceAll("[]", "[0]")
        expect(refusalOf(answer).details, `${path} ${place}`).toContainEqual({
          code: "invalid-params",
          message:
            isBatch && method === "PUT"
              ? expect.stringContaining("exactly one item")
              : expect.stringContaining(`at most ${schema.maxItems} (${setting})`),
          field
        })
      }
    }
    expect(lists).toBeGreaterThan(15)
  })
  it("is refused when it holds too many values, members, or characters, or lies too deep", async () => {
    for (const { method, path } of sent()) {
      const call = (body: unknown) => service.call(method, addressOf(path), body)
      const values = await call(`{"data":{"data":[${"0,".repeat(6000)}0]}}`)
      expect([values.status, refusalOf(values).message], path).toEqual([
        400,
        "The body holds more than 5000 values (SVC_MAX_BODY_VALUES)."
      ])
      const deep = await call(`{"data":${"[".repeat(70)}${"]".repeat(70)}}`)
      expect([deep.status, refusalOf(deep).message], path).toEqual([400, expect.stringContaining("SVC_MAX_BODY_DEPTH")])
      const long = await call({ company_id: "x".repeat(2001) })
      expect([long.status, refusalOf(long).message], path).toEqual([
        400,
        expect.stringContaining("SVC_MAX_TEXT_LENGTH")
      ])
      const wide = await call(Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`member_${at}`, 0])))
      expect([wide.status, refusalOf(wide).message], path).toEqual([400, expect.stringContaining("SVC_MAX_LIST_ITEMS")])
      const named = await call({ ["x".repeat(101)]: 0 })
      expect([named.status, refusalOf(named).message], path).toEqual([
        400,
        "The body has a name of 101 characters; at most 100 (SVC_MAX_NAME_LENGTH) are taken."
      ])
    }
  })
  it("is answered with no more faults than anybody reads", async () => {
    for (const { method, path } of sent()) {
      const many = Array.from({ length: 40 }, () => ({ a: 1, b: 2, c: 3, d: 4 }))
      const answer = await service.call(method, addressOf(path), {
        ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`member_${at}`, 0])),
        sync_config: many,
        headers: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`not a header ${at}`, 0])),
        data_models: many,
        integrations: many
      })
      expect(answer.status, path).toBe(400)
      const { details } = refusalOf(answer)
      expect(details.length, path).toBe(10)
      expect(details.at(-1)!.message, path).toBe("There are more faults; at most 10 (SVC_MAX_FAULTS) are told.")
    }
  })
  it("carries to a platform what is longer, as long as it is not too large", async () => {
    const answer = await service.call("POST", "/passthrough", {
      company_id: 1,
      data: {
        method: "POST",
        path: "/notes",
        data: { text: "x".repeat(3000), list: Array.from({ length: 100 }, () => 1) }
      }
    })
    expect(refusalOf(answer)).toMatchObject({ code: "not-found" })
  })
})

describe("a key", () => {
  it("makes so many requests in a while, and is told how many are left", async () => {
    const made = await service.call("POST", "/v3/core/api_keys", { name: "busy", scopes: ["read"] })
    const key = { api_key: made.body.data.secret }
    const call = () => service.call("GET", "/v3/core/companies?limit=1", undefined, key)
    const first = await call()
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=1500;w=10')
    const told = (answer: Service.Answer) =>
      /^"key";r=(\d+);t=(\d+)$/.exec(answer.headers.get("ratelimit")!)!.slice(1).map(Number) as [number, number]
    expect(told(first)[0]).toBe(1499)
    const [left, seconds] = told(await call())
    // Another window has begun where there is more time left than before.
    expect(left < 1499 || seconds > told(first)[1]).toBe(true)
  })
  it("is told when it may come again, and keeps nobody else from coming", async () => {
    const { limits } = Config.read({ SVC_MAX_REQUESTS_PER_KEY: "10" }, []).config
    const rates = Rates.make(limits.requestsPerKey, null, undefined, () => 1_800_000_000_000)
    await Effect.runPromise(
      Effect.gen(function* () {
        const facts = RequestInfo.begin(undefined, null)
        const count = (keyId: number) => Effect.provideService(rates.count({ keyId }), RequestInfo.RequestInfo, facts)
        for (let at = 0; at < 10; at++) yield* count(1)
        const refused = yield* Effect.flip(count(1))
        expect(refused).toMatchObject({
          code: "rate-limited",
          message: "This key made more than 10 requests in 10 seconds (SVC_MAX_REQUESTS_PER_KEY)."
        })
        expect(refused.retryAfter).toBeGreaterThan(0)
        expect(facts.rate).toMatchObject({ limit: 10, left: 0 })
        yield* count(2)
      })
    )
  })
})

describe("an organisation", () => {
  it("has its share of what all have, and no more", () => {
    const limit: Limit = { setting: "ALL", most: 10 }
    const share: Limit = { setting: "SHARE", most: 6 }
    const shared = sharedOf(limit, share)
    expect([shared.take(6, 1), shared.take(1, 1), shared.take(3, 2), shared.take(1, null)]).toEqual([
      null,
      share,
      null,
      null
    ])
    expect([shared.take(1, 2), shared.take(1, null)]).toEqual([limit, limit])
    shared.free(6, 1)
    expect([shared.held(), shared.take(6, 1)]).toEqual([4, null])
  })
  it("sends bodies of so many bytes at once", async () => {
    const head = { api_key: Service.apiKey, "content-type": "application/json" }
    const open: Array<Raw.Raw> = []
    for (let at = 0; at < 2; at++) {
      const body = `{"data":"${"x".repeat(190_000)}`
      open.push(await Raw.send(service.url, Raw.request("POST", "/passthrough", head, body, 199_999)))
    }
    const refused = await Promise.race(open.map(({ until }) => until("SVC_MAX_ORGANISATION_PERCENT")))
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*take up all 225000 bytes/)
    for (const { socket } of open) socket.destroy()
    await Service.until(
      () => service.call("POST", "/passthrough", { data: "x".repeat(190_000) }),
      ({ status }) => status === 400
    )
  })
  it("leaves no more room than there is when several organisations fill it, whatever the share of each", async () => {
    const other = await service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('other') returning id`
        const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
        return (yield* (yield* ApiKeys).create(caller, { name: "other", scopes })).secret
      })
    )
    const body = `{"data":"${"x".repeat(190_000)}`
    const open: Array<Raw.Raw> = []
    for (const api_key of [Service.apiKey, other, other]) {
      const head = { api_key, "content-type": "application/json" }
      open.push(await Raw.send(service.url, Raw.request("POST", "/passthrough", head, body, 199_999)))
    }
    const refused = await Promise.race(open.map(({ until }) => until("SVC_MAX_BODIES_BYTES")))
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*take up all 300000 bytes/)
    for (const { socket } of open) socket.destroy()
  })
  it("leaves answers of so many bytes untaken", async () => {
    const company = (await service.call("POST", "/v3/core/companies", { name: "Large Ltd" })).body.data.svc_id
    await service.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.orDie(sql`
          with c as (insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
            select organisation_id, id, 'SVC_SANDBOX', 'ACCOUNTING', 'DISCONNECTED', '[]' from company where id = ${company}
            returning id, organisation_id, company_id)
          insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
            hash, body, raw, created_at, updated_at)
          select nextval('svc_id'), 'ITEMS', organisation_id, company_id, id, 0, n::text, 'default', '',
            json_build_object('svc_id', n), json_build_object('text', repeat('x', 1400000)), now(), now()
          from c, generate_series(1, 11) n`)
      )
    )
    const path = "/v3/accounting/items?limit=11&select=raw_data"
    // More than the system takes of an answer that nobody reads.
    const unread = await Raw.send(service.url, Raw.request("GET", path, { api_key: Service.apiKey }))
    expect(await unread.until("\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /)
    unread.socket.pause()
    const plain = { "accept-encoding": "identity" }
    const refused = await service.call("GET", path, undefined, plain)
    expect(refused.status).toBe(503)
    expect(refusalOf(refused).message).toMatch(/take up all 24000000 bytes .* \(SVC_MAX_ORGANISATION_PERCENT\)/)
    // What is small always finds room; and what nobody waits for any more is given back.
    expect((await service.call("GET", "/v3/core/companies?limit=1")).status).toBe(200)
    unread.socket.destroy()
    const { text } = await Service.until(
      () => service.call("GET", path, undefined, plain),
      ({ status }) => status === 200
    )
    expect(text.length).toBeGreaterThan(15_000_000)
  })
})

describe("upload jobs", () => {
  /** Jobs of a new company with so many items each, of results of so many bytes. */
  const written = async (name: string, id: string, counts: ReadonlyArray<number>, bytes: number): Promise<number> => {
    const company = (await service.call("POST", "/v3/core/companies", { name })).body.data.svc_id
    await service.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.orDie(sql`
          with c as (insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
            select organisation_id, id, 'SVC_SANDBOX', 'ACCOUNTING', 'DISCONNECTED', '[]' from company where id = ${company}
            returning id, organisation_id, company_id),
          made as (select ${id} || '-' || n as id, items::int from unnest(${counts.map(String)}::text[]) with ordinality as m(items, n)),
          job as (insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id)
            select made.id, organisation_id, company_id, c.id, 'CONTACTS', 'create', 'SUCCESS', 'r' from c, made
            returning id, company_id)
          insert into upload_item (company_id, job_id, position, item_job_id, input, status, result)
          select company_id, id, n, id || n, '{}', 'success', json_build_object('error', null, 'reason', null, 'platform_id', n::text,
            'response', json_build_object('name', n::text, 'raw_data', json_build_object('text', repeat('x', ${bytes}::int))))
          from job join made using (id), generate_series(0, items - 1) n`)
      )
    )
    return company
  }

  it("are answered page by page, and one that is too much without its platform's records", async () => {
    await written("Written Ltd", "job", [14, 2, 2], 1_400_000)
    const seen: Array<unknown> = []
    for (let next: string | null = ""; next !== null;) {
      const page = await service.call("GET", `/v3/core/upload_jobs?limit=10&next=${next}`)
      expect([page.status, page.text.length < 4_500_000]).toEqual([200, true])
      for (const { data, upload_job_id } of page.body.data) {
        const known = data.filter((item: any) => item.response.raw_data !== null)
        seen.push([upload_job_id, data.map((item: any) => item.response.name).join(), known.length])
      }
      next = page.body.next
    }
    expect(seen).toEqual([
      ["job-1", "0,1,2,3,4,5,6,7,8,9,10,11,12,13", 2],
      ["job-2", "0,1", 2],
      ["job-3", "0,1", 2]
    ])
    const one = await service.call("GET", "/v3/core/upload_jobs/job-1")
    expect([one.status, one.text.length < 4_500_000, one.body.data.data.length]).toEqual([200, true, 14])
  })

  it("are read some at a time, and no page has more for that, or less", async () => {
    const company = await written("Often Written Ltd", "own", [0, 150, 0, 150, 30, 150, 201, 20], 12_000)
    const pages: Array<ReadonlyArray<readonly [id: string, items: number]>> = []
    for (let next: string | null = ""; next !== null;) {
      const page = await service.call("GET", `/v3/core/upload_jobs?limit=10&svc_company_id[eq]=${company}&next=${next}`)
      expect(page.status).toBe(200)
      for (const { data } of page.body.data) {
        const names = data.map((item: any) => item.response.name)
        expect(names).toEqual(Array.from(data, (_, at) => String(at)))
      }
      pages.push(page.body.data.map(({ data, upload_job_id }: any) => [upload_job_id, data.length]))
      next = page.body.next
    }
    // Some 340 of 12 kB fit in one.
    expect(pages).toEqual([
      [
        ["own-1", 0],
        ["own-2", 150],
        ["own-3", 0],
        ["own-4", 150],
        ["own-5", 30]
      ],
      [["own-6", 150]],
      [
        ["own-7", 201],
        ["own-8", 20]
      ]
    ])
  })
})

describe("who asks for a list", () => {
  it.each([
    [
      "filters",
      Array.from({ length: 6 }, (_, at) => `svc_id[neq]=${at}`).join("&"),
      "There are 6 filters",
      "FILTERS",
      5
    ],
    ["values of a filter", "svc_id[in]=1,2,3,4,5", "values separated by commas", "FILTER_VALUES", 4],
    [
      "sorts",
      ["svc_id", "name", "svc_created_at"].map((name) => `sort[${name}]=ASC`).join("&"),
      "by 3 fields",
      "SORTS",
      2
    ]
  ] as const)("asks with so many %s, and one more is refused by its name", async (_, query, says, name, most) => {
    const answer = await service.call("GET", `/v3/accounting/accounts?${query}`)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain(says)
    expect(answer.text).toContain(`at most ${most} (SVC_MAX_${name})`)
  })
  it("takes as many as the limits say", async () => {
    const most = `${Array.from({ length: 4 }, (_, at) => `svc_id[neq]=${at}`).join("&")}&svc_id[in]=1,2,3,4&sort[name]=ASC&sort[svc_id]=ASC`
    const answer = await service.call("GET", `/v3/accounting/accounts?${most}`)
    expect(answer.status, answer.text).toBe(200)
  })
  it("asks at an address of so many bytes", async () => {
    const answer = await service.call("GET", `/v3/accounting/accounts?name[eq]=${"x".repeat(2048)}`)
    expect(answer.status).toBe(413)
    expect(refusalOf(answer).message).toBe("The address is larger than 2048 bytes (SVC_MAX_URL_BYTES).")
  })
})

it("an organisation has so many webhooks, and may have another once it has deleted one", async () => {
  const make = (at: number) =>
    service.call("POST", "/v3/core/webhooks", {
      name: `Number ${at}`,
      type: "SYNC_COMPLETED",
      url: `http://127.0.0.1:9/${at}`
    })
  const made = [await make(1), await make(2), await make(3)]
  expect(made.map(({ status, text }) => (status === 200 ? "" : text))).toEqual(["", "", ""])
  const refused = await make(4)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.text).toContain("at most 3 (SVC_MAX_WEBHOOKS)")
  expect((await service.call("DELETE", `/v3/core/webhooks/${made[0]!.body.data.id}`)).status).toBe(200)
  expect((await make(5)).status).toBe(200)
})

it("every limit of the table is attacked somewhere: one that is added has to say where", () => {
  const here = "security/s12-weight"
  const attacked: Readonly<Record<Config.LimitName, string>> = {
    bodyBytes: here,
    managementBodyBytes: here,
    inboundBodyBytes: here,
    formBytes: here,
    bodiesBytes: here,
    openBodiesBytes: here,
    answersBytes: here,
    platformAnswerBytes: "outbound/answer-room",
    platformBytes: "outbound/answer-room makeRoom",
    keptAnswerBytes: "http/repeats",
    platformItem: "sync/hostile",
    platformElements: "sync/hostile",
    platformEmptyPages: "sync/hostile",
    platformDepth: "sync/believed",
    platformId: "sync/believed",
    platformPages: "sync/believed",
    platformCursor: "sync/believed",
    platformWait: "sync/believed",
    requestsPerKey: here,
    wrongKeys: "http/keys",
    triesOnLink: "connect/attacks",
    triesOnLinks: "connect/attacks",
    replayEvents: "webhooks/webhooks",
    bodyDepth: here,
    bodyValues: here,
    batchItems: here,
    nameLength: here,
    listItems: here,
    textLength: here,
    faults: here,
    filters: here,
    filterValues: here,
    sorts: here,
    fieldMappings: "records/custom-fields",
    webhooks: here,
    urlBytes: here,
    pageBytes: "records/list-weight",
    listValues: "records/list-weight",
    expensiveLists: "records/list-weight",
    expensiveListsEach: "records/list-weight",
    listSeconds: "records/list-weight statement_timeout",
    organisationPercent: here,
    workingRequests: "http/turns",
    turnSeconds: "http/turns",
    largeRequests: "http/turns",
    connections: here,
    connectionsEach: here,
    receiveSeconds: here,
    sendSeconds: here,
    exports: "http/export",
    changeStreams: "changes/changes",
    changeStreamsEach: "changes/changes",
    documentBytes: "http/documents",
    documentSeconds: "http/documents",
    documents: "http/documents",
    toolAnswerLength: "mcp/tools"
  }
  const silent = Object.entries(attacked).filter(([name, shown]) => {
    const [file, word = Config.read({}, []).config.limits[name as Config.LimitName].setting] = shown.split(" ")
    return !readFileSync(join(import.meta.dirname, `../${file}.test.ts`), "utf8").includes(word)
  })
  expect(silent).toEqual([])
})

it("the database is busy with something else, and the process ready for a while nevertheless", async () => {
  const readiness = () => service.call("GET", "/readyz")
  expect((await readiness()).status).toBe(200)
  await Service.whileHeld(service, 1, async () => expect((await readiness()).status).toBe(200))
})

describe("who sends no key", () => {
  it("is asked who is meant before the body of a webhook is read", async () => {
    const head = { "content-type": "application/json" }
    for (const path of ["/v3/core/inbound/NOBODY", "/v3/core/inbound/SVC_SANDBOX/no-such-token"]) {
      // The rest of the body never comes, and is not waited for.
      const raw = await Raw.send(service.url, Raw.request("POST", path, head, "{", 200_000))
      expect(await raw.until("\r\n\r\n"), path).toMatch(/^HTTP\/1.1 404 /)
      raw.socket.destroy()
    }
  })
  it("sends a webhook of so many bytes, and all of them together so many", async () => {
    const large = await service.call("POST", "/v3/core/inbound/SVC_SANDBOX", "x".repeat(300_001), { api_key: "" })
    expect([large.status, refusalOf(large).message]).toEqual([
      413,
      "The body is larger than 300000 bytes (SVC_MAX_INBOUND_BODY_BYTES)."
    ])
    const open: Array<Raw.Raw> = []
    for (let at = 0; at < 3; at++) {
      const body = "x".repeat(250_000)
      open.push(await Raw.send(service.url, Raw.request("POST", "/v3/core/inbound/SVC_SANDBOX", {}, body, 299_999)))
    }
    const refused = await Promise.race(open.map(({ until }) => until("SVC_MAX_OPEN_BODIES_BYTES")))
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*take up all 400000 bytes/)
    for (const { socket } of open) socket.destroy()
    // Those that hung up have given back what they held.
    const answer = await Service.until(
      () => service.call("POST", "/v3/core/inbound/SVC_SANDBOX", "x".repeat(200_000), { api_key: "" }),
      ({ status }) => status !== 503
    )
    expect(answer.status).toBe(401)
  })
  it("sends a form of so many bytes, and none from a browser that was never on the page", async () => {
    const link = await service.call("POST", "/v3/core/invite_links", {
      company_name: "Acme Ltd",
      integration_categories: ["ACCOUNTING"],
      integrations: ["SVC_SANDBOX"]
    })
    const path = new URL(link.body.data.url).pathname
    const to = `${path}/with/svc_sandbox`
    const raw = await Raw.send(service.url, Raw.request("POST", to, {}, "csrf=", 60_000))
    expect(await raw.until("\r\n\r\n")).toMatch(/^HTTP\/1.1 403 /)
    raw.socket.destroy()
    const page = await fetch(`${service.url}${to}`)
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(";")[0]!)
      .join("; ")
    const answer = await fetch(`${service.url}${to}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: `csrf=${"x".repeat(70_000)}`
    })
    expect([answer.status, await answer.text()]).toEqual([
      413,
      expect.stringContaining("70000 bytes (SVC_MAX_FORM_BYTES)")
    ])
  })
  it("takes the documents from one place, compressed, and is told when nothing changed", async () => {
    for (const path of ["/docs", "/openapi.json"]) {
      const zipped = await fetch(`${service.url}${path}`, { headers: { "accept-encoding": "gzip" } })
      expect(zipped.headers.get("content-encoding"), path).toBe("gzip")
      const plain = await fetch(`${service.url}${path}`, { headers: { "accept-encoding": "identity" } })
      expect(plain.headers.get("content-encoding"), path).toBeNull()
      const text = await zipped.text()
      expect(text === (await plain.text()), path).toBe(true)
      expect(Number(zipped.headers.get("content-length")), path).toBeLessThan(text.length / 3)
      const etag = zipped.headers.get("etag")!
      const again = await fetch(`${service.url}${path}`, { headers: { "if-none-match": `W/${etag}` } })
      expect([again.status, await again.text()], path).toEqual([304, ""])
    }
    // A hundred who take nothing of it hold the same bytes.
    const before = process.memoryUsage().arrayBuffers
    const idle = await Promise.all(
      Array.from({ length: 100 }, () => Raw.send(service.url, Raw.request("GET", "/docs")))
    )
    for (const { socket } of idle) socket.pause()
    await service.call("GET", "/healthz")
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
    for (const { socket } of idle) socket.destroy()
  })
})

describe("a connection", () => {
  const listening = async (environment: Readonly<Record<string, string>>, behindProxies = false) => {
    const { limits } = Config.read(environment, []).config
    const server = ClientErrors.listener(limits, behindProxies, () => false)
    server.on("request", (request, response) => {
      request.resume()
      if (request.url === "/large") response.end(Buffer.alloc(100_000_000))
      else response.end("ok")
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return {
      server,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      }
    }
  }
  it("is closed when its request does not arrive in time", async () => {
    const { close, url } = await listening({ SVC_RECEIVE_SECONDS: "1" })
    for (const half of [Raw.request("POST", "/", {}, "x", 1000), "GET / HTTP/1.1\r\nhost: a\r\n"]) {
      const raw = await Raw.send(url, half)
      expect(await raw.closed()).toMatch(/408 Request Timeout[^]*1 seconds \(SVC_RECEIVE_SECONDS\)|200 OK/)
    }
    await close()
  })
  it("is closed when nobody takes the answer", async () => {
    const { close, server, url } = await listening({ SVC_SEND_SECONDS: "1" })
    const accepted = once(server, "connection")
    const raw = await Raw.send(url, Raw.request("GET", "/large"))
    raw.socket.pause()
    const [own] = await accepted
    await once(own, "close")
    await close()
  })
  it("is one of so many, in all and from one address", async () => {
    for (const [setting, behindProxies, isKept] of [
      ["SVC_MAX_CONNECTIONS", true, true],
      ["SVC_MAX_CONNECTIONS_PER_ADDRESS", false, true],
      ["SVC_MAX_CONNECTIONS_PER_ADDRESS", true, false]
    ] as const) {
      const { close, url } = await listening({ [setting]: "10" }, behindProxies)
      const open: Array<Raw.Raw> = []
      for (let at = 0; at < 10; at++) {
        const raw = await Raw.send(url, Raw.request("GET", "/"))
        expect(await raw.until("ok")).toMatch(/200 OK/)
        open.push(raw)
      }
      const one = await Raw.send(url, Raw.request("GET", "/"))
      const said = await one.until(isKept ? setting : "ok")
      expect(said).toMatch(isKept ? new RegExp(`^HTTP/1.1 503 [^]*at most 10 \\(${setting}\\) at once`) : /200 OK/)
      one.socket.destroy()
      open[0]!.socket.destroy()
      const later = await Service.until(
        async () => {
          const raw = await Raw.send(url, Raw.request("GET", "/"))
          const text = await raw.until("\r\n\r\n")
          raw.socket.destroy()
          return text
        },
        (text) => text.includes("200 OK")
      )
      expect(later).toMatch(/200 OK/)
      await close()
    }
  })
})
