/**
 * The log of calls: whatever is asked of a platform is in it once, with what it was for and how it went, and with nothing
 * that opens something. What it lists is held against what the platform has seen.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { CallLog } from "../../src/outbound/CallLog.ts"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import { Refetch } from "../../src/sync/Refetch.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

/** How many calls this process could not note. */
const missed = Effect.map(
  Metric.value(
    Metric.counter("platform_calls_unlogged_total", {
      description: "Calls to platforms that are not in the log of calls, because more were made than could be written.",
      incremental: true
    })
  ),
  ({ count }) => Number(count)
)

describe("calls", () => {
  let at: Synced.Synced
  beforeAll(async () => {
    at = await Synced.start()
  })
  afterAll(() => at.stop())

  const flush = () => at.service.run(Effect.flatMap(CallLog, (log) => log.flush))
  const all = async (api_key?: string): Promise<ReadonlyArray<any>> => {
    await flush()
    const answer = await at.call(
      "GET",
      "/v3/core/calls?limit=1000",
      undefined,
      api_key === undefined ? {} : { api_key }
    )
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.body.data
  }
  const of = async ({ companyId }: Pick<Synced.Connected, "companyId">) =>
    (await all()).filter(({ svc_company_id }) => svc_company_id === companyId)
  const told = ({ method, path }: any) => `${method} ${path}`
  const seen = (tenant: string) => at.platform.seen(tenant).map(({ method, path }) => `${method} /v1${path}`)

  it("are all that the platform has seen, each with what it was for", async () => {
    const tenant = "whole"
    const own = await at.connected(tenant, { CONTACTS: {}, CURRENCIES: {} })
    const [contact] = (await at.platform.all(tenant, "contacts")).filter(({ state }) => state === "active")
    await at.service.run(
      Effect.flatMap(Refetch, (refetch) => refetch.run(own.connectionId, "CONTACTS", [contact.id], []))
    )
    const written = await at.ok("POST", "/accounting/contacts", {
      company_id: own.companyId,
      data: [{ name: "Written", contact_type: "VENDOR" }]
    })
    await at.ok("POST", "/passthrough", {
      company_id: own.companyId,
      data: { method: "GET", path: "/contacts/ann@example.com", params: { q: "private", token: "hidden" } }
    })
    const calls = await of(own)
    assert.deepStrictEqual(
      calls.map(told).toSorted(),
      seen(tenant)
        .map((path) => path.replace("ann@example.com", "…"))
        .toSorted()
    )
    for (const call of calls) {
      assert.isAtLeast(call.milliseconds, 0)
      assert.deepInclude(call, { integration_type: "SVC_SANDBOX", host: "127.0.0.1" })
      assert.strictEqual(call.status === null, call.failure !== null)
    }
    const purposes = Map.groupBy(calls, ({ purpose }) => purpose)
    // Before there was a connection.
    assert.isNotEmpty(calls.filter(({ connection_id }) => connection_id === null))
    assert.sameMembers([...purposes.keys()], ["check", "sync", "webhook", "write", "passthrough"])
    for (const { connection_id, sync_id } of purposes.get("sync")!) {
      assert.deepStrictEqual([connection_id, sync_id], [own.connectionId, own.sync.svc_id])
    }
    for (const { upload_job_id } of purposes.get("write")!) {
      assert.strictEqual(upload_job_id, written.data.upload_job_id)
    }
    assert.sameMembers(
      [...new Set(purposes.get("sync")!.map(({ operation }) => operation))],
      ["list CONTACTS", "list CURRENCIES"]
    )
    const [through] = purposes.get("passthrough")!
    assert.deepStrictEqual(through.query_names, ["q", "token"])
    assert.notMatch(JSON.stringify(calls), /private|hidden|sandbox-whole|ann@/)
  })

  it("tell of one that failed, of each time it was tried, and of the platform's own refusals", async () => {
    const tenant = "failing"
    const own = await at.connected(tenant, { CURRENCIES: {} })
    const before = (await of(own)).length
    const broken = at.platform.rule(Sandbox.to(tenant, "currencies"), () => null, 1)
    await at.sync(own)
    broken()
    const refused = at.platform.rule(Sandbox.to(tenant, "currencies"), () => new Response("{}", { status: 403 }))
    await at.sync(own)
    refused()
    const calls = (await of(own)).slice(before)
    const [first, second, third] = calls.filter(({ path }) => path === "/v1/currencies")
    assert.deepInclude(first, { status: null, failure: "Unavailable", attempt: 1 })
    assert.deepInclude(second, { status: 200, failure: null, attempt: 2 })
    assert.deepInclude(third, { status: 403, failure: null, attempt: 1 })
  })

  it("are shown to keys for their company alone", async () => {
    const own = await at.connected("alone", { CURRENCIES: {} })
    const other = await at.connected("another", { CURRENCIES: {} })
    const { secret } = (
      await at.ok("POST", "/v3/core/api_keys", { name: "one", scopes: ["read"], company_id: own.companyId })
    ).data
    const calls = await all(secret)
    assert.isNotEmpty(calls)
    assert.deepStrictEqual([...new Set(calls.map(({ svc_company_id }) => svc_company_id))], [own.companyId])
    assert.isNotEmpty(await of(other))
  })

  it("go with their company, also those that were noted and not written", async () => {
    const own = await at.connected("erased", { CURRENCIES: {} })
    const open = await at.connected("left", { CURRENCIES: {} })
    assert.isNotEmpty(await of(own))
    await at.ok("POST", "/passthrough", { company_id: own.companyId, data: { method: "GET", path: "/currencies" } })
    await at.ok("DELETE", `/v3/core/companies/${own.companyId}`)
    assert.deepStrictEqual(await of(own), [])
    assert.deepStrictEqual(await at.rows("select 1 from platform_call where company_id = $1", [own.companyId]), [])
    assert.isNotEmpty(await of(open))
  })

  it("are kept for so many days", async () => {
    const own = await at.connected("old", { CURRENCIES: {} })
    const calls = await of(own)
    await at.rows("update platform_call set called_at = now() - interval '8 days' where id = $1", [calls[0].svc_id])
    await at.service.run(Upkeep.runCalls(7))
    assert.deepStrictEqual(await of(own), calls.slice(1))
  })
  it("are noted up to a number while nobody writes them, and what is beyond is counted and holds up nobody", async () => {
    const own = await at.connect("crowded", { CURRENCIES: { enabled: false } })
    await flush()
    const made = {
      connector: "SVC_SANDBOX",
      key: `connection:${own.connectionId}`,
      operation: "list CURRENCIES",
      method: "GET",
      host: "127.0.0.1",
      path: "/crowd",
      query: [],
      status: 200,
      failure: null,
      at: Date.now(),
      milliseconds: 1,
      attempt: 1,
      waited: 0
    }
    const most = 20_000
    const beyond = 500
    const counted = await at.service.run(
      Effect.gen(function* () {
        const { flush: write, told: tell } = yield* CallLog
        const before = yield* missed
        // In one go: whoever writes has no turn in between.
        yield* Effect.forEach(Array.from({ length: most + beyond }), () => tell!(made), { discard: true })
        yield* write
        return (yield* missed) - before
      })
    )
    assert.strictEqual(counted, beyond)
    const [found] = await at.rows("select count(*)::int as n from platform_call where path = '/crowd'")
    assert.strictEqual(found!["n"], most)
    // There is room again for what comes then.
    await at.ok("POST", "/passthrough", { company_id: own.companyId, data: { method: "GET", path: "/company" } })
    assert.isNotEmpty((await of(own)).filter(({ path }) => path === "/v1/company"))
  })
})

describe("the log of calls", () => {
  it("is not kept where the operator wants none", async () => {
    const at = await Synced.start("embedded", undefined, { SVC_CALL_LOG_DAYS: "0" })
    try {
      await at.connected("none", { CURRENCIES: {} })
      await at.service.run(Effect.flatMap(CallLog, (log) => log.flush))
      assert.deepStrictEqual((await at.ok("GET", "/v3/core/calls")).data, [])
    } finally {
      await at.stop()
    }
  })
})
