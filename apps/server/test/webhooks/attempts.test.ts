import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { rules } from "../../src/webhooks/DeliveryRules.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as Databases from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import { append, change, layer, organisation, setClock } from "../support/WebhookFixture.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, (process.env["TEST_LOG"] as "Info" | undefined) ?? "None")
const page = new URLSearchParams({ limit: "1000" })
const day = 86_400

const setup = Effect.gen(function* () {
  yield* setClock(0)
  const receiver = yield* Receiver.start
  const caller = yield* organisation
  const webhooks = yield* Webhooks
  const deliveries = yield* Deliveries
  const sql = yield* SqlClient.SqlClient
  // What other tests left open is not looked at here.
  yield* sql`update delivery set status = 'FAILED', next_attempt_at = null where status = 'PENDING'`
  yield* deliveries.work
  const register = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    webhooks.create(caller, { name: "n", type: "DATA_MODEL_CHANGES", url, headers })
  /** The one delivery of a webhook. */
  const delivery = (id: string) =>
    Effect.map(webhooks.deliveries(caller, id, page), ({ data }) => {
      assert.strictEqual(data.length, 1)
      return data[0]!
    })
  /** The one delivery once so many attempts of it are noted. */
  const attempted = (id: string, attempts: number) =>
    Effect.repeat(Effect.delay(delivery(id), "5 millis"), { until: (row) => row.attempts >= attempts }).pipe(
      Effect.timeout("15 seconds"),
      Effect.orDie
    )
  /** Seconds from the last attempt to the next, by the clock of the database. */
  const wait = (id: string) =>
    Effect.map(
      sql<{ wait: number }>`select extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait
        from delivery where webhook_id = ${id}`,
      ([row]) => row!.wait
    )
  /** Moves the clock to so many seconds from what the next attempt is due at, and looks for what is due. */
  const advanceTo = (id: string, seconds: number) =>
    Effect.gen(function* () {
      yield* sql`update test_clock set shift = (
        select next_attempt_at - now() + make_interval(secs => ${seconds}::float8) from delivery where webhook_id = ${id})`
      return yield* deliveries.sweep
    })
  const webhook = (id: string) => webhooks.get(caller, id)
  return { receiver, caller, webhooks, deliveries, sql, register, delivery, attempted, wait, advanceTo, webhook }
})

/** A port that nobody listens on. */
const closedPort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

const services = layer(Databases.any(), { rules: { timeout: 1200 } }).pipe(Layer.provideMerge(quiet))
describe("attempts", () => {
  it.layer(services, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect(
      "there are ten, at the times of the schedule give or take a tenth, and then the delivery has failed",
      () =>
        Effect.gen(function* () {
          const { advanceTo, attempted, delivery, receiver, register, sql, wait, webhook, webhooks, caller } =
            yield* setup
          receiver.answer("/a", Receiver.status(500, {}, "out of order"))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          let elapsed = 0
          for (const [index, delay] of rules.delays.slice(1).entries()) {
            const tried = yield* attempted(id, index + 1)
            assert.include(tried, { status: "PENDING", response_status: 500 })
            assert.strictEqual(tried.error, "The endpoint answered 500: out of order")
            const waiting = yield* wait(id)
            assert.isAtLeast(waiting, delay * 0.9)
            assert.isAtMost(waiting, delay * 1.1)
            elapsed += waiting
            // A durable timer is set for it as well, in case this process is gone by then.
            const timer = sql<{ late: number | null }>`
              select min(abs(extract(epoch from start_after - now()) - ${waiting}::float8))::float8 as late
              from pgboss.job where name = 'webhooks/deliver' and start_after > now()`
            if (waiting > 10) {
              yield* Effect.repeat(Effect.delay(timer, "5 millis"), { until: ([row]) => (row?.late ?? 99) < 3 }).pipe(
                Effect.timeout("5 seconds")
              )
            }
            // Not a moment early, then at once.
            if (waiting > 60) assert.strictEqual(yield* advanceTo(id, -1), 0)
            assert.strictEqual((yield* delivery(id)).attempts, index + 1)
            yield* advanceTo(id, 0.001)
            // An endpoint that fails for five days is disabled; here only the schedule is looked at.
            yield* sql`update webhook set failing_since = null where id = ${id}`
          }
          const failed = yield* attempted(id, 10)
          assert.include(failed, { status: "FAILED", next_attempt_at: null })
          assert.isNotNull(failed.finished_at)
          const whole = rules.delays.reduce((sum, delay) => sum + delay, 0)
          assert.isAtLeast(elapsed, whole * 0.9)
          assert.isAtMost(elapsed, whole * 1.1)
          const ids = new Set(receiver.received("/a").map(({ headers }) => headers["webhook-id"]))
          assert.strictEqual(ids.size, 1)
          assert.strictEqual(receiver.received("/a").length, 10)
          assert.isFalse((yield* webhook(id)).is_disabled)

          // Tried again by hand it begins a new schedule, and then the endpoint is well.
          receiver.answer("/a", Receiver.sequence(Receiver.status(503)))
          assert.include(yield* webhooks.retry(caller, failed.id), { status: "PENDING", attempts: 10 })
          yield* attempted(id, 11)
          assert.isBelow(yield* wait(id), 6)
          yield* advanceTo(id, 0.001)
          assert.include(yield* attempted(id, 12), { status: "DELIVERED", response_status: 200, error: null })

          // Each of them is kept, with the body that was sent every time.
          const kept = yield* webhooks.delivery(caller, failed.id)
          assert.deepStrictEqual(
            kept.attempts_made.map(({ number, response_status }) => [number, response_status]),
            [...Array.from({ length: 10 }, (_, index) => [index + 1, 500]), [11, 503], [12, 200]]
          )
          assert.strictEqual(kept.attempts_made[0]?.error, "The endpoint answered 500: out of order")
          assert.strictEqual(kept.attempts_made[0]?.answer, "out of order")
          for (const { milliseconds } of kept.attempts_made) assert.isAtLeast(milliseconds ?? -1, 0)
          assert.deepStrictEqual([...new Set(receiver.received("/a").map(({ body }) => body))], [kept.body])
          const other = yield* Effect.flip(webhooks.delivery({ ...caller, organisationId: 999_999 }, failed.id))
          assert.strictEqual(other.status, 404)
          // One that arrives at once has one attempt, with what the endpoint said, and keeps it when it is sent again.
          const { id: well } = yield* register(receiver.url("/well/a-secret-place"), { "x-key": "very-secret" })
          const said = ["put down as 4711", "very-secret a-secret-place", `${"long ".repeat(2000)}`, ""]
          receiver.answer(
            "/well/a-secret-place",
            Receiver.sequence(...said.map((text) => Receiver.status(202, {}, text)))
          )
          yield* append(change(caller, 2))
          const { id: first } = yield* attempted(well, 1)
          for (const attempts of [2, 3, 4]) {
            yield* webhooks.retry(caller, first)
            yield* attempted(well, attempts)
          }
          const { attempts_made } = yield* webhooks.delivery(caller, first)
          assert.deepStrictEqual(
            attempts_made.map(({ answer, error, number, response_status }) => [number, response_status, error, answer]),
            [
              [1, 202, null, "put down as 4711"],
              [2, 202, null, "[redacted] [redacted]"],
              [3, 202, null, `${"long ".repeat(60)}…`],
              [4, 202, null, null]
            ]
          )
          for (const { milliseconds } of attempts_made) assert.isAtLeast(milliseconds ?? -1, 0)
        }),
      60_000
    )

    test.effect(
      "the second attempt comes after five seconds by itself",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, register } = yield* setup
          receiver.answer("/a", Receiver.sequence(Receiver.status(500)))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          const [first, second] = yield* receiver.waitFor("/a", 2)
          assert.isAtLeast(second!.at - first!.at, 4_450)
          assert.isAtMost(second!.at - first!.at, 5_900)
          assert.include(yield* attempted(id, 2), { status: "DELIVERED" })
        }),
      20_000
    )

    test.effect(
      "Retry-After is obeyed, as seconds and as a date, up to a day",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, register, wait } = yield* setup
          const date = new Date(Date.now() + 7_200_000)
          for (const [path, value, least, most] of [
            // A date is nearer by the time that it is read, so that it comes first.
            ["/date", date.toUTCString(), 7198, 7202],
            ["/seconds", "3600", 3600, 3600],
            ["/short", "1", 4.5, 5.5],
            ["/long", "99999999", day, day],
            ["/nonsense", "soon", 4.5, 5.5]
          ] as const) {
            receiver.answer(path, Receiver.status(429, { "retry-after": value }))
            const { id } = yield* register(receiver.url(path))
            yield* append(change(caller, 1))
            assert.include(yield* attempted(id, 1), { status: "PENDING", response_status: 429 })
            const waiting = yield* wait(id)
            const gone = path === "/date" ? (Date.now() + 7_200_000 - date.getTime()) / 1000 : 0
            assert.isAtLeast(waiting, least - gone, path)
            assert.isAtMost(waiting, most, path)
          }
        }),
      20_000
    )

    test.effect(
      "an endpoint that asks to be left alone gets no other delivery meanwhile either",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, deliveries, receiver, register, sql } = yield* setup
          receiver.answer("/a", Receiver.sequence(Receiver.status(429, { "retry-after": "600" })))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          yield* attempted(id, 1)
          yield* append(change(caller, 2), change(caller, 3))
          yield* setClock(590)
          assert.strictEqual(yield* deliveries.sweep, 0)
          yield* Effect.sleep(200)
          assert.strictEqual(receiver.received("/a").length, 1)
          // However long the first answer took.
          yield* setClock(660)
          assert.strictEqual(yield* deliveries.sweep, 1)
          yield* receiver.waitFor("/a", 4)
          yield* Effect.repeat(
            Effect.delay(sql`select 1 from delivery where webhook_id = ${id} and status = 'PENDING'`, "5 millis"),
            { until: (rows) => rows.length === 0 }
          ).pipe(Effect.timeout("10 seconds"))
        }),
      20_000
    )

    test.effect(
      "410 disables at once, ends what is open, and enabling lets it be tried again",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, register, sql, webhook, webhooks } = yield* setup
          receiver.answer("/a", Receiver.status(410))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          assert.include(yield* attempted(id, 1), { status: "FAILED", response_status: 410 })
          yield* Effect.repeat(Effect.delay(webhook(id), "5 millis"), { until: (row) => row.is_disabled })
          assert.strictEqual((yield* webhook(id)).disabled_reason, "The endpoint answered 410: it is gone.")
          assert.strictEqual(yield* append(change(caller, 2)), 0)
          const failed = (yield* webhooks.deliveries(caller, id, page)).data[0]!.id
          const refused = yield* Effect.flip(webhooks.retry(caller, failed))
          assert.strictEqual(refused.code, "conflict")

          receiver.answer("/a", Receiver.status(200))
          const enabled = yield* webhooks.update(caller, id, { is_disabled: false })
          assert.include(enabled, { is_disabled: false, disabled_reason: null })
          yield* webhooks.retry(caller, failed)
          assert.include(yield* attempted(id, 2), { status: "DELIVERED" })
          const [row] = yield* sql<{ failing_since: Date | null }>`select failing_since from webhook where id = ${id}`
          assert.isNull(row!.failing_since)
        }),
      20_000
    )

    test.effect(
      "an endpoint that fails for five days is disabled and says why; a success before that clears it",
      () =>
        Effect.gen(function* () {
          const { advanceTo, attempted, caller, receiver, register, sql, webhook, webhooks } = yield* setup
          receiver.answer("/a", Receiver.status(502, {}, "bad gateway"))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          yield* attempted(id, 1)
          yield* advanceTo(id, 4.9 * day)
          yield* attempted(id, 2)
          assert.isFalse((yield* webhook(id)).is_disabled)
          receiver.answer("/a", Receiver.sequence(Receiver.status(200), Receiver.status(502), Receiver.status(502)))
          yield* advanceTo(id, 0.3 * day)
          assert.include(yield* attempted(id, 3), { status: "DELIVERED" })

          yield* sql`delete from delivery where webhook_id = ${id}`
          yield* append(change(caller, 2))
          yield* advanceTo(id, 5.2 * day)
          yield* attempted(id, 1)
          assert.isFalse((yield* webhook(id)).is_disabled)
          yield* append(change(caller, 3), change(caller, 3))
          yield* sql`delete from delivery where webhook_id = ${id} and subject = 2`
          yield* sql`update test_clock set shift = shift + interval '5 days 1 minute'`
          yield* (yield* Deliveries).sweep
          const disabled = yield* Effect.repeat(Effect.delay(webhook(id), "5 millis"), {
            until: (row) => row.is_disabled
          }).pipe(Effect.timeout("10 seconds"))
          assert.match(
            disabled.disabled_reason!,
            /^No delivery has succeeded since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\. The endpoint answered 502\.$/
          )
          const closed = yield* Effect.repeat(
            Effect.delay(webhooks.deliveries(caller, id, new URLSearchParams({ status: "FAILED" })), "5 millis"),
            { until: ({ data }) => data.length === 2 }
          ).pipe(Effect.timeout("10 seconds"))
          for (const { error } of closed.data) assert.include(error, "The webhook was disabled")
        }),
      30_000
    )

    test.effect(
      "every fault of an endpoint is a failed attempt that says what happened",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, register } = yield* setup
          const port = yield* closedPort
          receiver.answer("/redirect", Receiver.status(301, { location: receiver.url("/elsewhere") }))
          receiver.answer("/slow", () => {})
          receiver.answer("/cut", Receiver.cut)
          receiver.answer("/by-letters", Receiver.drip)
          receiver.answer("/garbage", (_, response) => void response.socket!.end("no http at all\r\n\r\n"))
          receiver.answer("/echo", ({ headers }, response) => {
            response.writeHead(401).end(`wrong key ${headers["x-key"]}\n\u0000\u0007 ${"x".repeat(2000)}`)
          })
          const place = "/place/of-the-receiver?token=of-the-receiver"
          receiver.answer(place, ({ path }, response) => {
            response.writeHead(404).end(`No POST ${path} of of-the-receiver ${encodeURIComponent(path)}`)
          })
          const cases = [
            [receiver.url("/redirect"), 301, /^The endpoint answered 301\.$/],
            [receiver.url("/slow"), null, /^The endpoint did not answer within 1\.2 seconds\.$/],
            [receiver.url("/by-letters"), null, /^The endpoint did not answer within 1\.2 seconds\.$/],
            [receiver.url("/cut"), null, /^The endpoint cut the connection\.$/],
            [receiver.url("/garbage"), null, /^The answer of the endpoint is not HTTP\.$/],
            [receiver.url("/echo"), 401, /^The endpoint answered 401: wrong key undefined .{1,300}…$/],
            [receiver.url(place), 404, /^The endpoint answered 404: No POST (?!.*receiver).*$/],
            [`http://127.0.0.1:${port}/`, null, /^The endpoint refused the connection\.$/],
            [`http://no-such-host.localhost:${port}/`, null, /^The (name|endpoint) .*\.$/]
          ] as const
          for (const [url, status, error] of cases) {
            const made = yield* Effect.exit(register(url))
            if (made._tag === "Failure") continue
            const { id } = made.value
            yield* append(change(caller, 1))
            const tried = yield* attempted(id, 1)
            assert.include(tried, { status: "PENDING", response_status: status }, url)
            assert.match(tried.error!, error)
          }
          assert.strictEqual(receiver.received("/elsewhere").length, 0)
        }),
      30_000
    )

    test.effect(
      "a 2xx counts whatever follows it: a huge answer is cut off, a slow one not waited for",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, register } = yield* setup
          receiver.answer("/huge", Receiver.flood(200, 1_000_000_000))
          receiver.answer("/drip", (_, response) => {
            response.writeHead(200)
            const timer = setInterval(() => response.write("."), 50)
            response.on("close", () => clearInterval(timer))
          })
          receiver.answer("/cut", (_, response) => {
            response.writeHead(200, { "content-length": "100" })
            response.write("half")
            setTimeout(() => response.socket!.destroy(), 20)
          })
          for (const path of ["/huge", "/drip", "/cut"]) {
            const { id } = yield* register(receiver.url(path))
            const began = performance.now()
            yield* append(change(caller, 1))
            assert.include(yield* attempted(id, 1), { status: "DELIVERED", response_status: 200, error: null })
            assert.isBelow(performance.now() - began, 3_000)
          }
          assert.isBelow(receiver.written(), 30_000_000)
        }),
      30_000
    )

    test.effect(
      "no answer of an endpoint brings its own secrets into an error",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, receiver, webhooks } = yield* setup
          receiver.answer("/a", ({ headers }, response) => {
            response.writeHead(403).end(JSON.stringify(headers))
          })
          const { id } = yield* webhooks.create(caller, {
            name: "n",
            type: "DATA_MODEL_CHANGES",
            url: receiver.url("/a"),
            headers: { "x-a": "Bearer s3cr3t-value" }
          })
          yield* append(change(caller, 1))
          const { error } = yield* attempted(id, 1)
          assert.include(error, "[redacted]")
          assert.notInclude(error, "s3cr3t-value")
        }),
      20_000
    )

    test.effect(
      "a test sends a sample once, and says how it went",
      () =>
        Effect.gen(function* () {
          const { caller, receiver, register, webhooks } = yield* setup
          const { id } = yield* register(receiver.url("/a"))
          assert.include(yield* webhooks.test(caller, id), {
            webhook_id: id,
            status: "DELIVERED",
            attempts: 1,
            response_status: 200
          })
          const [request] = receiver.received("/a")
          assert.include(request!.json, { type: "DATA_MODEL_CHANGES", data_model: "CONTACTS", company_id: null })
          assert.include(request!.json["data"], { svc_id: 0, name: null })
          receiver.answer("/a", Receiver.status(404, {}, "nobody here"))
          assert.include(yield* webhooks.test(caller, id), {
            status: "FAILED",
            response_status: 404,
            error: "The endpoint answered 404: nobody here"
          })
          assert.strictEqual(receiver.received("/a").length, 2)
        }),
      20_000
    )

    test.effect(
      "events and deliveries are removed after their time, unless one is still open",
      () =>
        Effect.gen(function* () {
          const { attempted, caller, deliveries, receiver, register, sql } = yield* setup
          receiver.answer("/a", Receiver.sequence(Receiver.status(200), Receiver.status(500)))
          const { id } = yield* register(receiver.url("/a"))
          yield* append(change(caller, 1))
          yield* attempted(id, 1)
          const left = sql<{ subject: number }>`
            select e.subject from event e where organisation_id = ${caller.organisationId} order by position`
          yield* append(change(caller, 2))
          yield* receiver.waitFor("/a", 2)
          yield* Effect.repeat(
            Effect.delay(sql`select 1 from delivery where webhook_id = ${id} and attempts = 0`, "5 millis"),
            { until: (rows) => rows.length === 0 }
          )
          // The moment itself, since nodes do not count days back from their rows.
          yield* sql`update event set created_at = ${new Date(Date.now() - 31 * day * 1000).toISOString()}::text::timestamptz`
          yield* append(change(caller, 3))
          yield* deliveries.purge
          assert.deepStrictEqual(
            (yield* left).map(({ subject }) => subject),
            [2, 3]
          )
        }),
      20_000
    )
  })
})
