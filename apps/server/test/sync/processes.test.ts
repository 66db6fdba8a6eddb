/** One sync that two processes believe to be theirs: what one has stored is not stored again by the other. */
import { Request as Requests } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { sandbox } from "@svc/sandbox"
import { randomBytes } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Checkpoints } from "../../src/sync/Checkpoints.ts"
import { SyncRunner } from "../../src/sync/SyncRunner.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const policy: Requests.Policy = { retries: 1, pause: 10, patience: 1000, timeout: 20_000 }

describe("a sync in two processes", () => {
  const scope = Scope.makeUnsafe()
  let platform: Sandbox.UnrulySandbox
  let url: string
  let one: Service.Service
  let two: Service.Service
  beforeAll(async () => {
    platform = await Sandbox.start()
    url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const env = {
      DATABASE_URL: url,
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_SANDBOX_BASE_URL: platform.url
    }
    one = await Service.start(env, { policy })
    two = await Service.start({ ...env, SVC_ROLE: "api" }, { policy })
  })
  afterAll(async () => {
    await one.stop()
    await two.stop()
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  const rows = (text: string, params: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<any>> =>
    one.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(text, params)))

  it("stores each page once and tells of each record once", async () => {
    const tenant = "shared"
    await one.call("POST", "/v3/core/webhooks", {
      name: "all",
      type: "DATA_MODEL_CHANGES",
      url: "http://127.0.0.1:9/nobody",
      headers: {},
      operations: ["CREATE", "UPDATE", "DELETE"],
      data_models: []
    })
    // Pages are small, and each is answered only when both processes have asked for the first one.
    const both = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    let waiting = 0
    platform.rule(Sandbox.to(tenant, "contacts"), async (_, seen) => {
      if (!seen.query.has("cursor")) {
        first.resolve()
        if (++waiting === 2) both.resolve()
        await both.promise
      }
      const all = await platform.all(tenant, "contacts")
      const from = Number(seen.query.get("cursor") ?? 0)
      const next = from + 5 < all.length ? String(from + 5) : null
      return Response.json({ items: all.slice(from, from + 5), nextCursor: next, hasMore: next !== null })
    })
    const company = await one.call("POST", "/v3/core/companies", { name: tenant })
    await one.call("POST", "/v3/core/connections", {
      company_id: company.body.data.svc_id,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: `sandbox-${tenant}` },
      sync_config: [{ data_model: "CONTACTS", enabled: true }]
    })
    await first.promise
    const [sync] = await rows("select id from sync")
    await two.run(Effect.flatMap(SyncRunner, (runner) => runner.run(sync.id)))
    await Service.until(
      () => rows("select status from sync where finished_at is not null"),
      ([ended]) => ended !== undefined
    )
    const all = await platform.all(tenant, "contacts")
    const [job] = await rows(
      "select status, records_read::int, records_created::int, records_updated::int from sync_job"
    )
    assert.deepStrictEqual(job, {
      status: "SUCCESS",
      records_read: all.length,
      records_created: all.length - all.filter(({ deleted }: any) => deleted === true).length,
      records_updated: 0
    })
    const told = await rows("select subject, operation from event where data_model = 'CONTACTS'")
    assert.strictEqual(told.length, job.records_created)
    assert.strictEqual(new Set(told.map(({ subject }) => subject)).size, told.length)
  })

  it("reads nothing again that was read to its end before the process died", async () => {
    const [before] = await rows("select records_read::int as read from sync_job")
    const asked = platform.seen("shared").length
    await rows("update sync_job set status = 'RUNNING', finished_at = null")
    const [sync] = await rows("update sync set status = 'RUNNING', finished_at = null returning id")
    await two.run(Effect.flatMap(SyncRunner, (runner) => runner.run(sync.id)))
    assert.deepStrictEqual(await rows("select status, records_read::int as read from sync_job"), [
      { status: "SUCCESS", ...before }
    ])
    assert.deepStrictEqual(
      platform
        .seen("shared")
        .slice(asked)
        .map(({ path }) => path),
      []
    )
  })

  it("a page is one process's: of two that move the checkpoint at once, one does", async () => {
    const [connection] = await rows("select id, company_id from connection")
    const [{ id: syncId }] = await rows("select id from sync")
    const place = { companyId: connection.company_id, connectionId: connection.id, model: "BILLS", source: "default" }
    const ways = { syncId, wantFull: false, read: sandbox.reads.BILLS, from: null, counted: null }
    const { read } = ways
    const as = <A, E>(process: Service.Service, use: (own: ReturnType<typeof Checkpoints>) => Effect.Effect<A, E>) =>
      process.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(use(Checkpoints(sql)))))
    // A source that was never read is begun by one of those who begin it at once.
    const first = { ...place, source: "first" }
    const begun = await Promise.all([one, two].map((process) => as(process, (own) => own.begin(first, ways))))
    assert.isTrue(begun[0]!.isFull)
    assert.deepStrictEqual(begun[0], begun[1])
    // So is one that was, when both have seen that nobody reads it and then wait for its row, which may be on a node.
    const waiting = () =>
      rows(`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
          and query like '%as "isBegun"%'`)
    await as(one, (own) => own.abandon(first))
    const holder = await Effect.runPromise(Scope.provide(Postgres.client(url), scope))
    const asked: Array<Promise<unknown>> = []
    await Effect.runPromise(
      holder.withTransaction(
        Effect.gen(function* () {
          yield* holder`select 1 from checkpoint where company_id = ${first.companyId} and source = 'first' for update`
          asked.push(...[one, two].map((process) => as(process, (own) => own.begin(first, ways))))
          yield* Effect.promise(() => Service.until(waiting, ([row]) => row.count === 2))
        })
      )
    )
    const again = await Promise.all(asked)
    assert.notDeepEqual(again[0], begun[0])
    assert.deepStrictEqual(again[0], again[1])
    await rows("delete from checkpoint where source = 'first'")
    assert.isNull(await as(one, (own) => own.begin({ ...first, connectionId: -1 }, ways)))

    let run = (await as(one, (own) => own.begin(place, ways)))!
    assert.deepStrictEqual(await as(two, (own) => own.begin(place, ways)), run)
    for (let page = 0; page < 20; page++) {
      const moved = await Promise.all(
        [one, two].map((process, at) => as(process, (own) => own.advance(place, run, `${page}-${at}`, read)))
      )
      assert.deepStrictEqual(moved.toSorted(), [false, true])
      run = (await as(one, (own) => own.begin(place, ways)))!
      assert.strictEqual(run.state, `${page}-${moved.indexOf(true)}`)
      assert.strictEqual(run.pages, page + 1)
    }
    // What was believed before is nobody's any more.
    assert.isFalse(await as(two, (own) => own.isCurrent(place, { ...run, pages: 3 })))
    assert.isFalse(await as(two, (own) => own.advance(place, { ...run, pages: 3 }, "late", read)))
  })
})
