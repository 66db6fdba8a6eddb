/**
 * What a list may show already. A record's stamp is taken inside the transaction that writes it and seen when that one
 * ends, so of two transactions the one with the later stamp may be seen first, and who follows the stamps would pass the
 * other by. Here stamps are drawn, and lists learn before which one nothing can appear any more.
 *
 * Who draws holds the lock of the counter until its transaction ends, as with every counter of PostgreSQL: the table of
 * locks names those who have drawn and are not seen yet, and no others. Whoever is not in it draws later stamps than any
 * there is. The embedded database has one session, where transactions are seen in their order and none is ever under way.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Nodes from "../database/Nodes.ts"
import * as Replica from "../database/Replica.ts"
import { shared } from "../database/Shared.ts"

/** What {@link draw} answers. */
export interface Drawn {
  readonly ids: ReadonlyArray<number>
  /** Milliseconds since the epoch. */
  readonly stamp: number
}

/** SQL of a moment in milliseconds since the epoch. */
export const milliseconds = (moment: string): string => `floor(extract(epoch from ${moment}) * 1000)::bigint`

/**
 * Draws as many ids as the parameter says, and a stamp. To be run when the transaction has written or locked something:
 * then it is known to be under way. The order of the steps counts: first the lock, then the ids, then the clock. A stamp is
 * no earlier than its transaction, and later than all before it even when the clock was set back. Whoever draws writes records on
 * whatever node, and something here: both are to end together.
 */
export const draw = `
  with turn as materialized (select nextval('svc_stamp') + commit_jointly() as next),
  drawn as materialized (
    select next, array(select nextval('svc_id') from generate_series(1, $1::int) where next > 0) as ids from turn),
  stamped as materialized (
    select next, ids, greatest(next, ${milliseconds("greatest(clock_timestamp(), now())")}) as stamp from drawn)
  select ids, stamp, case when stamp > next then setval('svc_stamp', stamp) end as moved from stamped`

/**
 * SQL of the last stamp that was drawn, or null when somebody is or was writing: of the statement's own snapshot, and up to
 * when it is asked, so it stands last. Where the last stamp is still the one that there was when it was quiet, nobody has drawn
 * since and it is. Nobody is when the oldest number of a transaction that may be under way is the next
 * to be given out, or when none of those that are under way has drawn. Of a database that may be spread (which has the
 * tables of Citus) it says nothing: a transaction ends on the coordinator before it does on the other nodes, and keeps its
 * locks until then.
 */
export const quietSince = (last: number | null, bind: Bind): string =>
  `(select svc_quiet(${bind(String(last ?? 0), "bigint")}))`
/**
 * SQL of a moment before which all stamps are that were drawn when it was quiet. Of two with the same stamp the one that is not
 * there yet may come first. A last stamp that stands is known without asking.
 */
export const until = (last: number | null, bind: Bind): string =>
  last === null ? "(select svc_upper())" : bind(new Date(last + 1).toISOString(), "timestamptz")
type Bind = (value: string, type: string) => string

/** Those who have drawn a stamp and whose transaction is under way. */
const writers = `pg_locks l
  where l.locktype = 'relation' and l.database = (select oid from pg_database where datname = current_database())
    and l.relation = 'svc_stamp'::regclass and l.mode = 'RowExclusiveLock' and l.pid is not null`
/**
 * The stamps first, then who has drawn and since when: whoever ended meanwhile is seen by every later statement. Where a
 * standby is read, last how far the log has come: who ended is in it, before its locks are gone. Where nodes are, last which has what: a
 * shard that was moved meanwhile has what they wrote.
 */
const surveyOf = (isMarked: boolean, isPlaced: boolean): string => `
  with edge as materialized (
    select last_value as floor, greatest(${milliseconds("clock_timestamp()")}, last_value + 1) as upper from svc_stamp),
  seen as materialized (
    select floor, upper, (
      select json_agg(json_build_array(w.id, ${milliseconds("a.xact_start")}))
      from (select l.virtualtransaction as id, l.pid from ${writers} and edge.upper > 0 offset 0) w
      left join pg_stat_activity a on a.pid = w.pid)::text as writers
    from edge)
  select floor, upper, writers${isMarked ? `, ${Replica.mark}` : ""}${isPlaced ? `, ${Nodes.places}` : ""} from seen`
/**
 * Ends the sessions of writers, and of those that writers wait for, that have had nothing to do for so many milliseconds
 * because their client neither asks nor reads. A session that waits for another node, as one that spreads a table or moves
 * shards does, looks the same but for its state.
 */
const evict = `
  with writer as materialized (select l.pid from ${writers}),
  held as materialized (
    select a.pid from pg_stat_activity a where a.wait_event_type = 'Lock' and a.pid in (select pid from writer)),
  suspect as materialized (
    select pid from writer union select unnest(pg_blocking_pids(pid)) from held)
  select pg_terminate_backend(a.pid) from pg_stat_activity a
  where a.pid in (select pid from suspect) and a.wait_event_type = 'Client' and a.xact_start is not null
    and (a.state <> 'active' or to_regclass('pg_catalog.pg_dist_partition') is null)
    and a.state_change < clock_timestamp() - $1::float8 * interval '1 millisecond'`

/** Milliseconds that a transaction may stand still while it holds lists up; then its session is ended. */
export const Patience = Context.Reference<number>("@svc/server/records/Horizon/Patience", { defaultValue: () => 900 })
/** How long a list waits for writers that were given up or began long before they drew, and how often it looks. */
const wait = { longest: 250, each: 20 }
/** How long it is looked first, after a statement that was not quiet. */
const busyFor = 1000
/** How long a look counts that has seen somebody write: many lists then share one, and show what is stored so much later. */
const countsFor = 10
/** How far apart looks begin where every list needs one and they come closer together than a look takes. */
const pace = 8

/** What a statement may show. */
export interface Sight {
  /** The first moment that it must not show, in milliseconds; null when it shows everything if it is quiet. */
  readonly before: number | null
  /** The last stamp, where it has been the same twice; the next statement is likely to find it still the last. */
  readonly last: number | null
}

/** What was seen when it was looked. */
export interface Look {
  /** The first moment that a list must not show, in milliseconds. */
  readonly before: number
  /** Whoever has come as far shows all that is earlier; null where nobody asks for it. */
  readonly mark: Replica.Mark | null
}
interface Surveyed {
  readonly floor: number
  readonly upper: number
  readonly writers: string | null
  readonly timeline?: number
  readonly position?: number
  readonly places?: string | null
}

/** The transaction of a session that has drawn, and a moment before all its stamps. */
interface Known {
  readonly number: string
  readonly from: number
}

export interface Horizon {
  /**
   * Reads something so that it shows only what nothing can get in front of any more. `read` shows what is earlier than a
   * moment; or everything, and answers undefined if it was not quiet or has met a stamp that is later than the last.
   */
  readonly within: <A, E, R>(
    read: (sight: Sight) => Effect.Effect<A | undefined, E, R>
  ) => Effect.Effect<A, E | SqlError, R>
  /** Looks, for who reads elsewhere. */
  readonly look: Effect.Effect<Look, SqlError>
  /** Keeps what a statement said that was quiet. */
  readonly wasQuiet: (floor: number) => void
}

/**
 * `isMarked` where a standby is read besides; `isSpread` where the database may lie on several nodes, and no moment is known to be quiet.
 * `take` is given what {@link Nodes.Nodes.take} takes, seen after it has been looked who writes.
 */
export const make = Effect.fnUntraced(function* ({
  isMarked = false,
  isSpread = false,
  take
}: {
  readonly isMarked?: boolean
  readonly isSpread?: boolean
  readonly take?: Nodes.Nodes["take"]
} = {}) {
  const survey = surveyOf(isMarked, take !== undefined)
  const sql = yield* SqlClient.SqlClient
  const patience = yield* Patience
  /** The last stamp of when it was last looked, and who was writing then, by their sessions. */
  let floor = 0
  /** It, where statements that were quiet have told it twice. It is true of every later one that finds it unchanged. */
  let steady: number | null = null
  let known: ReadonlyMap<string, Known> = new Map()
  let busyUntil = 0
  let counts: Look & { readonly until: number } = { until: 0, before: 0, mark: null }

  const look = Effect.gen(function* () {
    const [row] = yield* sql.unsafe<Surveyed>(survey)
    const under = JSON.parse(row!.writers ?? "[]") as ReadonlyArray<readonly [id: string, since: number | null]>
    const now = new Map<string, Known>()
    for (const [id, since] of under) {
      const [session, number] = id.split("/") as [string, string]
      const earlier = known.get(session)
      // On its way out a transaction has no number any more. On a cluster it is long on its way: until all nodes have ended it.
      const isSame = earlier !== undefined && (number === "0" || number === earlier.number)
      // Who has drawn since it was last looked has drawn a later stamp than those there were, whatever the clock says.
      now.set(session, { number, from: Math.max(since ?? 0, isSame ? earlier.from : floor + 1) })
    }
    known = now
    floor = row!.floor
    const { places = null, position, timeline, upper } = row!
    const mark = position === undefined ? null : { timeline: timeline!, position }
    return { upper, before: Math.min(upper, ...Array.from(now.values(), ({ from }) => from)), mark, places }
  })

  const settle = Effect.gen(function* () {
    const started = performance.now()
    let latest = yield* look
    const wanted = latest.upper - patience
    let { before } = latest
    while (before < wanted && performance.now() - started < wait.longest) {
      const ended = yield* sql.unsafe(evict, [String(patience)])
      if (ended.length > 0) yield* Effect.logWarning("A transaction that stood still held up lists, and was ended.")
      yield* Effect.sleep(wait.each)
      latest = yield* look
      before = Math.max(before, latest.before)
    }
    if (take !== undefined) yield* take(latest.places)
    const seen: Look = { before, mark: latest.mark }
    if (known.size > 0) counts = { ...seen, until: started + countsFor }
    return seen
  })

  // Elsewhere a look that meets writers counts for a while anyway, and who is quiet needs none.
  const anew = shared(settle, isSpread ? pace : 0)
  const settled = Effect.suspend(() => (performance.now() < counts.until ? Effect.succeed<Look>(counts) : anew))

  const within: Horizon["within"] = Effect.fnUntraced(function* (read) {
    if (!isSpread && performance.now() >= busyUntil) {
      const last = steady
      let all = yield* read({ before: null, last })
      // Others have drawn since, and ended.
      if (all === undefined && steady !== last) all = yield* read({ before: null, last: steady })
      if (all !== undefined) return all
      busyUntil = performance.now() + busyFor
    }
    return (yield* read({ before: (yield* settled).before, last: null }))!
  })
  const horizon: Horizon = {
    within,
    look: settled,
    wasQuiet: (last) => {
      steady = last === floor ? last : null
      floor = last
      known = new Map()
    }
  }
  return horizon
})
