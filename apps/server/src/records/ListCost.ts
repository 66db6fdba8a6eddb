/**
 * What a list would cost, asked before it runs. A member without an index is read out of every record that the indexes
 * leave over; how many those are, the planner says. A list that looks at too many is refused, and of those that look at
 * many only a few run at once, so that the others, and whoever asks whether the service is ready, find a connection.
 */
import type { Models } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Config from "../Config.ts"
import { DatabaseInfo } from "../database/Database.ts"
import type { Caller } from "../http/Caller.ts"
import * as Turns from "../http/Turns.ts"
import { isSpread } from "../database/Distribution.ts"
import { atMost, type Limit, type Limits, shareOf } from "../Limits.ts"
import type { Filter } from "./Filters.ts"
import * as Indexes from "./Indexes.ts"
import type { ListQuery, SortKey } from "./ListQuery.ts"
import * as Plan from "./Plan.ts"
import { partition } from "./RecordRows.ts"

/** Up to so many values a list is cheap: some hundredths of a second, a few tenths in the embedded database. */
const CHEAP = 100_000
/** No record takes less on the disk. */
const SMALLEST_RECORD = 200
/** Values that are looked at in one statement where one session serves everybody: some hundredths of a second. */
export const Part = Context.Reference<number>("@svc/server/records/ListCost/Part", { defaultValue: () => 8000 })
/** Records that are counted in one. */
const PART_RECORDS = 5000
/** Milliseconds for which the size of a partition is taken as known, and for which a list waits for its turn. */
const FRESH = 30_000
const PATIENCE = 5000
/** To sort, a value is looked at more than once; to count, a record is only passed by; what an index on demand finds is read. */
const SORTED = 2
const COUNTED = 0.1
const FOUND = 1

/** Whether an index leaves only what a filter does. */
export const isFound = (filter: Filter, made: Indexes.Made): boolean =>
  Indexes.indexed.has(filter.column.name) || made.finds(filter)

/** What every index holds beside its values, so that by it nothing is read that is not shown. */
const beside: ReadonlySet<string> = new Set(["svc_id", "svc_company_id"])

/**
 * How many values are looked at of each record that the indexes leave over; 0 for a list that they answer. An index on demand does
 * so alone where the list is in its order and nothing else is asked for: what it finds for another is read, all of it.
 */
export const weightOf = (query: ListQuery, sort: ReadonlyArray<SortKey>, made: Indexes.Made = Indexes.none): number => {
  const isLed = made.leads(sort)
  let weight = query.returnCount ? COUNTED : 0
  for (const filter of query.filters) if (!isFound(filter, made)) weight += filter.column.looks ?? 1
  for (const { column } of sort) if (!Indexes.indexed.has(column.name) && !isLed) weight += SORTED
  const found = query.filters.filter(({ column }) => !Indexes.indexed.has(column.name)).filter(made.finds)
  if (found.length === 0 && !isLed) return weight
  const [first] = found
  const inOrder = ({ column, operator }: Filter): boolean =>
    isLed ? column.name === sort[0]!.column.name : operator === "eq" && column.name === first?.column.name
  const isAlone =
    (isLed || (sort.length === 1 && sort[0]!.column.name === "svc_id")) &&
    query.filters.every((filter) => beside.has(filter.column.name) || (found.includes(filter) && inOrder(filter)))
  return isAlone && !(query.returnCount && found.length > 0) ? weight : weight + FOUND
}

/** What the planner takes a row of columns for that is read and compared; a member of a record takes ten times as long. */
const ROW = 0.0125
const MEMBER = 10
export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<string>
}

/** What a partition takes on the disk, of one node or of several. */
interface Size {
  readonly bytes: number
  readonly apart: boolean
}

/** Turns of many, so many at once for each; only those that have some under way or waiting are remembered. */
const turnsOf = (limit: Limit) => {
  const known = new Map<number, { readonly turns: Semaphore.Semaphore; users: number }>()
  return <A, E, R>(id: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const own = known.get(id) ?? { turns: Semaphore.makeUnsafe(limit.most), users: 0 }
      known.set(id, own)
      own.users++
      return Effect.ensuring(
        own.turns.withPermits(1)(effect),
        Effect.sync(() => {
          if (--own.users === 0) known.delete(id)
        })
      )
    })
}

export interface ListCost {
  /** One session serves everybody, so that what takes long is to be asked for in parts. */
  readonly isInParts: boolean
  /**
   * How many records a list is then to look through at a time, so that others are served in between; null where it may do so at once, since
   * there are few.
   */
  readonly partOf: (
    sql: SqlClient,
    model: Models.ModelId,
    query: ListQuery,
    sort: ReadonlyArray<SortKey>,
    made: Indexes.Made
  ) => Effect.Effect<number | null, SqlError>
  /**
   * Runs a list, which `sql` reads, when there is room for what it costs; `made` is what the caller's organisation has of indexes on
   * demand. `reached` selects the records that the indexes leave over.
   */
  readonly admit: <A, E>(
    sql: SqlClient,
    caller: Pick<Caller, "keyId" | "organisationId">,
    model: Models.ModelId,
    query: ListQuery,
    sort: ReadonlyArray<SortKey>,
    made: Indexes.Made,
    reached: () => Statement,
    run: Effect.Effect<A, E>
  ) => Effect.Effect<A, E | SqlError | ApiError.ApiError>
  /**
   * The same for a list that is not one of records. `whole` selects all that is looked through: columns, for which the planner
   * knows what the indexes of their tables leave to do, or a member of each row. Where the database ends what takes too long,
   * it is not refused for that: its page may be found soon.
   */
  readonly admitPlanned: <A, E, R>(
    sql: SqlClient,
    caller: Pick<Caller, "keyId" | "organisationId">,
    whole: Statement & { readonly looksAt: "columns" | "members" },
    run: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError | ApiError.ApiError, R>
}

/** The turns of the lists that are expensive, of all of a process, each organisation and each key. */
const turnsFor = (limits: Limits) => {
  const share = shareOf(limits.expensiveLists, limits.organisationPercent)
  return {
    share,
    all: Semaphore.makeUnsafe(limits.expensiveLists.most),
    byOrganisation: turnsOf(share),
    byKey: turnsOf(limits.expensiveListsEach)
  }
}
/** Lists of records and of all else have them in common: those of one process, which has its limits once. */
const turnsByLimits = new WeakMap<Limits, ReturnType<typeof turnsFor>>()
const sharedTurns = (limits: Limits) => {
  const turns = turnsByLimits.get(limits) ?? turnsFor(limits)
  turnsByLimits.set(limits, turns)
  return turns
}

/**
 * `patience` is how long a list waits for its turn, in milliseconds; up to `cheap` values it needs none. `isTimed` where
 * the database ends what takes too long: the embedded one does not, and a transaction would only keep others waiting. `part` is how many
 * values are looked at in one statement; 0 for all.
 */
export const make = (
  limits: Limits,
  { cheap = Math.min(CHEAP, limits.listValues.most), isTimed = true, part = 0, patience = PATIENCE } = {}
): ListCost => {
  const sizes = new Map<string, Size & { readonly at: number }>()
  const sizeOf = Effect.fnUntraced(function* (sql: SqlClient, model: Models.ModelId) {
    const now = performance.now()
    const known = sizes.get(model)
    if (known !== undefined && now - known.at < FRESH) return known
    const table = partition(model)
    const apart = yield* isSpread(sql, table)
    const [row] = yield* sql.unsafe<{ bytes: number }>(
      `select ${apart ? "citus" : "pg"}_relation_size('${table}') as bytes`
    )
    const size: Size = { bytes: row!.bytes, apart }
    sizes.set(model, { ...size, at: now })
    return size
  })

  const { all, byKey, byOrganisation, share } = sharedTurns(limits)
  const inTurn = <A, E, R>(
    { keyId, organisationId }: Pick<Caller, "keyId" | "organisationId">,
    run: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | ApiError.ApiError, R> =>
    Effect.suspend(() => {
      let broken = limits.expensiveListsEach
      let isRunning = false
      /** Waits within the limit: whoever gives up meanwhile was held up by it. */
      const within = (limit: Limit, effect: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          broken = limit
          return effect
        })
      const running = Effect.suspend(() => {
        isRunning = true
        return run
      })
      const ran = byKey(
        keyId,
        within(share, byOrganisation(organisationId, within(limits.expensiveLists, all.withPermits(1)(running))))
      )
      const givenUp = Effect.suspend(() =>
        isRunning
          ? Effect.never
          : Effect.fail(
              ApiError.later(
                "rate-limited",
                `Lists that look through many records are under way: ${atMost(broken)} at once. Filter by company or by time, or try again.`,
                1
              )
            )
      )
      return Effect.raceFirst(ran, Effect.delay(givenUp, patience))
    })

  /** In its turn, and ended where the database can. */
  const priced = Effect.fnUntraced(function* <A, E, R>(
    sql: SqlClient,
    caller: Pick<Caller, "keyId" | "organisationId">,
    run: Effect.Effect<A, E, R>
  ): Effect.fn.Return<A, E | SqlError | ApiError.ApiError, R> {
    yield* Turns.enlarge
    if (!isTimed) return yield* inTurn(caller, run)
    const timed = sql.withTransaction(
      Effect.andThen(sql`select set_config('statement_timeout', ${String(limits.listSeconds.most * 1000)}, true)`, run)
    )
    return yield* inTurn(caller, timed)
  })

  return {
    isInParts: part > 0,
    partOf: Effect.fnUntraced(function* (sql, model, query, sort, made) {
      const weight = weightOf(query, sort, made)
      if (weight === 0) return null
      const { bytes } = yield* sizeOf(sql, model)
      const records = Math.min(PART_RECORDS, Math.ceil(part / weight))
      return bytes / SMALLEST_RECORD <= records ? null : records
    }),
    admitPlanned: Effect.fnUntraced(function* (sql, caller, whole, run) {
      const [plan] = yield* sql.unsafe<Plan.Explained>(`explain (format json) ${whole.text}`, whole.params)
      const work = whole.looksAt === "members" ? Plan.rowsOf(plan!) : Plan.costOf(plan!) / (ROW * MEMBER)
      if (work <= cheap) return yield* run
      const { most, setting } = limits.listValues
      if (!isTimed && work > most) {
        return yield* ApiError.make(
          "invalid-params",
          `This list would look at about ${Math.round(work)} values; at most ${most} are looked at (${setting}). Filter it by more, or ask without return_count and sort.`
        )
      }
      return yield* priced(sql, caller, run)
    }),
    admit: Effect.fnUntraced(function* (sql, caller, model, query, sort, made, reached, run) {
      const told = (isExpensive: boolean) => Effect.sync(() => made.told(query.filters, sort, isExpensive))
      const cheaply = Effect.andThen(told(false), run)
      const weight = weightOf(query, sort, made)
      if (weight === 0) return yield* cheaply
      const { apart, bytes } = yield* sizeOf(sql, model)
      if ((bytes / SMALLEST_RECORD) * weight <= cheap) return yield* cheaply
      const { params, text } = reached()
      const explained = sql.unsafe<Plan.Explained>(`explain (format json) ${text}`, params)
      // Otherwise one node is asked for all, which may hold the smallest part.
      const asked = apart
        ? sql.withTransaction(
            Effect.andThen(sql`select set_config('citus.explain_all_tasks', 'true', true)`, explained)
          )
        : explained
      const [plan] = yield* asked
      const work = Plan.rowsOf(plan!) * weight
      if (work <= cheap) return yield* cheaply
      yield* told(true)
      const { most, setting } = limits.listValues
      if (work > most) {
        const slow = slowest(query, sort, made)
        const what = slow.isFound ? "This list" : `${slow.name} has no index, and this list`
        const hope = slow.comes ? " It gets an index when it is asked for often (SVC_INDEX_AFTER)." : ""
        return yield* ApiError.make(
          "invalid-params",
          `${what} would look at about ${Math.round(work)} values; at most ${most} are looked at (${setting}). Narrow it with svc_company_id[eq] or svc_updated_at[gte].${hope}`,
          slow.name
        )
      }
      return yield* priced(sql, caller, run)
    })
  }
}

/** Of the process's own settings and database. */
export const current = Effect.gen(function* () {
  const info = yield* Effect.serviceOption(DatabaseInfo)
  const isTimed = info._tag === "Some" && info.value.kind === "postgres"
  return make(yield* Config.Kept, { isTimed, part: isTimed ? 0 : yield* Part })
})

/** What makes a list slow: the first member without an index, or the count, or what an index finds too much of. */
const slowest = (
  query: ListQuery,
  sort: ReadonlyArray<SortKey>,
  made: Indexes.Made
): { readonly name: string; readonly isFound: boolean; readonly comes: boolean } => {
  const filter = query.filters.find((own) => !isFound(own, made))
  const key = made.leads(sort) ? undefined : sort.find(({ column }) => !Indexes.indexed.has(column.name))
  if (filter !== undefined) return { name: filter.column.name, isFound: false, comes: made.comes(filter) }
  if (key !== undefined) return { name: key.column.name, isFound: false, comes: made.comes(sort) }
  const found = query.filters.find(({ column }) => !Indexes.indexed.has(column.name)) ?? sort[0]
  const name = found === undefined || Indexes.indexed.has(found.column.name) ? "return_count" : found.column.name
  return { name, isFound: name !== "return_count", comes: false }
}

/** The refusal of a list that ran into the time limit. */
export const tookTooLong = (query: ListQuery, sort: ReadonlyArray<SortKey>): ApiError.ApiError => {
  const { name } = slowest(query, sort, Indexes.none)
  const message = `${name} takes too long here (SVC_LIST_SECONDS). Narrow the list with svc_company_id[eq] or svc_updated_at[gte].`
  return ApiError.make("invalid-params", message, name)
}
