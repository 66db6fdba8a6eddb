/**
 * Pages of the management lists (companies, connections, syncs, …). A list says once in which column of the database each
 * member of its entries is; filters, sort, cursors and the count come from that, by the rules of the lists of records, and
 * whose entries a caller sees is decided here for all of them.
 */
import { ApiError, type ManagedList, Visibility } from "@svc/core/api"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as Config from "../Config.ts"
import { bytewise, type Column, prefix } from "../records/Columns.ts"
import * as Cursor from "../records/Cursor.ts"
import * as Filters from "../records/Filters.ts"
import * as Keyset from "../records/Keyset.ts"
import * as ListCost from "../records/ListCost.ts"
import * as ListQuery from "../records/ListQuery.ts"
import type { Caller } from "./Caller.ts"

export interface Envelope<A> {
  readonly data: ReadonlyArray<A>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}

/** A list, and where its entries are. */
export interface Stored {
  readonly definition: ManagedList.ManagedList<string, unknown>
  readonly place: Place<string>
  readonly columns: ReadonlyMap<string, Column>
  readonly key: Column
  /** The order of who asks for none; the key comes after it. */
  readonly order: ReadonlyArray<ListQuery.SortKey>
}

/** SQL of a list. Names of tables and columns are of our own making, and never of a request. */
export interface Place<K extends string> {
  /** What follows `from`. */
  readonly from: string
  readonly organisation: string
  /** The company an entry is of; null where entries belong to the organisation as a whole, and all its keys see them. */
  readonly company: string | null
  readonly columns: { readonly [N in K]: string }
  /** What no two entries have the same of; `svc_id` when it does not say. */
  readonly key?: { readonly sql: string; readonly type: "bigint" | "text" }
  /** Moments that are stored as exact as they are shown, so that an index of the column itself serves. */
  readonly exact?: ReadonlyArray<K>
  /** Members that entries are ordered by when nothing is asked, and the key after them. */
  readonly order?: ReadonlyArray<K>
}

const columnOf = ({ isNullable, kind, name, words }: ManagedList.Column, sql: string, isExact: boolean): Column => {
  const own = { name, kind, words, isNullable }
  const text = `(${sql})::text`
  switch (kind) {
    case "integer":
      return { ...own, value: sql, shown: text, order: sql, type: "bigint" }
    case "number":
      return { ...own, value: sql, shown: text, order: sql, type: "numeric" }
    case "boolean":
      // false sorts before true.
      return { ...own, value: bytewise(text), same: text, shown: text, order: bytewise(text), type: "text" }
    case "dateTime": {
      const utc = `${sql} at time zone 'UTC'`
      if (isExact) return { ...own, value: sql, shown: momentOf(utc), order: sql, type: "timestamptz" }
      // As exact as it is shown, and by an expression that an index can be made of.
      const value = `date_trunc('milliseconds', ${utc})`
      return { ...own, value, shown: momentOf(value), order: value, type: "timestamp" }
    }
    case "date":
    case "text": {
      const order = words === undefined ? prefix(sql) : bytewise(sql)
      return { ...own, value: bytewise(sql), same: sql, shown: sql, order, type: "text" }
    }
  }
}
/** A moment as lists show it. */
const momentOf = (sql: string): string => `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Puts a list of the interface to where its entries are stored. */
export const define = <K extends string, Q>(
  definition: ManagedList.ManagedList<K, Q>,
  place: Place<NoInfer<K>>
): Stored => {
  for (const [name, { of }] of definition.columns) {
    // Who is told which entries have a value, or in which order they stand, is told the value.
    if (Visibility.membersOf(of.schema)?.[of.member] !== "all")
      throw new Error(`${definition.name}.${name} is not seen by every key.`)
  }
  const columns = new Map<string, Column>(
    [...definition.columns.values()].map((column) => [
      column.name,
      columnOf(column, place.columns[column.name as K], place.exact?.includes(column.name as K) === true)
    ])
  )
  const { sql, type } = place.key ?? { sql: "", type: "bigint" }
  const order = type === "text" ? bytewise(sql) : sql
  const hidden: Column = {
    name: "",
    kind: "integer",
    value: order,
    shown: `(${sql})::text`,
    order,
    type,
    isNullable: false
  }
  return {
    definition: definition as never,
    place: place as never,
    columns,
    key: place.key === undefined ? columns.get("svc_id")! : hidden,
    order: (place.order ?? []).map((name) => ({ column: columns.get(name)!, direction: "ASC" }))
  }
}

/** What is selected for a page, besides what it is ordered by. */
export interface Selection {
  readonly select: string
  /** Conditions beyond whose entries they are. */
  readonly where?: (bind: Filters.Bind) => ReadonlyArray<string>
  /** What stands beside the entries, after what the list is from. */
  readonly beside?: (bind: Filters.Bind) => string
  /** What the entries are of, where a list is of one thing: its id. */
  readonly of?: string | number
}

type Found<Row> = Row & { readonly sort_keys: Cursor.Place["values"]; readonly total_of_list?: number }

/** The text of what a list is sorted by, which gives the same value again when it is bound. */
const asText = ({ order, type }: Column): string => {
  if (type === "timestamptz") return `to_char(${order} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  return type === "timestamp" ? momentOf(order) : `(${order})::text`
}

const tookTooLong = (): ApiError.ApiError =>
  ApiError.make(
    "invalid-params",
    "The list took too long (SVC_LIST_SECONDS): filter it by more, or ask without return_count and sort."
  )

export interface Pages {
  /**
   * One page of a list. `fill` makes entries of the rows, or of as many of the first as fit in an answer, and of one in any
   * case; it is given them in the order in which they were fetched.
   */
  readonly page: <Row extends object, A, E = never, R = never>(
    list: Stored,
    caller: Pick<Caller, "organisationId" | "companyId" | "keyId">,
    params: URLSearchParams,
    selection: Selection,
    fill: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E, R>
  ) => Effect.Effect<Envelope<A>, ApiError.ApiError | E, R>
}

export const make: Effect.Effect<Pages, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* Config.Kept
  const costs = yield* ListCost.current

  const run = <Row extends object>(text: string, params: ReadonlyArray<string>) =>
    Effect.catch(sql.unsafe<Row>(text, params), (error: SqlError) =>
      error.reason._tag === "StatementTimeoutError" ? Effect.fail(tookTooLong()) : Effect.die(error)
    )

  const page = Effect.fnUntraced(function* <Row extends object, A, E, R>(
    list: Stored,
    caller: Pick<Caller, "organisationId" | "companyId" | "keyId">,
    params: URLSearchParams,
    selection: Selection,
    fill: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E, R>
  ): Effect.fn.Return<Envelope<A>, ApiError.ApiError | E, R> {
    const { columns, definition, key, place } = list
    const { name, short } = definition
    const asked = yield* Effect.fromResult(
      ListQuery.managed({ name, targets: columns, columns, short }, params, limits, yield* Clock.currentTimeMillis)
    )
    const home: Cursor.Home = {
      organisationId: caller.organisationId,
      companyId: caller.companyId,
      list: `${name}:${selection.of ?? ""}`,
      columns,
      key,
      filters: Filters.canonical(asked.filters)
    }
    const wanted = asked.sort === null ? null : tied(asked.sort, list)
    const from = asked.cursor === null ? null : yield* positionOf(home, asked.cursor, wanted)
    const sort = from?.sort ?? Cursor.withTieBreak(wanted ?? list.order, key)
    const way: Keyset.Way = from?.at === "prev" ? "back" : "onward"

    /** Whose entries, and which of them; beyond a place those that it does not answer by itself. */
    const which = (bind: Filters.Bind, at: Cursor.Position | null, towards: Keyset.Way): string => {
      const organisation = bind(String(caller.organisationId), "bigint")
      const company = place.company === null ? null : caller.companyId
      return [
        `${place.organisation} = ${organisation}`,
        ...(company === null ? [] : [`${place.company} = ${bind(String(company), "bigint")}`]),
        ...(selection.where?.(bind) ?? []),
        ...asked.filters.flatMap((filter) =>
          at !== null && Keyset.implies(at, towards, filter) ? [] : [Filters.toSql(filter, bind, organisation)]
        )
      ].join(" and ")
    }
    const statement = () => {
      const values: Array<string> = []
      const bind: Filters.Bind = (value, type) => `$${values.push(value)}::${type}`
      return { values, bind }
    }
    const entries = (bind: Filters.Bind) => `${place.from} ${selection.beside?.(bind) ?? ""}`
    const counted = (bind: Filters.Bind) =>
      `(select count(*) from ${entries(bind)} where ${which(bind, null, "onward")}) as total_of_list`

    const read = Effect.gen(function* () {
      const { bind, values } = statement()
      const keys = `array[${sort.map(({ column }) => asText(column)).join(", ")}]::text[] as sort_keys`
      const conditions = which(bind, from, way)
      const beyond = from === null ? "" : ` and ${Keyset.beyond(from, way, true, bind)}`
      // One more than asked for tells whether there is a next page, and the entry at the place, whether there is one before.
      const count = asked.limit + (from === null || from.isInclusive ? 1 : 2)
      const total = asked.returnCount ? [counted(bind)] : []
      const rows = yield* run<Found<Row>>(
        `select ${[selection.select, keys, ...total].join(", ")} from ${entries(bind)}
         where ${conditions}${beyond} order by ${Keyset.order(sort, way)} limit ${bind(String(count), "bigint")}`,
        values
      )
      const isMet =
        from !== null &&
        !from.isInclusive &&
        rows.length > 0 &&
        rows[0]!.sort_keys.every((value, index) => value === from.values[index])
      const found = isMet ? rows.slice(1) : rows
      const filled = yield* fill(found.slice(0, asked.limit).map(plainOf<Row>))
      const kept = found.slice(0, filled.length)
      const isMore = found.length > kept.length
      const ordered = way === "onward" ? kept : kept.toReversed()

      const other = way === "onward" ? "back" : "onward"
      const aside = statement()
      const behind =
        isMet || from === null
          ? null
          : yield* run(
              `select 1 as one from ${entries(aside.bind)}
               where ${which(aside.bind, from, other)} and ${Keyset.beyond(from, other, false, aside.bind)}
               order by ${Keyset.order(sort, other)} limit 1`,
              aside.values
            )
      const isBehind = isMet || (behind?.length ?? 0) > 0
      // An empty page has no entry that could tell how many there are.
      const alone = statement()
      const totals =
        asked.returnCount && rows.length === 0
          ? yield* run<Found<object>>(`select ${counted(alone.bind)}`, alone.values)
          : rows
      const cursor = (at: "next" | "prev", row: Found<Row> | undefined): string =>
        // An empty page lies between two places that are the same: the way back begins at that place itself.
        Cursor.encode(home, {
          sort,
          at,
          values: row === undefined ? (from?.values ?? []) : row.sort_keys,
          isInclusive: row === undefined
        })
      return {
        data: way === "onward" ? filled : filled.toReversed(),
        prev: (way === "onward" ? isBehind : isMore) ? cursor("prev", ordered[0]) : null,
        next: (way === "onward" ? isMore : isBehind) ? cursor("next", ordered.at(-1)) : null,
        total_count: totals[0]?.total_of_list ?? null
      }
    })
    // The indexes have the order of the list; of anything else, the planner says what is looked through for it.
    if (asked.filters.length === 0 && !asked.returnCount && isInOrder(sort, list)) return yield* read
    const { bind, values } = statement()
    const text = `select 1 from ${entries(bind)} where ${which(bind, null, "onward")}`
    const priced = costs.admitPlanned(sql, caller, { text, params: values, looksAt: "columns" }, read)
    return yield* Effect.catch(priced, (error) =>
      isSqlError(error) ? Effect.die(error) : Effect.fail(error as E | ApiError.ApiError)
    )
  })
  return { page }
})

/** The row without what the page was made by. */
const plainOf = <Row>(row: Found<object>): Row => {
  const { sort_keys: _keys, total_of_list: _total, ...rest } = row
  return rest as Row
}

/** What entries have the same of stands in the order of the list. */
const tied = (sort: ReadonlyArray<ListQuery.SortKey>, { key, order }: Stored): ReadonlyArray<ListQuery.SortKey> => {
  const named = new Set(sort.map(({ column }) => column.name))
  const { direction } = sort.at(-1)!
  return named.has(key.name)
    ? sort
    : [...sort, ...order.flatMap(({ column }) => (named.has(column.name) ? [] : [{ column, direction }]))]
}

/** Whether a list is asked for as it stands, from either end. */
const isInOrder = (sort: ReadonlyArray<ListQuery.SortKey>, { key, order }: Stored): boolean => {
  const own = Cursor.withTieBreak(order, key)
  const isTurned = sort[0]!.direction !== own[0]!.direction
  return (
    sort.length === own.length &&
    own.every(
      ({ column, direction }, index) =>
        sort[index]!.column === column && (sort[index]!.direction !== direction) === isTurned
    )
  )
}

/** A `fill` for rows that are small each. */
export const each =
  <Row, A>(wire: (row: Row) => A) =>
  (rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.succeed(rows.map(wire))

const positionOf = (
  home: Cursor.Home,
  cursor: { readonly at: "next" | "prev"; readonly text: string },
  sort: ReadonlyArray<ListQuery.SortKey> | null
): Effect.Effect<Cursor.Position, ApiError.ApiError> => {
  const position = Cursor.decode(home, cursor.at, cursor.text, sort)
  return Result.isSuccess(position)
    ? Effect.succeed(position.success)
    : Effect.fail(ApiError.make("invalid-params", position.failure, cursor.at))
}
