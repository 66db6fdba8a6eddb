/**
 * The overview: its figures are held against what the platform and a webhook's endpoint have seen themselves, and each thing
 * that needs a hand is brought about, named, mended, and not named any more.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Attention from "../../src/overview/Attention.ts"
import { Figures } from "../../src/overview/Figures.ts"
import * as ToldByCommands from "../../src/database/ToldByCommands.ts"
import * as UnderWay from "../../src/overview/UnderWay.ts"
import * as Upkeep from "../../src/sync/Upkeep.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Synced from "../support/Synced.ts"

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

const overview = async (span = "day"): Promise<any> => {
  await at.service.run(Effect.flatMap(Figures, ({ flush }) => flush))
  return (await at.ok("GET", `/v3/core/overview?span=${span}`)).data
}
const sum = (steps: ReadonlyArray<any>, name: string): number =>
  steps.reduce((total, step) => total + (step[name] ?? 0), 0)
const troubles = async (trouble: string): Promise<ReadonlyArray<any>> =>
  (await overview()).needs_a_hand.filter((one: any) => one.trouble === trouble)

it("counts what was done, each thing once, over every span", async () => {
  const hook = await at.ok("POST", "/v3/core/webhooks", {
    name: "told",
    type: "DATA_MODEL_CHANGES",
    url: receiver.url("/told")
  })
  const acme = await at.newCompany("Acme Ltd")
  const own = await at.connected("counted", { CONTACTS: {}, CURRENCIES: {} }, acme)
  const made = Object.values(own.jobs).reduce((total, job) => total + job.records_created, 0)
  assert.isAbove(made, 0)
  await Synced.until(
    async () =>
      (await at.ok("GET", `/v3/core/webhooks/${hook.data.id}/deliveries?limit=1000`)).data as ReadonlyArray<any>,
    (all) => all.length >= made && all.every(({ status }) => status === "DELIVERED")
  )
  const arrived = receiver.received("/told").length
  assert.isAtLeast(arrived, made)
  for (const [span, steps] of [
    ["hour", 12],
    ["day", 24],
    ["week", 28]
  ] as const) {
    const found = await overview(span)
    assert.strictEqual(found.span, span)
    assert.strictEqual(found.steps.length, steps)
    assert.strictEqual(Date.parse(found.steps[1].from) - Date.parse(found.steps[0].from), found.step_seconds * 1000)
    assert.strictEqual(sum(found.steps, "syncs"), 1)
    assert.strictEqual(sum(found.steps, "syncs_failed"), 0)
    assert.strictEqual(sum(found.steps, "records_created"), made)
    assert.strictEqual(sum(found.steps, "calls"), at.platform.seen("counted").length)
    assert.strictEqual(sum(found.steps, "deliveries"), arrived)
    assert.deepStrictEqual(
      found.integrations.map(({ calls, integration_type }: any) => [integration_type, calls]),
      [["SVC_SANDBOX", at.platform.seen("counted").length]]
    )
    assert.isAbove(found.integrations[0].limits.length, 0)
    const { data } = await at.ok("GET", `/v3/core/webhooks/${hook.data.id}/figures?span=${span}`)
    assert.strictEqual(sum(data.steps, "deliveries"), arrived)
    const busy = data.steps.find((step: any) => step.deliveries > 0)
    assert.isAtLeast(busy.longest_answer_milliseconds, busy.answer_milliseconds)
    assert.isAtLeast(busy.arrival_milliseconds, 0)
  }
  const { connections, queues } = await overview()
  assert.deepStrictEqual(connections, [{ status: "HEALTHY", sync_status: "IDLE", connections: 1 }])
  assert.deepStrictEqual(
    queues.map(({ oldest_at, queue, waiting }: any) => [queue, waiting, oldest_at]),
    [
      ["syncs", 0, null],
      ["writes", 0, null],
      ["deliveries", 0, null]
    ]
  )
  // A call that the platform refused for its limit, and an endpoint that refuses.
  at.platform.rule(
    ({ path, tenant }) => tenant === "counted" && path === "/contacts",
    () => new Response("{}", { status: 429, headers: { "retry-after": "0" } }),
    1
  )
  receiver.answer("/told", Receiver.status(500))
  await at.ok("POST", `/v3/core/webhooks/${hook.data.id}/test`)
  await at.sync(own)
  const later = await overview()
  assert.strictEqual(sum(later.steps, "calls_limited"), 1)
  // What is refused is refused, whether or not there was an answer.
  assert.strictEqual(sum(later.steps, "calls_failed"), 1)
  assert.strictEqual(sum(later.steps, "calls"), at.platform.seen("counted").length)
  assert.strictEqual(sum(later.steps, "syncs"), 2)
  await at.ok("DELETE", `/v3/core/webhooks/${hook.data.id}`)
})

it("forgets figures after eight days, and shows none of before the span", async () => {
  const count = async () => Number((await at.rows("select count(*) as n from figure"))[0]!["n"])
  await overview()
  const before = await count()
  assert.isAbove(before, 0)
  await at.rows("update figure set at = at - interval '2 days'")
  assert.strictEqual(sum((await overview("day")).steps, "calls"), 0)
  assert.isAbove(sum((await overview("week")).steps, "calls"), 0)
  await at.rows("update figure set at = at - interval '7 days'")
  await at.service.run(Upkeep.run)
  assert.strictEqual(await count(), 0)
})

it("says in sentences what needs a hand, until it is mended", async () => {
  const bolt = await at.newCompany("Bolt GmbH")
  const own = await at.connected("bolt", { CONTACTS: {} }, bolt)
  const id = own.connectionId
  const cases: ReadonlyArray<readonly [trouble: string, cause: string, mend: string, says: RegExp]> = [
    [
      "SIGN_IN_NEEDED",
      "update connection set status = 'EXPIRED', status_reason = 'The refresh token is not valid.' where id = $1",
      "update connection set status = 'HEALTHY', status_reason = null where id = $1",
      /^.+ of Bolt GmbH asks for a sign-in: The refresh token is not valid\.$/
    ],
    [
      "CONNECTION_BROKEN",
      "update connection set status = 'ERROR', status_reason = 'Nobody answers' where id = $1",
      "update connection set status = 'HEALTHY', status_reason = null where id = $1",
      /^.+ of Bolt GmbH does not work: Nobody answers\.$/
    ],
    [
      "SYNC_FAILED",
      "update sync set status = 'FAILED', error = 'The platform answered 500.' where connection_id = $1",
      "update sync set status = 'SUCCESS', error = null where connection_id = $1",
      /^The last sync of .+ of Bolt GmbH failed: The platform answered 500\.$/
    ],
    [
      "ITEMS_REFUSED",
      `insert into refusal (company_id, connection_id, data_model, platform_id, is_unnamed, issues)
         select company_id, id, 'EXPENSES', 'e-1', false, '["total_amount: is no number"]' from connection where id = $1`,
      "delete from refusal where connection_id = $1",
      /^1 item of .+ of Bolt GmbH could not be read, such as one of EXPENSES: total_amount is no number\.$/
    ],
    [
      "CONNECTION_PAUSED",
      "update connection set paused_at = now() where id = $1",
      "update connection set paused_at = null where id = $1",
      /^.+ of Bolt GmbH is paused: nothing is read\.$/
    ],
    [
      "WRITES_FAILED",
      `insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id)
         select gen_random_uuid()::text, organisation_id, company_id, id, 'CONTACTS', 'create', 'FAILED', 'r' from connection
         where id = $1`,
      "delete from upload_job where connection_id = $1",
      /^1 write to .+ of Bolt GmbH failed within a day\.$/
    ]
  ]
  for (const [trouble, cause, mend, says] of cases) {
    assert.deepStrictEqual(await troubles(trouble), [], trouble)
    await at.rows(cause, [id])
    const [found, ...more] = await troubles(trouble)
    assert.deepStrictEqual(more, [])
    assert.match(found.sentence, says)
    assert.strictEqual(found.connection_id, id)
    assert.strictEqual(found.svc_company_id, bolt)
    assert.isNotEmpty(found.remedy)
    await at.rows(mend, [id])
    assert.deepStrictEqual(await troubles(trouble), [], trouble)
  }
  const hook = await at.listen("SYNC_COMPLETED")
  await at.rows("update webhook set failing_since = now() where id = $1", [hook.data.id])
  assert.strictEqual((await troubles("WEBHOOK_FAILING"))[0]?.webhook_id, hook.data.id)
  await at.ok("PUT", `/v3/core/webhooks/${hook.data.id}`, { is_disabled: true })
  assert.deepStrictEqual(await troubles("WEBHOOK_FAILING"), [])
  const [disabled] = await troubles("WEBHOOK_DISABLED")
  assert.strictEqual(disabled.sentence, "The webhook SYNC_COMPLETED is told of nothing: It was disabled on request.")
  const key = await at.ok("POST", "/v3/core/api_keys", {
    name: "short",
    scopes: ["read"],
    expires_at: new Date(Date.now() + 86_400_000).toISOString()
  })
  // One that was replaced has nothing more to be done to it.
  const replaced = await at.ok("POST", "/v3/core/api_keys", { name: "replaced", scopes: ["read"] })
  const { data: next } = await at.ok("POST", `/v3/core/api_keys/${replaced.data.svc_id}/rotate`, {})
  const { data: keys } = await at.ok("GET", `/v3/core/api_keys?name[eq]=replaced`)
  assert.deepStrictEqual(
    keys.map(({ replaced_by, svc_id }: any) => [svc_id, replaced_by]),
    [
      [replaced.data.svc_id, next.svc_id],
      [next.svc_id, null]
    ]
  )
  assert.deepStrictEqual(
    (await troubles("KEY_ENDS")).map(({ api_key_id }) => api_key_id),
    [key.data.svc_id]
  )
  // The most urgent first.
  await at.rows("update connection set status = 'EXPIRED' where id = $1", [id])
  assert.deepStrictEqual(
    (await overview()).needs_a_hand.map(({ trouble }: any) => trouble),
    ["SIGN_IN_NEEDED", "WEBHOOK_DISABLED", "KEY_ENDS"]
  )
})

it("says which models should have been read long ago", async () => {
  const own = await at.connected("slow", { CONTACTS: {} }, await at.newCompany("Slow SA"))
  const late = (sql: SqlClient.SqlClient) => Attention.find(sql, 1, (id) => id, null)
  const found = await at.service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Looked at where the scheduler cannot take it up meanwhile.
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* late(sql)
          yield* sql`update schedule set next_run_at = now() - interval '3 hours' where connection_id = ${own.connectionId}`
          const after = yield* late(sql)
          yield* sql`update schedule set next_run_at = now() + interval '1 day' where connection_id = ${own.connectionId}`
          return { before, after }
        })
      )
    })
  )
  const of = (all: ReadonlyArray<Attention.NeedsAHand>) => all.filter(({ trouble }) => trouble === "SYNCS_LATE")
  assert.deepStrictEqual(of(found.before), [])
  assert.deepStrictEqual(
    of(found.after).map(({ connection_id, sentence }) => [connection_id, sentence]),
    [[own.connectionId, "1 model of SVC_SANDBOX of Slow SA should have been read long ago."]]
  )
})

it("says that the standby is behind from when it is too slow on, and nothing before", async () => {
  const of = (seconds: number, condition: "in use" | "behind" | "starting" = "behind") =>
    at.service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const state = { condition, behindBytes: 12_345, behindSeconds: seconds }
        const found = yield* Attention.find(sql, 1, (id) => id, state)
        return found.filter(({ trouble }) => trouble === "REPLICA_UNUSED")
      })
    )
  assert.deepStrictEqual(await of(29.9), [])
  assert.deepStrictEqual(await of(300, "starting"), [])
  const nothing = {
    since: null,
    svc_company_id: null,
    connection_id: null,
    sync_id: null,
    webhook_id: null,
    api_key_id: null
  }
  assert.deepStrictEqual(await of(30), [
    {
      trouble: "REPLICA_UNUSED",
      sentence: "The read replica is 30 s behind, with 13 kB to replay: lists are read from the primary.",
      remedy: "Look what holds up its replay: long reads, its disk, or the network to it.",
      ...nothing
    }
  ])
  assert.match((await of(41.6, "in use"))[0]!.sentence, /is 42 s behind/)
})

it("says how far long work is, and nothing when there is none", async () => {
  const own = await at.connected("again", { CONTACTS: {}, CURRENCIES: {} }, await at.newCompany("Again AG"))
  const gone = await at.connected("gone", { CONTACTS: {} }, await at.newCompany("Gone SA"))
  const [stored] = await at.rows("select count(*)::int as n from record where company_id = $1", [gone.companyId])
  const records: number = stored!["n"]
  assert.isAbove(records, 0)
  const hook = await at.listen("SYNC_COMPLETED")
  const work = async () => (await at.ok("GET", "/v3/core/overview/work")).data as ReadonlyArray<any>
  assert.deepStrictEqual(await work(), [])
  const found = await at.service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const look = UnderWay.find(sql, 1, (id) => `<${id}>`)
      // Made up where nobody takes it up, and taken back.
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into remap (connection_id, data_model, source, mapping_version, items_read, started_at, finished_at)
              values (${own.connectionId}, 'CONTACTS', 'a', 'v', 30, now(), now()),
                (${own.connectionId}, 'CURRENCIES', 'b', 'v', 12, now(), null),
                (${own.connectionId}, 'ACCOUNTS', 'c', 'v', 7, now() - interval '1 day', now() - interval '1 day')`
            yield* sql`update company set erasing_at = now() where id = ${gone.companyId}`
            yield* sql`with e as (
                insert into event (id, organisation_id, company_id, type, data, created_at)
                values (gen_random_uuid(), 1, ${own.companyId}, 'SYNC_COMPLETED', '{}', now()) returning id)
              insert into delivery (id, organisation_id, webhook_id, event_id, type, company_id, status, next_attempt_at, created_at)
              select gen_random_uuid(), 1, ${hook.data.id}::uuid, e.id, 'SYNC_COMPLETED', ${own.companyId}::bigint, 'PENDING',
                now() + (case when n > 100 then interval '1 hour' else interval '0' end), now()
              from e, generate_series(1, 150) n`
            const secrets = yield* UnderWay.toRotate(sql, "young")
            yield* ToldByCommands.say("rotating", { left: secrets }, new Date(0))
            yield* ToldByCommands.say("spreading", { table: "record", step: "rows", done: 2, tables: 8 }, new Date(0))
            const all = yield* look
            // Who was broken off says nothing any more.
            yield* sql`update svc_meta set value = replace(value, substring(value from '"said_at" : "(.{19})'), '2020-01-31T00:00:00')
              where name in ('rotating', 'spreading')`
            return yield* Effect.fail({ all, secrets, after: yield* look })
          })
        )
        .pipe(Effect.catchTag("SqlError", Effect.die), Effect.flip)
    })
  )
  const { after, all, secrets } = found as {
    readonly all: ReadonlyArray<UnderWay.UnderWay>
    readonly after: ReadonlyArray<UnderWay.UnderWay>
    readonly secrets: number
  }
  assert.isAbove(secrets, 1)
  assert.deepStrictEqual(
    all.map(({ left, sentence, work }) => [work, left, sentence]),
    [
      ["MAPPING_AGAIN", 1, "<SVC_SANDBOX> of Again AG is mapped again: 1 of 2 sources, 42 items."],
      ["ERASURE", records, `Company ${gone.companyId} is erased: ${records} records are left.`],
      ["DELIVERIES", 100, "The webhook SYNC_COMPLETED is sent what waits for it: 100 deliveries are left."],
      ["KEY_ROTATION", secrets, `Secrets are put under the current key: ${secrets} secrets are left.`],
      ["SPREADING", 6, "The database is spread over its nodes: record, its rows are copied; 2 of 8 tables are done."]
    ]
  )
  assert.deepStrictEqual(
    all.map(({ connection_id, svc_company_id, webhook_id }) => [connection_id, svc_company_id, webhook_id]),
    [
      [own.connectionId, own.companyId, null],
      [null, gone.companyId, null],
      [null, null, hook.data.id],
      [null, null, null],
      [null, null, null]
    ]
  )
  assert.deepStrictEqual(
    after.map(({ work }) => work),
    ["MAPPING_AGAIN", "ERASURE", "DELIVERIES"]
  )
})

it("is told by a command how far it is, so long as it goes on", async () => {
  const [during, after] = await at.service.run(
    Effect.gen(function* () {
      const find = ToldByCommands.find(yield* SqlClient.SqlClient, "rotating")
      const saying = Effect.gen(function* () {
        const say = yield* ToldByCommands.teller("rotating")
        yield* say({ left: 4 })
        yield* say({ left: 3 })
        return yield* find
      })
      return [yield* Effect.scoped(saying), yield* find] as const
    })
  )
  assert.deepInclude(during, { left: 3 })
  assert.isNull(after)
})

it("is refused to a key for one company, and of a webhook of others nothing is told", async () => {
  const company = await at.newCompany("Own")
  const { data } = await at.ok("POST", "/v3/core/api_keys", { name: "one", scopes: ["read"], company_id: company })
  const as = (path: string) => at.call("GET", path, undefined, { api_key: data.secret })
  assert.strictEqual((await as("/v3/core/overview")).status, 403)
  assert.strictEqual((await as("/v3/core/overview/work")).status, 403)
  assert.strictEqual((await as("/v3/core/webhooks/0190f0b0-0000-7000-8000-000000000000/figures")).status, 403)
  assert.strictEqual(
    (await at.call("GET", "/v3/core/webhooks/0190f0b0-0000-7000-8000-000000000000/figures")).status,
    404
  )
  assert.strictEqual((await at.call("GET", "/v3/core/overview?span=year")).status, 400)
})
