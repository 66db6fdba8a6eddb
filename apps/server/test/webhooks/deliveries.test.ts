import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import type { Caller } from "../../src/http/Caller.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { both } from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import { append, change, layer, organisation, setClock, settled } from "../support/WebhookFixture.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, (process.env["TEST_LOG"] as "Info" | undefined) ?? "None")
const page = new URLSearchParams({ limit: "1000" })

const setup = Effect.gen(function* () {
  const receiver = yield* Receiver.start
  const caller = yield* organisation
  const webhooks = yield* Webhooks
  const register = (path: string, more: object = {}, as: Caller = caller) =>
    webhooks.create(as, { name: path, type: "DATA_MODEL_CHANGES", url: receiver.url(path), ...more })
  return { receiver, caller, webhooks, register, sql: yield* SqlClient.SqlClient }
})

describe.each(both)("deliveries on %s", (_, database) => {
  const services = layer(database(), { rules: { timeout: 1_000 } }).pipe(Layer.provideMerge(quiet))
  it.layer(services, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect(
      "a committed event arrives once, signed, with the record as the list shows it",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register } = yield* setup
          yield* (yield* Deliveries).work
          const webhook = yield* register("/a", { headers: { "X-Own": "value" } })
          const data = `{"svc_id":7,"amount":1.50,"name":"é\\u00e9"}`
          yield* append(change(caller, 7, { data }))
          const [request] = yield* receiver.waitFor("/a", 1)
          assert.include(request!.body, `"data":${data}}`)
          assert.deepStrictEqual(Object.keys(request!.json), [
            "id",
            "type",
            "created_at",
            "company_id",
            "connection_id",
            "integration_type",
            "data_model",
            "operation",
            "data"
          ])
          assert.include(request!.json, { type: "DATA_MODEL_CHANGES", company_id: 11, connection_id: 12 })
          assert.strictEqual(request!.headers["x-own"], "value")
          assert.strictEqual(request!.headers["content-type"], "application/json")
          assert.strictEqual(request!.headers["webhook-id"], request!.json["id"])
          new Webhook(webhook.secret).verify(request!.body, request!.headers)
          yield* settled(webhook.id, "DELIVERED")
          assert.strictEqual(receiver.received("/a").length, 1)
        }),
      20_000
    )

    test.effect(
      "a signature holds for exactly that id, time and body",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register } = yield* setup
          yield* (yield* Deliveries).work
          const webhook = yield* register("/a")
          yield* append(change(caller, 1))
          const [{ body, headers }] = (yield* receiver.waitFor("/a", 1)) as [Receiver.Received]
          const verifier = new Webhook(webhook.secret)
          verifier.verify(body, headers)
          const refused = (changed: Record<string, string>, text = body) =>
            assert.throws(() => verifier.verify(text, { ...headers, ...changed }), WebhookVerificationError)
          refused({}, body.replace("11", "12"))
          refused({ "webhook-id": "other" })
          refused({ "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) })
          refused({ "webhook-signature": headers["webhook-signature"]!.replace("v1,", "v2,") })
          const other = yield* register("/b")
          assert.throws(() => new Webhook(other.secret).verify(body, headers))
        }),
      20_000
    )

    test.effect(
      "while a secret is being changed both sign, and after a day the new one alone",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, webhooks } = yield* setup
          yield* (yield* Deliveries).work
          const { id, secret } = yield* register("/a")
          yield* append(change(caller, 1))
          yield* receiver.waitFor("/a", 1)
          const { secret: next } = yield* webhooks.rotateSecret(caller, id)
          assert.notStrictEqual(next, secret)
          yield* append(change(caller, 2))
          const [, second] = yield* receiver.waitFor("/a", 2)
          assert.strictEqual(second!.headers["webhook-signature"]!.split(" ").length, 2)
          new Webhook(secret).verify(second!.body, second!.headers)
          new Webhook(next).verify(second!.body, second!.headers)
          yield* settled(id, "DELIVERED")

          yield* setClock(24 * 3600 + 1)
          yield* append(change(caller, 3))
          const [, , third] = yield* receiver.waitFor("/a", 3)
          new Webhook(next).verify(third!.body, third!.headers)
          assert.throws(() => new Webhook(secret).verify(third!.body, third!.headers))
          yield* settled(id)
          yield* setClock(0)
        }),
      20_000
    )

    test.effect(
      "a transaction that is rolled back tells nobody",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql } = yield* setup
          const events = yield* Events
          yield* (yield* Deliveries).work
          const { id } = yield* register("/a")
          const exit = yield* sql
            .withTransaction(Effect.andThen(events.append([change(caller, 1)]), Effect.fail("no")))
            .pipe(Effect.exit)
          assert.isTrue(Exit.isFailure(exit))
          yield* append(change(caller, 2))
          yield* receiver.waitFor("/a", 1)
          yield* settled(id, "DELIVERED")
          assert.deepStrictEqual(
            receiver.received("/a").map(({ json }) => json["data"].svc_id),
            [2]
          )
          const left = yield* sql`select 1 from event where organisation_id = ${caller.organisationId}`
          assert.strictEqual(left.length, 1)
        }),
      20_000
    )

    test.effect(
      "only what a webhook wants is written, and only for its own organisation",
      () =>
        Effect.gen(function* () {
          const { caller, register, sql } = yield* setup
          const events = yield* Events
          const stranger = yield* organisation
          const all = yield* register("/all")
          const some = yield* register("/some", { operations: ["DELETE"], data_models: ["INVOICES", "CONTACTS"] })
          const off = yield* register("/off", { is_disabled: true })
          const foreign = yield* register("/foreign", {}, stranger)
          const syncs = yield* register("/syncs", { type: "SYNC_COMPLETED" })

          const wanted = yield* events.wanted(caller.organisationId)
          assert.isTrue(wanted.has("BILLS", "CREATE"))
          const empty = yield* events.wanted((yield* organisation).organisationId)
          assert.isFalse(empty.has("BILLS", "CREATE"))
          assert.isFalse(empty.hasType("SYNC_COMPLETED"))

          const count = yield* append(
            change(caller, 1, { data_model: "CONTACTS", operation: "DELETE" }),
            change(caller, 2, { data_model: "CONTACTS", operation: "CREATE" }),
            change(caller, 3, { data_model: "BILLS", operation: "DELETE" }),
            change(caller, 4, { type: "SYNC_COMPLETED", data_model: null, operation: null }),
            change(caller, 5, { type: "CONNECTION_CHANGED", data_model: null, operation: null })
          )
          assert.strictEqual(count, 4)
          const rows = yield* sql<{ webhook_id: string; subject: number }>`
            select webhook_id, subject from delivery where organisation_id = ${caller.organisationId} order by position`
          const of = (id: string) => rows.filter((row) => row.webhook_id === id).map((row) => row.subject)
          assert.deepStrictEqual(of(all.id), [1, 2, 3])
          assert.deepStrictEqual(of(some.id), [1])
          assert.deepStrictEqual(of(off.id), [])
          assert.deepStrictEqual(of(foreign.id), [])
          assert.deepStrictEqual(of(syncs.id), [4])
          assert.strictEqual(yield* append(change(yield* organisation, 1)), 0)
        }),
      20_000
    )

    test.effect(
      "a webhook that is removed or disabled meanwhile does not fail the change",
      () =>
        Effect.gen(function* () {
          const { caller, register, sql, webhooks } = yield* setup
          const events = yield* Events
          const gone = yield* register("/gone")
          const kept = yield* register("/kept")
          const wanted = yield* events.wanted(caller.organisationId)
          yield* webhooks.remove(caller, gone.id)
          yield* sql.withTransaction(events.append([change(caller, 1), change(caller, 2)], wanted))
          const rows = yield* sql<{ webhook_id: string; subject: number }>`
            select webhook_id, subject from delivery where organisation_id = ${caller.organisationId} order by position`
          assert.deepStrictEqual(rows, [
            { webhook_id: kept.id, subject: 1 },
            { webhook_id: kept.id, subject: 2 }
          ])
        }),
      20_000
    )

    test.effect(
      "deliveries of one record keep their order, whatever fails, and other records go on",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register } = yield* setup
          yield* (yield* Deliveries).work
          // The endpoint fails the first tries of record 1 and answers record 2 slowly.
          let failures = 0
          receiver.answer("/a", ({ json }, response, socket) => {
            const subject = json["data"].svc_id as number
            if (subject === 1 && failures++ < 1) return Receiver.status(500)({} as never, response, socket)
            setTimeout(() => response.writeHead(204).end(), subject === 2 ? 20 : 0)
          })
          const { id } = yield* register("/a")
          for (let round = 0; round < 10; round++) {
            yield* append(
              ...[1, 2, 3, 4, 5].map((subject) =>
                change(caller, subject, { data: JSON.stringify({ svc_id: subject, round }) })
              )
            )
          }
          const rounds = (subject: number) =>
            receiver
              .received("/a")
              .filter(({ json }) => json["data"].svc_id === subject)
              .map(({ json }) => json["data"].round as number)
          // All but record 1, whose first delivery waits for its second attempt.
          yield* receiver.waitFor("/a", 41)
          assert.deepStrictEqual(rounds(1), [0])
          for (const subject of [2, 3, 4, 5]) assert.deepStrictEqual(rounds(subject), [...Array(10).keys()])
          yield* settled(id, "DELIVERED")
          assert.deepStrictEqual(rounds(1), [0, ...Array(10).keys()])
        }),
      30_000
    )

    test.effect(
      "a dead endpoint holds up nobody",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql } = yield* setup
          yield* (yield* Deliveries).work
          const bystander = yield* register("/alone")
          const alone = performance.now()
          yield* append(...Array.from({ length: 500 }, (_, index) => change(caller, 2000 + index)))
          yield* settled(bystander.id, "DELIVERED")
          const patience = Math.max(5_000, 4 * (performance.now() - alone))
          yield* (yield* Webhooks).remove(caller, bystander.id)
          // It takes requests and never answers.
          receiver.answer("/dead", () => {})
          const dead = yield* register("/dead")
          yield* append(...Array.from({ length: 500 }, (_, index) => change(caller, index)))
          yield* receiver.waitFor("/dead", 1)
          const healthy = yield* register("/healthy")
          yield* append(...Array.from({ length: 500 }, (_, index) => change(caller, 1000 + index)))
          const began = performance.now()
          yield* receiver.waitFor("/healthy", 500)
          yield* settled(healthy.id, "DELIVERED")
          assert.isBelow(performance.now() - began, patience)
          const [count] = yield* sql<{ open: number }>`
            select count(*) as open from delivery where webhook_id = ${dead.id} and status = 'PENDING'`
          assert.strictEqual(count!.open, 1000)
          yield* (yield* Webhooks).remove(caller, dead.id)
        }),
      40_000
    )

    test.effect(
      "each of many changes from many writers arrives, and once more only if nobody answered in time",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql } = yield* setup
          yield* (yield* Deliveries).work
          const { id } = yield* register("/a")
          yield* Effect.forEach(
            Array.from({ length: 20 }, (_, writer) => writer),
            (writer) =>
              Effect.forEach(
                Array.from({ length: 5 }, (_, index) => index),
                (index) =>
                  append(...Array.from({ length: 10 }, (_, part) => change(caller, writer * 100 + index * 10 + part)))
              ),
            { concurrency: 8 }
          )
          yield* receiver.waitFor("/a", 1000)
          yield* settled(id, "DELIVERED")
          const ids = receiver.received("/a").map(({ json }) => json["id"] as string)
          assert.strictEqual(new Set(ids).size, 1000)
          // On a busy machine an answer may take longer than is waited for here.
          const tried = yield* sql<{ id: string; attempts: number }>`
            select event_id as id, attempts from delivery where webhook_id = ${id}`
          const times = Map.groupBy(ids, (id) => id)
          for (const { attempts, id } of tried) assert.isAtMost(times.get(id)?.length ?? 0, attempts, id)
        }),
      40_000
    )

    test.effect(
      "what was delivered in a span is delivered again, in order and with its ids",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql, webhooks } = yield* setup
          yield* (yield* Deliveries).work
          const { id } = yield* register("/a", { operations: ["UPDATE"] })
          yield* register("/other")
          const now = () => Effect.map(sql<{ at: Date }>`select clock_timestamp() as at`, ([row]) => row!.at)
          yield* append(change(caller, 1, { data: `{"n":0}` }))
          const from = yield* now()
          yield* Effect.forEach([1, 2, 3, 4, 5], (n) => append(change(caller, 1, { data: `{"n":${n}}` })))
          yield* append(change(caller, 1, { operation: "CREATE", data: `{"n":"unwanted"}` }))
          yield* Effect.sleep(2)
          const to = yield* now()
          yield* append(change(caller, 1, { data: `{"n":6}` }))
          const first = yield* receiver.waitFor("/a", 7)
          yield* settled(id, "DELIVERED")

          const body = { from: from.toISOString(), to: to.toISOString() }
          assert.deepStrictEqual(yield* webhooks.replay(caller, id, body), { deliveries: 5 })
          const again = (yield* receiver.waitFor("/a", 12)).slice(7)
          assert.deepStrictEqual(
            again.map(({ json }) => json["data"].n),
            [1, 2, 3, 4, 5]
          )
          assert.deepStrictEqual(
            again.map(({ body }) => body),
            first.slice(1, 6).map(({ body }) => body)
          )
          yield* settled(id, "DELIVERED")
          assert.strictEqual(receiver.received("/other").length, 8)
        }),
      20_000
    )

    test.effect(
      "what was under way when the process stopped is finished or left for the next, and nothing is lost",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql } = yield* setup
          const deliveries = yield* Deliveries
          receiver.answer("/a", (_, response) => void setTimeout(() => response.writeHead(200).end(), 30))
          const { id } = yield* register("/a")
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* deliveries.work
              yield* append(...Array.from({ length: 300 }, (_, index) => change(caller, index)))
              yield* receiver.waitFor("/a", 20)
            })
          )
          const [lane] = yield* sql<{ held: boolean }>`
            select lease_until is not null as held from webhook_lane where webhook_id = ${id}`
          assert.isFalse(lane!.held)
          const stopped = receiver.received("/a").length
          assert.isBelow(stopped, 300)
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* deliveries.work
              yield* receiver.waitFor("/a", 300)
              yield* settled(id, "DELIVERED")
            })
          )
          assert.strictEqual(new Set(receiver.received("/a").map(({ json }) => json["id"])).size, 300)
          assert.strictEqual(receiver.received("/a").length, 300)
        }),
      40_000
    )

    test.effect(
      "a result that comes after another of the same attempt changes nothing, and lists show how it went",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, sql, webhooks } = yield* setup
          yield* (yield* Deliveries).work
          // While the endpoint still thinks, somebody else (a process that took this one for dead) has its say.
          receiver.answer("/a", (_, response) => void setTimeout(() => response.writeHead(500).end("late"), 300))
          const { id } = yield* register("/a")
          yield* append(change(caller, 1))
          yield* receiver.waitFor("/a", 1)
          yield* sql`update delivery set status = 'DELIVERED', attempts = 1, response_status = 200, finished_at = now(),
            next_attempt_at = null where webhook_id = ${id}`
          yield* Effect.sleep(500)
          const { data } = yield* webhooks.deliveries(caller, id, page)
          assert.strictEqual(data.length, 1)
          assert.include(data[0], { status: "DELIVERED", attempts: 1, response_status: 200, error: null })
        }),
      20_000
    )
  })
})
