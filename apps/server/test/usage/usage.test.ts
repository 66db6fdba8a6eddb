/**
 * Usage by company and day: what is listed is held against what the callers, the platform and a webhook's endpoint have seen
 * themselves, one by one, and against what the service says of its syncs.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Refetch } from "../../src/sync/Refetch.ts"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import { add, type Entry, Usage } from "../../src/usage/Usage.ts"
import * as Databases from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const nothing = {
  requests: 0,
  records_read: 0,
  records_created: 0,
  records_updated: 0,
  records_deleted: 0,
  platform_calls: 0,
  passthrough_calls: 0,
  written_items: 0,
  deliveries: 0
}
type Numbers = typeof nothing
const names = Object.keys(nothing) as ReadonlyArray<keyof Numbers>
/** Over all days: a test may go on past midnight. */
const summed = (rows: ReadonlyArray<any>): Numbers =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Numbers
const minus = (a: Numbers, b: Numbers): Numbers =>
  Object.fromEntries(names.map((name) => [name, a[name] - b[name]])) as Numbers

const flush = Effect.flatMap(Usage, (usage) => usage.flush)
const listed = async (service: Service.Service, query = "", api_key = Service.apiKey): Promise<ReadonlyArray<any>> => {
  await service.run(flush)
  const answer = await service.call("GET", `/v3/core/usage?limit=1000${query}`, undefined, { api_key })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body.data
}

describe("usage", () => {
  const scope = Scope.makeUnsafe()
  let at: Synced.Synced
  let receiver: Receiver.Receiver
  beforeAll(async () => {
    at = await Synced.start()
    receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  })
  afterAll(async () => {
    await at.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  /** Asked for without naming the company in a way that counts. */
  const of = async (companyId: number | null): Promise<Numbers> =>
    summed((await listed(at.service)).filter(({ svc_company_id }) => svc_company_id === companyId))

  it("is what was done, each thing once", async () => {
    const hook = (await at.ok("POST", "/v3/core/webhooks", {
      name: "usage",
      type: "DATA_MODEL_CHANGES",
      url: receiver.url("/usage"),
      headers: {},
      operations: ["CREATE", "UPDATE", "DELETE"],
      data_models: []
    })) as any
    const tenant = "used"
    // The first request that names the company.
    const own = await at.connected(tenant, { CONTACTS: {}, CURRENCIES: {} })
    const jobs = Object.values(own.jobs)
    const total = (name: string) => jobs.reduce((sum: number, job: any) => sum + job[name], 0)
    assert.isAbove(total("records_created"), 0)

    const through = { company_id: own.companyId, data: { method: "GET", path: "/currencies" } }
    await at.ok("POST", "/passthrough", through)
    await at.ok("POST", "/passthrough", { ...through, data: { method: "GET", path: "/nowhere" } })
    const write = () =>
      at.ok(
        "POST",
        "/accounting/contacts",
        { company_id: own.companyId, data: [{ name: "One", contact_type: "VENDOR" }, { name: "Two" }] },
        { "idempotency-key": "twice" }
      )
    const written = await write()
    assert.deepStrictEqual(
      written.data.data.map(({ status }: any) => status),
      ["success", "failed"]
    )
    await write()
    await at.ok("GET", `/v3/accounting/contacts?limit=1&svc_company_id[eq]=${own.companyId}`)
    await at.ok("GET", `/v3/core/companies/${own.companyId}`)
    // Named, and refused all the same.
    assert.strictEqual((await at.call("POST", "/passthrough", { company_id: own.companyId })).status, 400)
    // Not let in.
    assert.strictEqual((await at.call("POST", "/passthrough", through, { api_key: "svc_none" })).status, 401)

    // Each delivery of the company, with what the platform's writes made of records.
    const deliveries = async () =>
      (await at.ok("GET", `/v3/core/webhooks/${hook.data.id}/deliveries?limit=1000`)).data as ReadonlyArray<any>
    const delivered = await Synced.until(deliveries, (all) => all.every(({ status }) => status === "DELIVERED"))
    assert.strictEqual(receiver.received("/usage").length, delivered.length)
    assert.isAtLeast(delivered.length, total("records_created"))

    assert.deepStrictEqual(await of(own.companyId), {
      requests: 8,
      records_read: total("records_read"),
      records_created: total("records_created"),
      records_updated: 0,
      records_deleted: 0,
      platform_calls: at.platform.seen(tenant).length,
      passthrough_calls: 2,
      written_items: 2,
      deliveries: delivered.length
    })
    await at.ok("DELETE", `/v3/core/webhooks/${hook.data.id}`)
  })

  it("counts what changed, and what a platform's webhook told of", async () => {
    const tenant = "changing"
    const [first, second] = [
      await at.platform.call(tenant, "POST", "/contacts", { name: "First", kind: "vendor" }),
      await at.platform.call(tenant, "POST", "/contacts", { name: "Second", kind: "vendor" })
    ]
    const own = await at.connected(tenant, { CONTACTS: {} })
    const before = await of(own.companyId)
    await at.platform.call(tenant, "PATCH", `/contacts/${first.id}`, { name: "Another" })
    await at.platform.call(tenant, "DELETE", `/contacts/${second.id}`)
    const { jobs } = await at.sync(own)
    assert.deepInclude(jobs["CONTACTS"], { records_updated: 1, records_deleted: 1 })
    const changed = minus(await of(own.companyId), before)
    assert.deepInclude(changed, {
      // To start the sync.
      requests: 1,
      records_read: jobs["CONTACTS"].records_read,
      records_created: 0,
      records_updated: 1,
      records_deleted: 1
    })
    const between = await of(own.companyId)
    await at.platform.call(tenant, "PATCH", `/contacts/${first.id}`, { name: "Once more" })
    const ours = at.platform.seen(tenant).length
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) =>
        refetch.run(own.connectionId, "CONTACTS", [first.id, second.id], [second.id])
      )
    )
    assert.deepStrictEqual(minus(await of(own.companyId), between), {
      ...nothing,
      // The platform answers what was deleted as deleted.
      records_read: 2,
      records_updated: 1,
      platform_calls: at.platform.seen(tenant).length - ours
    })
  })

  it("counts each time that a call is sent", async () => {
    const tenant = "failing"
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const before = await of(own.companyId)
    const broken = at.platform.rule(Sandbox.to(tenant, "currencies"), () => null, 1)
    await at.sync(own)
    broken()
    assert.deepInclude(minus(await of(own.companyId), before), { requests: 1, platform_calls: 2 })
  })

  it("counts for the organisation what names no company of its own", async () => {
    const [none, other] = await at.rows<{ id: number }>(
      "insert into organisation (name) values ('a'), ('b') returning id"
    )
    const [foreign] = await at.rows<{ id: number }>(
      "insert into company (organisation_id, name) values ($1, 'theirs') returning id",
      [other!.id]
    )
    assert.isDefined(none)
    const before = await of(null)
    await at.call("GET", `/v3/core/companies/${foreign!.id}`)
    await at.call("GET", "/v3/core/companies/999999999999999")
    await at.call("GET", "/v3/core/connections?limit=1")
    // With the one that asked before.
    assert.deepStrictEqual(minus(await of(null), before), { ...nothing, requests: 4 })
    assert.deepStrictEqual(await at.rows("select 1 from company_usage where organisation_id = $1", [other!.id]), [])
  })

  it("is shown to keys for a company alone, whose requests are all that company's", async () => {
    const own = await at.newCompany()
    const other = await at.newCompany()
    const { secret } = (await at.ok("POST", "/v3/core/api_keys", { name: "one", scopes: ["read"], company_id: own }))
      .data
    await at.call("GET", "/v3/core/connections", undefined, { api_key: secret })
    await at.call("GET", `/v3/core/companies/${other}`, undefined, { api_key: secret })
    await at.ok("GET", `/v3/core/companies/${other}`)
    assert.deepStrictEqual(summed(await listed(at.service, "", secret)), { ...nothing, requests: 3 })
    const seen = await listed(at.service, "", secret)
    assert.deepStrictEqual([...new Set(seen.map(({ svc_company_id }) => svc_company_id))], [own])
    assert.strictEqual((await of(other)).requests, 1)
  })

  it("goes with its company, what was not written yet too", async () => {
    const own = await at.newCompany("Gone")
    const before = await of(null)
    await at.ok("GET", `/v3/core/companies/${own}`)
    assert.strictEqual((await of(own)).requests, 1)
    await at.ok("GET", `/v3/core/companies/${own}`)
    await at.ok("DELETE", `/v3/core/companies/${own}`)
    assert.deepStrictEqual(await of(own), nothing)
    assert.deepStrictEqual(await at.rows("select 1 from company_usage where company_id = $1", [own]), [])
    // What comes of a company that is gone is the organisation's.
    assert.isAtLeast(minus(await of(null), before).requests, 2)
  })

  it("is kept for so many days, and filtered by them", async () => {
    const own = await at.newCompany()
    await at.rows(
      `insert into company_usage (organisation_id, company_id, day, requests)
       select organisation_id, id, to_char((now() - make_interval(days => d)) at time zone 'UTC', 'YYYY-MM-DD'), d
       from company, unnest('{10, 399, 402}'::int[]) d where id = $1`,
      [own]
    )
    const asked = async (query: string) =>
      (await listed(at.service, `&svc_company_id[eq]=${own}&requests[gte]=5${query}`)).map(({ requests }) => requests)
    assert.deepStrictEqual(await asked(""), [402, 399, 10])
    assert.deepStrictEqual(await asked("&day[gte]=-30d"), [10])
    await at.service.run(Upkeep.run)
    assert.deepStrictEqual(await asked(""), [399, 10])
  })

  it("adds up over processes, and once whatever became of the answer", async () => {
    const own = await at.newCompany()
    const [{ organisation_id: organisationId }] = (await at.rows("select organisation_id from company where id = $1", [
      own
    ])) as any
    await at.service.run(
      Effect.gen(function* () {
        const another = yield* Scope.make()
        const second = yield* Layer.buildWithScope(Layer.fresh(Usage.layer), another)
        const first = yield* Usage
        const two = yield* Effect.provide(Usage, Layer.succeedContext(second))
        for (let n = 0; n < 50; n++) {
          first.count({ organisationId, companyId: own }, { written_items: 1 })
          two.count({ organisationId, companyId: own }, { written_items: 2, deliveries: 1 })
        }
        yield* Effect.all([first.flush, two.flush], { concurrency: "unbounded" })
        // What is left is written by the end.
        two.count({ organisationId, companyId: own }, { deliveries: 1000 })
        yield* Scope.close(another, Exit.void)
      })
    )
    assert.deepStrictEqual(await of(own), { ...nothing, written_items: 150, deliveries: 1050 })

    const entry: Entry = { organisationId, companyId: own, day: "2026-01-31", counts: { passthrough_calls: 7 } }
    await at.service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* add(sql, "a", 1, [entry, entry])
        yield* add(sql, "a", 1, [entry, entry])
        yield* add(sql, "b", 1, [entry])
        yield* add(sql, "a", 2, [entry])
      })
    )
    assert.strictEqual((await of(own)).passthrough_calls, 28)
  })
})

describe("a service that stops", () => {
  it("has written all that it counted", async () => {
    const scope = Scope.makeUnsafe()
    const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    const first = await Service.start({}, { dataDir })
    let isStopped = false
    try {
      for (let n = 0; n < 20; n++) await first.call("GET", "/v3/core/connections")
      await first.stop()
      isStopped = true
      const second = await Service.start({}, { dataDir })
      try {
        const [row] = (await second.call("GET", "/v3/core/usage?sort[day]=ASC")).body.data
        assert.strictEqual(row.requests, 20)
      } finally {
        await second.stop()
      }
    } finally {
      if (!isStopped) await first.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
