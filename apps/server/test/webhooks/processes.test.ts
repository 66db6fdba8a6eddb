import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { DatabaseInfo } from "../../src/database/Database.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { queues } from "../../src/webhooks/Queues.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as Databases from "../support/Databases.ts"
import * as Receiver from "../support/Receiver.ts"
import { append, change, layer, organisation, settled } from "../support/WebhookFixture.ts"

const logs = (process.env["TEST_LOG"] as "Info" | undefined) ?? "None"
const services = layer(Databases.postgres(), { rules: { lease: 2 } }).pipe(
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, logs))
)

/** Deliveries as one more process on the same database has them, with a job engine of its own. */
const another = Effect.map(
  Layer.build(Layer.fresh(Deliveries.layer.pipe(Layer.provide(Layer.fresh(Jobs.layer({ queues })))))),
  (context) => Context.get(context, Deliveries)
)

/** A process that delivers, and what ends it as a crash would. */
const child = Effect.gen(function* () {
  const { poolConfig } = yield* DatabaseInfo
  if (!("connectionString" in poolConfig)) return yield* Effect.die(new Error("This needs a PostgreSQL."))
  const made = Effect.promise(() => {
    const script = join(import.meta.dirname, "../support/delivery-child.ts")
    const running = spawn(process.execPath, [script, Redacted.value(poolConfig.connectionString)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" }
    })
    const closed = new Promise<void>((resolve) => running.on("close", () => resolve()))
    const kill = Effect.promise(() => {
      running.kill("SIGKILL")
      return closed
    })
    return new Promise<Effect.Effect<void>>((resolve, reject) => {
      running.stdout.once("data", () => resolve(kill))
      running.once("close", () => reject(new Error("The process ended before it delivered anything.")))
    })
  })
  return yield* Effect.acquireRelease(made, (kill) => kill)
})

const setup = Effect.gen(function* () {
  const receiver = yield* Receiver.start
  const caller = yield* organisation
  const webhooks = yield* Webhooks
  const register = (path: string) =>
    webhooks.create(caller, { name: path, type: "DATA_MODEL_CHANGES", url: receiver.url(path) })
  return { receiver, caller, webhooks, register, sql: yield* SqlClient.SqlClient }
})

describe("several processes", () => {
  it.layer(services, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("share the work: everything arrives once, and in order for each record", () =>
      Effect.gen(function* () {
        const { caller, receiver, register } = yield* setup
        for (let count = 0; count < 3; count++) yield* (yield* another).work
        const paths = ["/a", "/b", "/c", "/d"]
        const hooks = yield* Effect.forEach(paths, register)
        for (const path of paths) {
          receiver.answer(path, (_, response) => void setTimeout(() => response.end(), Math.random() * 8))
        }
        for (let round = 0; round < 60; round++) {
          yield* append(
            ...Array.from({ length: 10 }, (_, subject) =>
              change(caller, subject, { data: JSON.stringify({ svc_id: subject, round }) })
            )
          )
        }
        for (const path of paths) yield* receiver.waitFor(path, 600)
        for (const hook of hooks) yield* settled(hook.id, "DELIVERED")
        for (const path of paths) {
          const received = receiver.received(path)
          assert.strictEqual(received.length, 600)
          for (let subject = 0; subject < 10; subject++) {
            const rounds = received.filter(({ json }) => json["data"].svc_id === subject)
            assert.deepStrictEqual(
              rounds.map(({ json }) => json["data"].round),
              [...Array(60).keys()]
            )
          }
        }
      })
    )

    test.effect("take over what a process that died had in hand, after its lease", () =>
      Effect.gen(function* () {
        const { caller, receiver, register, sql } = yield* setup
        const { id } = yield* register("/a")
        // As a process leaves it that was killed right after it took the lane.
        yield* sql`update webhook_lane set token = token + 1, lease_until = clock_timestamp() + interval '1 second'
          where webhook_id = ${id}`
        yield* (yield* Deliveries).work
        yield* append(change(caller, 1))
        yield* Effect.sleep(300)
        assert.strictEqual(receiver.received("/a").length, 0)
        const began = performance.now()
        yield* receiver.waitFor("/a", 1)
        assert.isBelow(performance.now() - began, 8_000)
        yield* settled(id, "DELIVERED")
      })
    )

    test.effect("lose nothing when they are killed, again and again, and keep the order", () =>
      Effect.gen(function* () {
        const { caller, receiver, register } = yield* setup
        const paths = ["/a", "/b", "/c"]
        const hooks = yield* Effect.forEach(paths, register)
        for (const path of paths) receiver.answer(path, (_, response) => void setTimeout(() => response.end(), 15))
        for (let round = 0; round < 40; round++) {
          yield* append(
            ...Array.from({ length: 20 }, (_, subject) =>
              change(caller, subject, { data: JSON.stringify({ svc_id: subject, round }) })
            )
          )
        }
        for (let kills = 1; kills <= 3; kills++) {
          const kill = yield* child
          yield* receiver.waitFor("/a", kills * 100)
          yield* kill
        }
        yield* child
        for (const hook of hooks) yield* settled(hook.id, "DELIVERED")
        for (const path of paths) {
          const first = new Map(
            receiver
              .received(path)
              .toReversed()
              .map(({ json }) => [json["id"] as string, json])
          )
          assert.strictEqual(first.size, 800)
          // What was under way at a kill comes again, with its id; what comes for the first time comes in order.
          assert.isAtMost(receiver.received(path).length, 800 + 3 * 200)
          for (let subject = 0; subject < 20; subject++) {
            const rounds = [...first.values()].toReversed().filter((json) => json["data"].svc_id === subject)
            assert.deepStrictEqual(
              rounds.map((json) => json["data"].round),
              [...Array(40).keys()]
            )
          }
        }
      })
    )

    test.effect("take no lane from each other while it is held, and none is held longer than it is used", () =>
      Effect.gen(function* () {
        const { caller, receiver, register, sql } = yield* setup
        const { id } = yield* register("/a")
        yield* (yield* another).work
        yield* (yield* another).work
        // Longer than a lease and its renewal.
        receiver.answer("/a", (_, response) => void setTimeout(() => response.end(), 6_500))
        yield* append(change(caller, 1))
        yield* receiver.waitFor("/a", 1)
        yield* append(change(caller, 1), change(caller, 2))
        yield* settled(id, "DELIVERED")
        assert.deepStrictEqual(
          receiver.received("/a").map(({ json }) => json["data"].svc_id),
          [1, 2, 1]
        )
        yield* Effect.repeat(
          Effect.delay(
            sql`select 1 from webhook_lane where webhook_id = ${id} and lease_until is not null`,
            "10 millis"
          ),
          { until: (rows) => rows.length === 0 }
        ).pipe(Effect.timeout("2 seconds"))
      })
    )
  })
})
