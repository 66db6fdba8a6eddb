/**
 * A standby of the database, which follows it by streaming replication, for reads. Who reads there says how far the standby must
 * have come, by a place in the log of the database; each session is asked before it is used, so it does not matter how many
 * standbys an address leads to. What is not that far, is gone, or is no standby of this database fails as {@link Unfit}.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import type { Service as Definition } from "@svc/core/api"
import * as Pg from "@effect/sql-pg/PgClient"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, SqlError, UnknownError } from "effect/sql/SqlError"
import * as Lanes from "./Lanes.ts"
import * as Lines from "./Lines.ts"
import { isUnavailable } from "./Unavailable.ts"

/** A place in the log of a database. A standby that is made the primary begins the next timeline. */
export interface Mark {
  readonly timeline: number
  /** Bytes. */
  readonly position: number
}

/**
 * SQL of how far the primary has come, as two columns. Whatever can be seen is in the part of the log that is on the disk,
 * unless transactions do not wait for that.
 */
export const mark = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
  ((case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)
    - '0/0'::pg_lsn)::bigint as position`

/** Which database it is, whoever has a copy of it. */
const identity = `(select system_identifier::text from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`
/** Where a standby is. That it is on another timeline it knows for sure only when it has kept a checkpoint of that one. */
const asked = `select pg_is_in_recovery() as "isStandby",
  coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::bigint as position,
  (select timeline_id from pg_control_checkpoint()) as timeline, ${identity} as identity`
interface Asked extends Mark {
  readonly isStandby: boolean
  readonly identity: string
}

/** How long a read waits for a standby that is behind, and how often it looks, in milliseconds. */
const wait = { longest: 100, each: 2 }
/** For so long after one that was too far behind nobody waits for it. */
const NO_PATIENCE = 1000
/** How often it is asked whether it is there, and how long it has for an answer. */
const watched = { every: 1000, longest: 2000 }

/** How many places of the last looks are kept. */
const PASSED = 3600

/** Why the primary has to be read. */
export class Unfit extends Data.TaggedError("Unfit")<{ readonly why: "behind" | "lost" | "failed" }> {}

/** `starting` until it was first asked; `foreign` is one that is no standby of this database; `unused` may not be read. */
export type Condition = (typeof Definition.replicaConditions)[number]
export interface State {
  readonly condition: Condition
  /** What it has still to replay, as of a second ago, and since when the database is ahead of it. */
  readonly behindBytes: number
  readonly behindSeconds: number
}

export interface Replica {
  readonly sql: SqlClient
  readonly lines: Lines.Lines
  /** Whether it is worth while to ask it. */
  readonly isThere: () => boolean
  readonly state: () => State
  /** Reads where it has come as far as the mark. */
  readonly read: <A, E, R>(mark: Mark, read: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unfit, R>
  /** Says once why it may not be read at all. */
  readonly forbid: (why: string) => Effect.Effect<void>
}

/** The standby, where the settings name one. */
export const Current = Context.Reference<Replica | null>("@svc/server/database/Replica", { defaultValue: () => null })

const up = Metric.gauge("svc_replica_in_use", { description: "Whether lists are read from the read replica: 1 or 0." })
const behindBytes = Metric.gauge("svc_replica_behind_bytes", { description: "What the replica has still to replay." })
const behindSeconds = Metric.gauge("svc_replica_behind_seconds", {
  description: "How long ago the database was where the replica is: 0 where it has replayed all."
})

/** How far a session must have come; null where nobody cares. */
const Wanted = Context.Reference<Mark | null>("@svc/server/database/Replica/Wanted", { defaultValue: () => null })

const failure = (why: Unfit["why"]): SqlError => {
  const cause = new Unfit({ why })
  return new SqlError({ reason: new UnknownError({ cause, message: `The replica: ${why}`, operation: "replica" }) })
}
/** What an error says about the standby; undefined for what the primary would say too. */
const unfitOf = (error: unknown): Unfit | undefined => {
  if (!isSqlError(error)) return undefined
  const { cause } = error.reason
  if (cause instanceof Unfit) return cause
  // What takes too long there takes too long here. A conflict with what is replayed is told as one of transactions.
  if (error.reason._tag === "StatementTimeoutError" || !isUnavailable(error)) return undefined
  return new Unfit({ why: error.reason._tag === "ConnectionError" ? "lost" : "failed" })
}

/** Opens it. Whatever is wrong with it, reads go to the primary: it is watched from here on, and used when it is there. */
export const make = Effect.fnUntraced(function* (
  options: PgClient.PgPoolConfig,
  primary: SqlClient
): Effect.fn.Return<Replica, SqlError, Scope.Scope | Reactivity.Reactivity> {
  const scope = yield* Effect.scope
  let condition: Condition = "starting"
  let behind = { behindBytes: 0, behindSeconds: 0 }
  /** Where the database was when, from the last place that the standby has come to. */
  let passed: Array<{ readonly position: number; readonly at: number }> = []
  let impatientUntil = 0
  let known: string | undefined
  /** Fails when the standby is lost; another takes its place when it is back. */
  let loss = Deferred.makeUnsafe<never, Unfit>()

  const own = Effect.suspend(() =>
    known !== undefined
      ? Effect.succeed(known)
      : Effect.map(primary.unsafe<{ identity: string }>(`select ${identity} as identity`), ([row]) => {
          known = row!.identity
          return known
        })
  )

  const sessions = new WeakMap<PgConnection.PgConnection, Mark>()
  const guard = Effect.fnUntraced(function* (session: PgConnection.PgConnection) {
    const wanted = yield* Wanted
    if (wanted === null) return
    const isReached = (at: Mark | undefined) =>
      at !== undefined && at.timeline === wanted.timeline && at.position >= wanted.position
    if (isReached(sessions.get(session))) return
    const identity = yield* own
    for (const started = performance.now(); ; yield* Effect.sleep(wait.each)) {
      const { rows } = yield* session.query(asked)
      const at = rows[0] as unknown as Asked
      if (!at.isStandby || at.identity !== identity) return yield* Effect.fail(failure("failed"))
      sessions.set(session, { timeline: at.timeline, position: at.position })
      if (isReached(at)) {
        impatientUntil = 0
        return
      }
      const now = performance.now()
      if (now < impatientUntil || now - started >= wait.longest) {
        impatientUntil = Math.max(impatientUntil, now + NO_PATIENCE)
        return yield* Effect.fail(failure("behind"))
      }
    }
  })
  const sql = yield* Lanes.guarded(options, guard)
  const lines = yield* Lines.make(options, guard)
  // Asked by a session of its own, so that it is not taken for lost when all others are busy.
  const watcher = yield* Pg.make({ ...options, maxConnections: 1, applicationName: "svc replica watch" })

  const turn = Effect.fnUntraced(function* (next: Condition, detail: unknown = "") {
    const before = condition
    if (before === next || before === "unused") return
    condition = next
    if (next === "in use") {
      loss = Deferred.makeUnsafe()
      yield* Effect.logInfo("The read replica is in use.")
    } else if (next === "foreign") {
      yield* Effect.logError("SVC_DATABASE_READ_URL leads to no standby of the database: all is read from the primary.")
    } else if (next === "lost") {
      yield* Effect.logWarning("The read replica does not answer: all is read from the primary.", detail)
    }
    if (next !== "in use") yield* Deferred.fail(loss, new Unfit({ why: "lost" }))
  })

  const look = Effect.gen(function* () {
    const [before] = yield* Effect.catch(primary.unsafe<Mark>(`select ${mark}`), () => Effect.succeed([]))
    const identity = yield* own
    const [at] = yield* watcher.unsafe<Asked>(asked)
    const isOurs = at!.isStandby && at!.identity === identity
    if (isOurs && before !== undefined) {
      const now = performance.now()
      passed.push({ position: before.position, at: now })
      passed = passed.slice(
        Math.max(
          0,
          passed.findLastIndex(({ position }) => position <= at!.position)
        )
      )
      // Of what takes very long the beginning says how long.
      if (passed.length > PASSED) passed.splice(1, 1)
      const bytes = Math.max(0, before.position - at!.position)
      behind = { behindBytes: bytes, behindSeconds: bytes === 0 ? 0 : (now - passed[0]!.at) / 1000 }
    }
    yield* turn(isOurs ? "in use" : "foreign")
  })
  const watch = Effect.gen(function* () {
    const fiber = yield* Effect.forkIn(look, scope)
    const answer = yield* Effect.timeoutOption(Effect.exit(Fiber.join(fiber)), watched.longest)
    if (Option.isNone(answer)) yield* turn("lost")
    else if (answer.value._tag === "Failure") yield* turn("lost", Cause.pretty(answer.value.cause))
    yield* Metric.update(up, condition === "in use" ? 1 : 0)
    yield* Metric.update(behindBytes, behind.behindBytes)
    yield* Metric.update(behindSeconds, behind.behindSeconds)
    // Taken back, a statement is waited for until its session has let it go, or is given up.
    yield* Fiber.interrupt(fiber)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(watch, Effect.sleep(watched.every))))

  /** Nobody waits for a session of a standby that is lost, not even until it is given up. */
  const unlessLost = <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unfit, R> =>
    Effect.flatMap(Effect.forkIn(read, scope), (fiber) =>
      Effect.raceFirst(Fiber.join(fiber), Deferred.await(loss)).pipe(
        Effect.ensuring(Effect.sync(() => fiber.interruptUnsafe()))
      )
    )

  return {
    sql,
    lines,
    state: () => ({
      condition: condition === "in use" && performance.now() < impatientUntil ? "behind" : condition,
      ...behind
    }),
    isThere: () => condition === "in use",
    read: (mark, read) =>
      unlessLost(Effect.provideService(read, Wanted, mark)).pipe(
        Effect.catchCause((cause) => {
          const unfit = unfitOf(Cause.squash(cause))
          return unfit === undefined || Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.fail(unfit)
        })
      ),
    forbid: (why) =>
      condition === "unused"
        ? Effect.void
        : Effect.andThen(
            Effect.suspend(() => turn("unused")),
            Effect.logWarning(`SVC_DATABASE_READ_URL is not used: ${why}`)
          )
  }
})
