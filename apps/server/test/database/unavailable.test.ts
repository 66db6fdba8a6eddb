/** What PostgreSQL ends for a reason that passes is told apart from a fault of ours, whenever the client learns of it. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../../src/database/Database.ts"
import { isUnavailable } from "../../src/database/Unavailable.ts"
import * as Postgres from "../support/Postgres.ts"

/** What a transaction fails with whose session is ended between two of its statements, while nobody waits for an answer. */
const failureOf = (
  idleInTransactionTimeout: number,
  end: (sql: SqlClient.SqlClient, session: number) => Effect.Effect<unknown, unknown>
) =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* Postgres.database)
    return yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isOpen = (session: number) =>
        Effect.map(sql`select 1 from pg_stat_activity where pid = ${session}`, ({ length }) => length > 0)
      // On a session of its own: with a context that is only provided anew, an effect stays within the transaction.
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      const outside = <A, E>(effect: Effect.Effect<A, E>) => Effect.promise(() => run(effect))
      const exit = yield* Effect.exit(
        sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ session: number }>`select pg_backend_pid() as session`
            yield* outside(end(sql, row!.session))
            yield* outside(Effect.repeat(isOpen(row!.session), { while: (open) => open }))
            return yield* sql`select 1`
          })
        )
      )
      // As a request sees it: that the transaction could not be rolled back either is beside the point.
      return Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
    }).pipe(
      Effect.provide(Database.layer({ dataDir: "unused", databaseUrl, maxConnections: 2, idleInTransactionTimeout }))
    )
  }).pipe(Effect.scoped)

describe("a session that is ended in the middle of a transaction is a passing fault", () => {
  it.live("when the transaction stood still for too long", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(50, () => Effect.void)
      assert.isTrue(isUnavailable(error), String(error))
    })
  )
  it.live("when an operator or a shutdown ends it", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(15_000, (sql, session) => sql`select pg_terminate_backend(${session})`)
      assert.isTrue(isUnavailable(error), String(error))
    })
  )
})

it.live(
  "a node that a cluster lost in the middle of a transaction is one, so is a shard that became others, and any other fault is none",
  () =>
    Effect.gen(function* () {
      const databaseUrl = Option.some(yield* Postgres.database)
      const raised = (message: string) =>
        Effect.flip(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql.unsafe(`do $$ begin raise exception using errcode = 'XX000', message = '${message}'; end $$`)
          )
        )
      yield* Effect.gen(function* () {
        for (const message of [
          "failure on connection marked as essential: 127.0.0.1:5472",
          "failed to prepare transaction ''citus_0_77_1_0'' on host 127.0.0.1:5471",
          "execution cannot recover from multiple connection failures. Last node failed 127.0.0.1:5471",
          "could not find valid entry for shard 102019"
        ]) {
          assert.isTrue(isUnavailable(yield* raised(message)), message)
        }
        assert.isFalse(isUnavailable(yield* raised("cache lookup failed for relation 77")))
      }).pipe(Effect.provide(Database.layer({ dataDir: "unused", databaseUrl })))
    }).pipe(Effect.scoped)
)

it.live("a statement that no later attempt can mend is none", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* Postgres.database)
    const error = yield* Effect.flip(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 / 0`).pipe(
        Effect.provide(Database.layer({ dataDir: "unused", databaseUrl }))
      )
    )
    assert.isFalse(isUnavailable(error), String(error))
  }).pipe(Effect.scoped)
)
