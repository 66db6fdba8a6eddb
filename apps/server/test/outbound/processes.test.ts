/**
 * One connection's call budget over processes of the server on one PostgreSQL, as the platform sees it: never more calls at
 * once, in a window or during a pause than it allows, and nobody who waits for an answer stands behind a sync.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Metered from "../support/MeteredPlatform.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

const { until } = ServerProcess
const models = ["ECOMMERCE_ORDERS", "ECOMMERCE_CUSTOMERS", "ECOMMERCE_PRODUCTS"]

interface Own {
  readonly account: string
  readonly companyId: number
  readonly id: number
}

describe("a budget that processes share", () => {
  const scope = Scope.makeUnsafe()
  const running = new Set<ServerProcess.ServerProcess>()
  let platform: Metered.MeteredPlatform
  let env: Readonly<Record<string, string>>
  let one: ServerProcess.ServerProcess
  let two: ServerProcess.ServerProcess
  let rows: (text: string) => Promise<ReadonlyArray<any>>
  const started = async (role: "api" | "worker") => {
    const main = join(import.meta.dirname, "../support/metered-main.ts")
    const server = await ServerProcess.start({ ...env, SVC_ROLE: role }, true, main)
    running.add(server)
    return server
  }
  beforeAll(async () => {
    platform = await Metered.start()
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    env = {
      DATABASE_URL: url,
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_METERED_BASE_URL: platform.url,
      SVC_METERED_MINUTE_BASE_URL: platform.url,
      SVC_METERED_SINGLE_BASE_URL: platform.url,
      SVC_SHOPIFY_BASE_URL: platform.url,
      SVC_LOG_LEVEL: "none"
    }
    const sql = await Effect.runPromise(Scope.provide(Postgres.client(url), scope))
    rows = (text) => Effect.runPromise(sql.unsafe<any>(text))
    one = await started("api")
    two = await started("api")
  })
  afterAll(async () => {
    await Promise.all([...running].map(({ kill }) => kill()))
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const connect = async (integration: string, account: string, syncs = false): Promise<Own> => {
    const company = await one.call("POST", "/v3/core/companies", { name: account })
    const companyId: number = company.body.data.svc_id
    const made = await one.call("POST", "/v3/core/connections", {
      company_id: companyId,
      integration_type: integration,
      ...(integration === "SHOPIFY"
        ? {
            credentials: { access_token: account },
            settings: { shop: "ada.myshopify.com" },
            sync_config: models.map((data_model) => ({ data_model, enabled: false }))
          }
        : { credentials: { api_key: account }, sync_config: [{ data_model: "CURRENCIES", enabled: syncs }] })
    })
    assert.strictEqual(made.status, 200, JSON.stringify(made.body))
    // The credentials were tried before there was a connection with a budget.
    platform.forget(account)
    return { account, companyId, id: made.body.data.svc_id }
  }
  const ask = (
    server: ServerProcess.ServerProcess,
    { companyId }: Own,
    data: object = { method: "GET", path: "/thing" }
  ) => server.call("POST", "/passthrough", { company_id: companyId, data })
  const shown = async (server: ServerProcess.ServerProcess, { id }: Own) =>
    (await server.call("GET", `/v3/core/connections/${id}`)).body.data
  /** Holds calls back until they are let go. */
  const gate = (own: Own, held: (path: string) => boolean = () => true) => {
    const open = Promise.withResolvers<void>()
    platform.rule(own.account, async ({ path }) => {
      if (held(path)) await open.promise
      return null
    })
    return open.resolve
  }
  const slowly = (own: Own, milliseconds: number) =>
    platform.rule(own.account, async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return null
    })

  it("lets no more calls out than the platform allows, at once and in any window", async () => {
    const own = await connect("METERED", "crowd")
    slowly(own, 60)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(at % 2 === 0 ? one : two, own)))
    for (const { body, status } of answers) assert.strictEqual(status, 200, JSON.stringify(body))
    assert.strictEqual(platform.peak(own.account), 3)
    const calls = platform.seen(own.account)
    assert.strictEqual(calls.length, 50)
    assert.isAtMost(platform.busiest(own.account, 1000), 12)
    // It was a full use of what is allowed, not a trickle: four windows and a bit.
    assert.isBelow(calls.at(-1)!.at - calls[0]!.at, 9_000)
  })

  it("shows in every process what is under way in all", async () => {
    const own = await connect("METERED", "shown")
    const release = gate(own)
    const asked = [one, two, two].map((server) => ask(server, own))
    await until(
      async () => platform.underWay(own.account),
      (calls) => calls === 3
    )
    for (const server of [one, two]) {
      const { rate_limits } = await shown(server, own)
      assert.deepStrictEqual(rate_limits.counters.concurrent, 3)
      assert.deepStrictEqual(rate_limits.maxLimits.concurrent, 3)
      assert.isAtLeast(rate_limits.counters.second, 3)
      assert.isNotNull(rate_limits.lastReset.second)
    }
    release()
    for (const { status } of await Promise.all(asked)) assert.strictEqual(status, 200)
    for (const server of [one, two]) {
      await until(
        () => shown(server, own),
        ({ rate_limits }) => rate_limits.counters.concurrent === 0
      )
    }
  })

  it("believes the platform's count of what is left, in every process, until it counts anew", async () => {
    const own = await connect("METERED_MINUTE", "told")
    const reset = Math.ceil(Date.now() / 1000) + 3
    let left = 1
    platform.rule(own.account, async () => ({
      status: 200,
      headers: { "x-left": String(left), "x-reset": String(reset) },
      body: {}
    }))
    // Others use the account as well: one call is left, though we made two.
    assert.strictEqual((await ask(one, own)).status, 200)
    await until(
      () => shown(two, own),
      ({ rate_limits }) => rate_limits.counters.minute === 19
    )
    left = 0
    assert.strictEqual((await ask(two, own)).status, 200)
    await until(
      () => shown(one, own),
      ({ rate_limits }) => rate_limits.counters.minute === 20
    )
    left = 19
    const before = Date.now()
    assert.strictEqual((await ask(one, own)).status, 200)
    assert.isAtLeast(Date.now(), reset * 1000 - 5, `asked at ${before}`)
  })

  it("a platform's wish to be left alone is every process's at once, and a paused sync goes on in any of them", async () => {
    // It is there before the wish, which is over in some seconds.
    const first = await started("worker")
    const own = await connect("METERED", "alone")
    let refusedAt = 0
    platform.rule(own.account, async ({ at }) => {
      if (refusedAt !== 0) return null
      refusedAt = at
      return { status: 429, headers: { "retry-after": "9" }, body: {} }
    })
    assert.strictEqual((await ask(one, own)).body.platform_status, 429)
    const refused = await ask(two, own)
    assert.strictEqual(refused.status, 429, JSON.stringify(refused.body))
    assert.closeTo(Number(refused.headers.get("retry-after")), 9, 1)

    const wanted = { company_id: own.companyId, data_models_to_sync: ["CURRENCIES"] }
    assert.strictEqual((await one.call("POST", "/v3/core/syncs", wanted)).status, 200)
    const paused = await until(
      () => shown(one, own),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    assert.strictEqual((await shown(two, own)).sync_resume_at, paused.sync_resume_at)
    const resume = Date.parse(paused.sync_resume_at) - Date.now()
    assert.isAtMost(resume, 9_500)
    await first.kill()
    running.delete(first)
    const second = await started("worker")
    await until(
      () => shown(two, own),
      ({ sync_status }) => sync_status === "IDLE"
    )
    await second.stop()
    running.delete(second)
    const [sync] = await rows(`select status from sync where connection_id = ${own.id}`)
    assert.strictEqual(sync.status, "SUCCESS")
    const after = platform.seen(own.account).filter(({ at }) => at > refusedAt)
    assert.isAtLeast(after[0]!.at - refusedAt, 8_990)
    assert.isAtLeast(after.length, Metered.pages)
    assert.isAtMost(platform.busiest(own.account, 1000), 12)
  })

  it("a wish that a call of before a lift hears holds nothing up, whichever process made it", async () => {
    const own = await connect("METERED", "lifted")
    const answered = Promise.withResolvers<void>()
    let calls = 0
    platform.rule(own.account, async () => {
      if (calls++ > 0) return null
      await answered.promise
      return { status: 429, headers: { "retry-after": "1e12" }, body: {} }
    })
    const before = ask(one, own)
    await until(
      async () => platform.underWay(own.account),
      (under) => under === 1
    )
    assert.strictEqual((await two.call("POST", `/v3/core/connections/${own.id}/resume`)).status, 200)
    answered.resolve()
    assert.strictEqual((await before).body.platform_status, 429)
    for (const server of [one, two]) {
      const after = await ask(server, own)
      assert.strictEqual(after.status, 200, JSON.stringify(after.body))
    }
  })

  it("nobody who waits for an answer stands behind a sync, not even where there is one place", async () => {
    const own = await connect("METERED_SINGLE", "behind", true)
    slowly(own, 150)
    const worker = await started("worker")
    await until(
      async () => platform.seen(own.account).filter(({ path }) => path.startsWith("/currencies")).length,
      (calls) => calls > 3
    )
    for (let turn = 0; turn < 6; turn++) {
      const path = `/thing/${turn}`
      const from = performance.now()
      assert.strictEqual((await ask(turn % 2 === 0 ? one : two, own, { method: "GET", path })).status, 200)
      const seen = platform.seen(own.account)
      const mine = seen.findIndex((call) => call.path === path)
      const before = seen.filter(({ at }, index) => at > from && index < mine)
      // The sync may take the place once more before the wish is known; after that it stands back.
      assert.isAtMost(before.length, 1, `${before.length} calls of the sync went first`)
    }
    assert.strictEqual(platform.peak(own.account), 1)
    const sync = await shown(one, own)
    assert.strictEqual(sync.sync_status, "SYNCING")
    await until(
      () => shown(one, own),
      ({ sync_status }) => sync_status === "IDLE"
    )
    await worker.stop()
    running.delete(worker)
  })

  it("the places of a killed process come back", async () => {
    const own = await connect("METERED", "killed")
    const victim = await started("api")
    gate(own, (path) => path === "/held")
    for (let held = 0; held < 3; held++) void ask(victim, own, { method: "GET", path: "/held" }).catch(() => {})
    await until(
      async () => platform.underWay(own.account),
      (calls) => calls === 3
    )
    await victim.kill()
    running.delete(victim)
    assert.strictEqual((await ask(one, own)).status, 200)
    await until(
      () => shown(two, own),
      ({ rate_limits }) => rate_limits.counters.concurrent === 0
    )
  })

  it("points are one bucket, and what a query costs is learnt once for all", async () => {
    const own = await connect("SHOPIFY", "points")
    const query = { method: "POST", path: "/graphql.json", data: { query: "query Dear { orders { id } }" } }
    assert.strictEqual((await ask(one, own, query)).body.platform_status, 200)
    await until(
      () => rows(`select costs::text from rate_budget where key = 'connection:${own.id}'`),
      ([row]) => row !== undefined && row.costs !== "{}"
    )
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => ask(at % 2 === 0 ? two : one, own, query)))
    for (const { body, status } of answers) {
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.isUndefined(body.data.errors)
    }
    assert.strictEqual(platform.throttled(own.account), 0)
  })
})
