/** Stored items mapped again after a connector has changed: without the platform, to what a fresh sync gives. */
import { Call, type Connector } from "@svc/core"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Remap } from "../../src/sync/Remap.ts"
import { svc } from "../support/Command.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Service from "../support/Service.ts"
import * as SmallConnector from "../support/SmallConnector.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { CONTACTS, CONTACT_PERSONS, DOCUMENTS, ACCOUNTS } = sandbox.reads
const mapped = (read: { readonly map: (raw: any, context: any) => any }, raw: any, context: any) =>
  read.map(raw, context) as Record<string, unknown>

/** Reads that see all a mapping can: the item, several records of it, further calls, a lookup. */
const composed = (version: number): Connector.Any =>
  ({
    ...sandbox,
    writes: {},
    inbound: undefined,
    // It follows each document, so three syncs would be paced by the sandbox's limit for most of a minute.
    http: { ...sandbox.http, limits: SmallConnector.unlimited },
    reads: {
      CURRENCIES: sandbox.reads.CURRENCIES,
      CONTACTS: {
        ...CONTACTS,
        mapping: version,
        map: (raw: any, context: any) => {
          if (version === 1 && raw.name === "First refused") throw new Error("not yet")
          if (version > 1 && raw.name === "Then refused") throw new Error("not any more")
          if (version > 1 && raw.name === "Then nothing") return null
          const record = mapped(CONTACTS, raw, context)
          return version === 1 ? { ...record, registration_number: null } : { ...record, tax_number: raw.state }
        }
      },
      CONTACT_PERSONS: {
        ...CONTACT_PERSONS,
        mapping: version,
        map: (raw: any, context: any) => {
          const all = CONTACT_PERSONS.map(raw, context) as ReadonlyArray<{ readonly platform_id: string }>
          return version === 1 ? all.filter((_, index) => index !== 1) : all.filter((_, index) => index !== 2)
        }
      },
      DOCUMENTS: {
        ...DOCUMENTS,
        mapping: version,
        follow: ({ parent }: any) => (parent?.id ? [{ path: `/${parent.resource}/${Call.segment(parent.id)}` }] : []),
        map: (raw: any, context: any) => ({
          ...mapped(DOCUMENTS, raw, context),
          ...(version === 1 ? {} : { file_name: `${raw.name} of ${Call.at(context.followed[0], "id")}` })
        })
      },
      ACCOUNTS: {
        ...ACCOUNTS,
        mapping: version,
        lookups: {
          labels: {
            call: () => ({ path: "/currencies" }),
            response: Schema.Unknown,
            pick: (body: unknown) =>
              new Map((Call.at(body, "items") as Array<any>).map(({ code, label }) => [code, label])),
            absent: new Map()
          }
        },
        map: (raw: any, context: any) => ({
          ...mapped(ACCOUNTS, raw, context),
          ...(version === 1 ? {} : { name: [...context.lookups.labels.values()].join("+") })
        })
      }
    }
  }) as never

/** Without what the service adds. */
const bare = (value: any): any => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (/^svc_|_svc_id/.test(name) ? [] : [[name, bare(inner)]]))
  )
}
const lists = {
  CONTACTS: "accounting/contacts",
  CONTACT_PERSONS: "accounting/contact_persons",
  DOCUMENTS: "accounting/documents",
  ACCOUNTS: "accounting/accounts",
  CURRENCIES: "accounting/currencies"
}
const config = Object.keys(lists).map((data_model) => ({ data_model, enabled: true }))

describe.each(Synced.databases)("a changed mapping on %s", (database) => {
  const scope = Scope.makeUnsafe()
  let platform: Sandbox.UnrulySandbox
  let service: Service.Service
  let open: (version: number, env?: Readonly<Record<string, string>>) => Promise<void>
  beforeAll(async () => {
    platform = await Sandbox.start()
    const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    const url = database === "embedded" ? null : await Effect.runPromise(Scope.provide(Postgres.database, scope))
    const shared = {
      SVC_SANDBOX_BASE_URL: platform.url,
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      ...(url === null ? {} : { DATABASE_URL: Redacted.value(url) })
    }
    open = async (version, env = {}) => {
      service = await Service.start({ ...shared, ...env }, { dataDir, connectors: [composed(version)] })
    }
    await open(1)
  })
  afterAll(async () => {
    await service.stop()
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const rows = (text: string, params: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<any>> =>
    service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(text, params)))
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.body
  }
  const rested = (company: number) =>
    Service.until(
      () => ok("GET", "/v3/core/syncs?limit=1000"),
      ({ data }) => {
        const own = data.filter((sync: any) => sync.svc_company_id === company)
        return own.length > 0 && own.every((sync: any) => sync.finished_at !== null)
      }
    )
  const connect = async (tenant: string): Promise<number> => {
    const company = (await ok("POST", "/v3/core/companies", { name: tenant })).data.svc_id
    await ok("POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: `sandbox-${tenant}` },
      sync_config: config
    })
    await rested(company)
    return company
  }
  /** What a company's lists show, without what the service adds. */
  const shown = async (company: number) => {
    const all: Record<string, ReadonlyArray<unknown>> = {}
    for (const [model, path] of Object.entries(lists)) {
      const { data } = await ok("GET", `/v3/${path}?limit=1000&svc_company_id[eq]=${company}`)
      all[model] = bare(data).toSorted((a: any, b: any) => (a.platform_id < b.platform_id ? -1 : 1))
    }
    return all
  }
  const finished = () =>
    Service.until(
      () => rows("select * from remap order by data_model"),
      (found) => found.length > 0 && found.every(({ finished_at }) => finished_at !== null)
    )
  const events = (company: number) =>
    rows("select data_model, operation, subject from event where company_id = $1::bigint order by position", [company])

  let company: number
  it("is noticed at start, and gives what a fresh sync would, unasked of the platform", async () => {
    const tenant = "remapped"
    const made: Record<string, any> = {}
    for (const name of ["First refused", "Then refused", "Then nothing", "Noted later"]) {
      made[name] = await platform.call(tenant, "POST", "/contacts", {
        name,
        kind: "vendor",
        people: [{ given: "Ada" }, { given: "Ben" }, { given: "Cleo" }].map((one) => ({ ...one, family: name }))
      })
    }
    // Later the platform says something that the first mapping does not look at.
    let isNoted = false
    platform.rule(
      Sandbox.to(tenant, "contacts"),
      Sandbox.edited((items) =>
        items.map((item) => (isNoted && item.name === "Noted later" ? { ...item, registryNo: "later" } : item))
      )
    )
    company = await connect(tenant)
    assert.strictEqual((await rows("select 1 from refusal")).length, 1)
    const before = await shown(company)
    const stamps = () =>
      rows("select svc_id, updated_at::text from record where company_id = $1::bigint order by 1", [company])
    const stamped = await stamps()
    isNoted = true
    await ok("POST", "/v3/core/syncs", { company_id: company, full_sync: true })
    await rested(company)
    assert.deepStrictEqual(await stamps(), stamped)
    assert.deepStrictEqual(await shown(company), before)

    await ok("POST", "/v3/core/webhooks", {
      name: "all",
      type: "DATA_MODEL_CHANGES",
      url: "http://127.0.0.1:9/nobody",
      headers: {},
      operations: ["CREATE", "UPDATE", "DELETE"],
      data_models: []
    })
    await service.stop()
    const asked = platform.seen(tenant).length
    await open(2)
    const done = await finished()
    assert.strictEqual(platform.seen(tenant).length, asked)
    assert.deepStrictEqual(
      done.map(({ data_model }) => data_model),
      ["ACCOUNTS", "CONTACTS", "CONTACT_PERSONS", "DOCUMENTS"]
    )
    for (const { items_left, data_model } of done) assert.strictEqual(items_left, 0, data_model)

    const after = await shown(company)
    const fresh = await shown(await connect(tenant))
    // What cannot be read any more is refused, and stays as it was until it can be.
    const refused = made["Then refused"].id
    const isRefused = ({ platform_id }: any) => platform_id === refused
    assert.deepStrictEqual(after["CONTACTS"]!.filter(isRefused), before["CONTACTS"]!.filter(isRefused))
    assert.deepStrictEqual(
      { ...after, CONTACTS: after["CONTACTS"]!.filter((one) => !isRefused(one)) },
      fresh as Record<string, unknown>
    )
    assert.notDeepEqual(after["DOCUMENTS"], before["DOCUMENTS"])
    assert.isTrue(after["DOCUMENTS"]!.some((one: any) => one.file_name.endsWith(` of ${one.document_type_id}`)))
    assert.isTrue(after["CONTACTS"]!.some((one: any) => one.registration_number === "later"))
    assert.deepStrictEqual(after["CURRENCIES"], before["CURRENCIES"])
    const told = await events(company)
    const ids = (model: string, operation: string) =>
      told.filter((one) => one.data_model === model && one.operation === operation).map(({ subject }) => subject)
    const contacts = done.find(({ data_model }) => data_model === "CONTACTS")
    assert.deepInclude(contacts, { records_created: 1, records_deleted: 1, records_refused: 1 })
    assert.strictEqual(ids("CONTACTS", "CREATE").length, 1)
    assert.strictEqual(ids("CONTACTS", "DELETE").length, 1)
    assert.strictEqual(ids("CONTACTS", "UPDATE").length, contacts.records_updated)
    // One person of a contact comes, another goes.
    const persons = done.find(({ data_model }) => data_model === "CONTACT_PERSONS")
    assert.isAtLeast(persons.records_deleted, 4)
    assert.deepStrictEqual(
      [ids("CONTACT_PERSONS", "CREATE").length, ids("CONTACT_PERSONS", "DELETE").length],
      [persons.records_created, persons.records_deleted]
    )
    assert.deepStrictEqual(ids("CURRENCIES", "UPDATE"), [])
    for (const model of Object.keys(lists))
      assert.strictEqual(new Set(ids(model, "UPDATE")).size, ids(model, "UPDATE").length)
  })

  it("is not taken for changed when it is not, and can be begun by hand", async () => {
    await service.stop()
    await open(2)
    assert.strictEqual(await service.run(Effect.flatMap(Remap, (remap) => remap.beginMoved)), 0)
    const before = (await events(company)).length
    // What was cleared cannot be mapped and is counted; nothing is lost by it.
    await rows(
      "update record set raw = null, followed = null where company_id = $1::bigint and data_model = 'CONTACTS'",
      [company]
    )
    const kept = await shown(company)
    const begun = await service.run(
      Effect.flatMap(Remap, (remap) =>
        remap.begin({ companyId: company, integration: "SVC_SANDBOX", model: "CONTACTS" })
      )
    )
    assert.strictEqual(begun, 1)
    const [contacts] = (await finished()).filter(
      ({ data_model, items_left }) => data_model === "CONTACTS" && items_left > 0
    )
    assert.strictEqual(contacts.items_left, kept["CONTACTS"]!.length)
    assert.deepStrictEqual(await shown(company), kept)
    assert.strictEqual((await events(company)).length, before)
  })
})

describe("mapping again in processes", () => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("goes on where a killed process stopped, and writes each record once; svc remap begins it by hand", async () => {
    const platform = await Sandbox.start()
    const env = {
      DATABASE_URL: Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope))),
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_SANDBOX_BASE_URL: platform.url,
      SVC_LOG_LEVEL: "error"
    }
    const sql = await Effect.runPromise(Scope.provide(Postgres.client(env.DATABASE_URL), scope))
    const rows = (text: string): Promise<ReadonlyArray<any>> => Effect.runPromise(sql.unsafe<any>(text))
    const first = await ServerProcess.start(env)
    const company = await first.call("POST", "/v3/core/companies", { name: "killed" })
    await first.call("POST", "/v3/core/connections", {
      company_id: company.body.data.svc_id,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "sandbox-killed" },
      sync_config: [{ data_model: "CONTACTS", enabled: true }]
    })
    await ServerProcess.until(
      () => rows("select 1 from sync where status = 'SUCCESS'"),
      (found) => found.length === 1
    )
    await first.call("POST", "/v3/core/webhooks", {
      name: "all",
      type: "DATA_MODEL_CHANGES",
      url: "http://127.0.0.1:9/nobody",
      headers: {},
      operations: ["UPDATE"],
      data_models: []
    })
    assert.strictEqual(await first.stop(), 0)
    await rows(`insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id,
        source, hash, body, raw, created_at, updated_at)
      select nextval('svc_id'), r.data_model, r.organisation_id, r.company_id, r.connection_id, 0, 'copy' || n, r.source,
        r.hash, r.body, json_build_object('id', 'copy' || n, 'name', 'Copy'), now(), now()
      from (select * from record where data_model = 'CONTACTS' limit 1) r, generate_series(1, 3000) n`)
    const [{ total }] = (await rows(
      "select count(*)::int as total from record where data_model = 'CONTACTS' and deleted_at is null"
    )) as [any]
    const main = join(import.meta.dirname, "../support/mapping-main.ts")
    const place = () => rows("select after, items_read, finished_at from remap")
    const server = await ServerProcess.start(env, true, main)
    await ServerProcess.until(place, ([now]) => now !== undefined && Number(now.items_read) > 0)
    await server.kill()
    const [half] = await place()
    assert.isNull(half.finished_at)
    const last = await ServerProcess.start(env, true, main)
    const [done] = await ServerProcess.until(place, ([now]) => now?.finished_at !== null)
    assert.strictEqual(Number(done.items_read), total)
    const told = await rows("select subject from event where operation = 'UPDATE'")
    assert.strictEqual(told.length, total)
    assert.strictEqual(new Set(told.map(({ subject }) => subject)).size, total)
    assert.deepStrictEqual(
      await rows(
        "select count(*)::int as n from record where data_model = 'CONTACTS' and deleted_at is null and body->>'name' <> 'MAPPED'"
      ),
      [{ n: 0 }]
    )
    assert.strictEqual(await last.stop(), 0)

    // Composed as it was, the old mapping is another one again.
    const asked = platform.seen("killed").length
    const ended = await svc(["remap", "--integration", "svc_sandbox", "--model", "contacts", "--json"], env)
    assert.strictEqual(ended.code, 0, ended.err)
    assert.deepInclude(JSON.parse(ended.out)[0], { data_model: "CONTACTS", items_read: total, records_updated: total })
    assert.strictEqual(platform.seen("killed").length, asked)
    await platform.close()
  })
})
