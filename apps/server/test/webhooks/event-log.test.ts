/** The list of events: all of them where all are kept, and never one in front of what was listed. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Horizon from "../../src/records/Horizon.ts"
import { EventLog } from "../../src/webhooks/EventLog.ts"
import { Events, KeepsAll } from "../../src/webhooks/Events.ts"
import { deliver } from "../../src/webhooks/Queues.ts"
import { postgres } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

const setup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const log = yield* EventLog
  const target = yield* Stored.connect()
  const append = (subject: number, operation: "CREATE" | "UPDATE" = "CREATE") =>
    Effect.andThen(
      sql`select id from connection where id = ${target.connectionId} for share`,
      events.append([
        {
          organisation_id: target.organisationId,
          company_id: target.companyId,
          connection_id: target.connectionId,
          integration_type: "TEST",
          type: "DATA_MODEL_CHANGES",
          data_model: "ITEMS",
          operation,
          subject,
          data: JSON.stringify({ svc_id: subject, operation })
        }
      ])
    )
  const list = (params: Record<string, string> = {}) =>
    Effect.map(log.list(Stored.callerOf(target), new URLSearchParams(params)), ({ data }) =>
      data.map(({ subject_id }) => subject_id)
    )
  return { sql, target, append, list, log }
})

const layerOf = (keepsAll: boolean) =>
  Layer.mergeAll(Events.layer, EventLog.layer).pipe(
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(postgres()),
    Layer.provideMerge(Layer.succeed(Horizon.Patience, 60_000)),
    Layer.provideMerge(Layer.succeed(KeepsAll, keepsAll))
  )

describe("the list of events", () => {
  it.layer(layerOf(true), { timeout: "180 seconds", excludeTestServices: true })("where all are kept", (test) => {
    test.effect("has those that no webhook wants, as a webhook would send them", () =>
      Effect.gen(function* () {
        const { append, list, log, sql, target } = yield* setup
        yield* sql.withTransaction(append(7))
        yield* sql.withTransaction(append(8))
        yield* sql.withTransaction(append(7, "UPDATE"))
        assert.deepStrictEqual(yield* list(), [7, 8, 7])
        assert.deepStrictEqual(
          yield* list({ "subject_id[eq]": "7", "sort[created_at]": "DESC", "operation[eq]": "CREATE" }),
          [7]
        )
        const { data } = yield* log.list(Stored.callerOf(target), new URLSearchParams({ "operation[eq]": "UPDATE" }))
        assert.deepStrictEqual(data[0]!.data, { svc_id: 7, operation: "UPDATE" })
      })
    )
    test.effect("shows none in front of which another may still appear", () =>
      Effect.gen(function* () {
        const { append, list, sql } = yield* setup
        const begun = yield* Deferred.make<void>()
        const end = yield* Deferred.make<void>()
        const open = yield* Effect.forkChild(
          sql.withTransaction(
            append(1).pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Deferred.await(end)))
          )
        )
        yield* Deferred.await(begun)
        yield* sql.withTransaction(append(2))
        assert.deepStrictEqual(yield* list(), [])
        assert.deepStrictEqual(yield* list({ "sort[created_at]": "DESC" }), [])
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(open)
        const shown = yield* Effect.repeat(list(), { until: (all) => all.length === 2 })
        assert.deepStrictEqual(shown, [1, 2])
      })
    )
  })
  it.layer(layerOf(false), { timeout: "180 seconds", excludeTestServices: true })("where they are not", (test) => {
    test.effect("has only what a webhook wants", () =>
      Effect.gen(function* () {
        const { append, list, sql } = yield* setup
        yield* sql.withTransaction(append(1))
        assert.deepStrictEqual(yield* list(), [])
      })
    )
  })
})
