/**
 * Who waits for whom at the database. Requests go before what runs beside them: on PostgreSQL some connections of the pool are
 * never lent to that, and the embedded session, which serves one at a time, lets requests go first. Whoever looks after the
 * work beside them says so once, by {@link Lane}; what it calls knows nothing of it.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import * as Bridge from "./Bridge.ts"

/**
 * Whose statements a fiber sends: those of requests, of large ones, or of what runs beside them. To PostgreSQL, which serves many at
 * once, large ones are requests as others are; the embedded session lets smaller ones go first.
 */
export const Lane = Context.Reference<"requests" | "large" | "background">("@svc/server/database/Lane", {
  defaultValue: () => "requests"
})

/** Of so many connections one is kept for requests. */
const KEPT = 4

/** Connections that work beside requests has at once, of those of a pool: never the last one, unless it is the only one. */
export const shareOfBackground = (connections: number): number =>
  Math.max(1, connections - Math.ceil(connections / KEPT))

/** A client whose pool is shared; `isEmbedded` where it is the engine that lets one go before the other. */
export const make = Effect.fnUntraced(function* (
  options: PgClient.PgPoolConfig & { readonly maxConnections: number },
  isEmbedded: boolean
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity> {
  const requests = laneOf(yield* PgPool.make(options))
  const background = isEmbedded
    ? laneOf(yield* PgPool.make({ ...options, applicationName: Bridge.BACKGROUND }))
    : limited(requests, yield* Semaphore.make(shareOfBackground(options.maxConnections)))
  const own = <A, E, R>(use: (lane: LaneOf) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Lane, (lane) =>
      use(lane === "background" || (lane === "large" && isEmbedded) ? background : requests)
    )
  const client = yield* clientOf({
    acquirer: own(({ acquirer }) => acquirer),
    // A statement outside a transaction has no need of a scope, which would cost a list more than its lane does.
    borrower: (f) => own(({ borrower }) => borrower(f))
  })
  // Opens nothing until somebody listens.
  const { config, json, listen, notify } = yield* PgClient.make(options)
  return Object.assign(client, { [PgClient.TypeId]: PgClient.TypeId, config, json, listen, notify })
})

/** A client whose sessions are looked at before each statement, or each transaction, that is given one. */
export const guarded = Effect.fnUntraced(function* (
  options: PgClient.PgPoolConfig,
  guard: (session: PgConnection.PgConnection) => Effect.Effect<void, SqlError>
): Effect.fn.Return<SqlClient.SqlClient, SqlError, Scope.Scope | Reactivity.Reactivity> {
  const pool = yield* PgPool.make(options)
  return yield* clientOf({
    acquirer: Effect.map(Effect.tap(pool.reserve, guard), connectionOf),
    borrower: (f) => pool.use((session) => Effect.andThen(guard(session), f(connectionOf(session))))
  })
})

interface LaneOf {
  readonly acquirer: SqlConnection.Acquirer
  readonly borrower: SqlConnection.Borrower
}
const clientOf = (lane: LaneOf) =>
  SqlClient.make({
    ...lane,
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
const laneOf = (from: PgPool.PgPool): LaneOf => ({
  acquirer: Effect.map(from.reserve, connectionOf),
  borrower: (f) => from.use((connection) => f(connectionOf(connection)))
})

/** A session of the pool as the client speaks to it. Rows are taken as they come. */
const connectionOf = (session: PgConnection.PgConnection): SqlConnection.Connection => ({
  execute: (sql, params) => Effect.map(session.query(sql, params), ({ rows }) => rows),
  executeRaw: (sql, params) => session.query(sql, params),
  executeStream: (sql, params) => session.stream(sql, params),
  executeValues: (sql, params) => session.queryValues(sql, params),
  executeValuesUnprepared: (sql, params) => session.queryValues(sql, params, false),
  executeUnprepared: (sql, params) => Effect.map(session.query(sql, params, false), ({ rows }) => rows)
})

/** A place is waited for, and given back with the connection. */
const limited = ({ acquirer, borrower }: LaneOf, places: Semaphore.Semaphore): LaneOf => ({
  acquirer: Effect.andThen(
    Effect.acquireRelease(places.take(1), () => places.release(1), { interruptible: true }),
    acquirer
  ),
  borrower: (f) => places.withPermits(1)(borrower(f))
})

/** PostgreSQL answers the commit of a transaction in which a statement has failed with ROLLBACK. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as { readonly command: string }).command === "ROLLBACK"
      ? Effect.fail(
          new SqlError({
            reason: new UnknownError({
              cause: new Error("COMMIT rolled back an aborted transaction"),
              message: "COMMIT rolled back an aborted transaction",
              operation: "commit"
            })
          })
        )
      : Effect.void
  )
