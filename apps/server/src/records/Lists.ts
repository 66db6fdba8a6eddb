/**
 * The lists of records and the single record, as the JSON text they are answered with. A page is two steps in one
 * statement: an index finds the ids of the page, then their stored texts are fetched and joined without being read.
 */
import { Models } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Caller } from "../http/Caller.ts"
import * as Cursor from "./Cursor.ts"
import * as Expand from "./Expand.ts"
import * as Filters from "./Filters.ts"
import * as Keyset from "./Keyset.ts"
import * as ListQuery from "./ListQuery.ts"
import { partition } from "./RecordRows.ts"

export class Lists extends Context.Service<
  Lists,
  {
    /** One page of a data model's records: the whole envelope of a list as JSON text. */
    readonly list: (
      caller: Caller,
      model: Models.ModelId,
      params: URLSearchParams
    ) => Effect.Effect<string, ApiError.ApiError>
    /** One record, as `{"data": …}`. A deleted one is shown only with `include_deleted_records=true`. */
    readonly get: (
      caller: Caller,
      model: Models.ModelId,
      svcId: number,
      params: URLSearchParams
    ) => Effect.Effect<string, ApiError.ApiError>
  }
>()("@svc/server/records/Lists") {
  static readonly layer: Layer.Layer<Lists, never, SqlClient.SqlClient> = Layer.effect(
    Lists,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const run = <Row extends object>({ params, text }: Statement) => sql.unsafe<Row>(text, params)

      /** The records' texts with what was asked for beside them. */
      const dress = Effect.fnUntraced(function* (
        caller: Caller,
        model: Models.ModelId,
        shape: ListQuery.Shape,
        rows: ReadonlyArray<Row>
      ) {
        const texts = yield* Expand.expand(sql, caller.organisationId, model, shape, rows)
        if (!shape.raw && !shape.hash) return texts
        return texts.map((text, index) => {
          const { hash, raw } = rows[index]!
          const extra = (shape.raw ? `,"raw_data":${raw ?? "null"}` : "") + (shape.hash ? `,"data_hash":"${hash}"` : "")
          return `${text.slice(0, -1)}${extra}}`
        })
      })

      const list = Effect.fn("Lists.list")(function* (
        caller: Caller,
        model: Models.ModelId,
        params: URLSearchParams
      ): Effect.fn.Return<string, ApiError.ApiError> {
        const query = yield* Effect.fromResult(ListQuery.list(model, params))
        const home: Cursor.Home = {
          organisationId: caller.organisationId,
          companyId: caller.companyId,
          model,
          filters: `${query.includeDeleted}${Filters.canonical(query.filters)}`
        }
        const from = query.cursor === null ? null : yield* positionOf(home, query.cursor, query.sort)
        const sort = from?.sort ?? Cursor.withTieBreak(query.sort ?? [])
        const way: Keyset.Way = from?.at === "prev" ? "back" : "onward"
        const read = Effect.gen(function* () {
          const found = yield* run<Row>(pageStatement(caller, model, query, sort, way, from))
          const total = query.returnCount ? yield* run<{ n: number }>(countStatement(caller, model, query)) : []
          const isMore = found.length > query.limit
          const kept = isMore ? found.slice(0, query.limit) : found
          const rows = way === "onward" ? kept : kept.toReversed()
          const texts = yield* dress(caller, model, query, rows)
          const isBehind =
            found[0]?.behind === true ||
            (found.length === 0 &&
              from !== null &&
              (yield* run(behindStatement(caller, model, query, sort, way, from))).length > 0)
          return { rows, texts, isMore, isBehind, total: total[0]?.n ?? null }
        })
        const { isBehind, isMore, rows, texts, total } = yield* read.pipe(patient(query, sort))
        const cursorAt = (at: "next" | "prev"): string => {
          const row = at === "next" ? rows.at(-1) : rows[0]
          // An empty page lies between two places that are the same: the way back begins at that place itself.
          const place = row === undefined ? from! : { sort, values: valuesOf(sort, row) }
          return JSON.stringify(Cursor.encode(home, { sort, values: place.values, at, isInclusive: row === undefined }))
        }
        const [isBefore, isAfter] = way === "onward" ? [isBehind, isMore] : [isMore, isBehind]
        const prev = isBefore ? cursorAt("prev") : "null"
        const next = isAfter ? cursorAt("next") : "null"
        return `{"data":[${texts.join(",")}],"prev":${prev},"next":${next},"total_count":${total}}`
      })

      const get = Effect.fn("Lists.get")(function* (
        caller: Caller,
        model: Models.ModelId,
        svcId: number,
        params: URLSearchParams
      ): Effect.fn.Return<string, ApiError.ApiError> {
        const shape = yield* Effect.fromResult(ListQuery.one(model, params))
        const missing = ApiError.notFound(`record ${svcId} of ${model}`, "svc_id")
        if (!Number.isSafeInteger(svcId)) return yield* missing
        const statement = newStatement()
        const scope = scopeOf(caller, model, shape, [], statement.bind)
        const rows = yield* run<Row>(
          statement.done(
            `select ${selected(shape).join(", ")} from ${partition(model)} r
             where r.svc_id = ${statement.bind(String(svcId), "bigint")} and ${scope}`
          )
        ).pipe(Effect.orDie)
        if (rows.length === 0) return yield* missing
        const [text] = yield* Effect.orDie(dress(caller, model, shape, rows))
        return `{"data":${text}}`
      })

      return Lists.of({ list, get })
    })
  )
}

interface Row extends Expand.Source {
  readonly svc_id: number
  readonly body: string
  readonly raw?: string | null
  readonly hash?: string
  readonly connection_id: number
  readonly platform_id: string
  /** Whether there are records on the other side of the place the page was fetched from. */
  readonly behind?: boolean | null
  readonly [key: `key${number}`]: string | null
}

interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<string>
}
/** Collects the parameters of a statement. All go as text, so that the same shape is always the same statement. */
const newStatement = () => {
  const params: Array<string> = []
  const bind: Filters.Bind = (value, type) => `$${params.push(value)}::${type}`
  return { bind, done: (text: string): Statement => ({ text, params }) }
}

/** What is selected of each record of a page. */
const selected = (shape: ListQuery.Shape): Array<string> => [
  "r.svc_id",
  "r.body::text as body",
  ...(shape.raw ? ["r.raw::text as raw"] : []),
  ...(shape.hash ? ["r.hash"] : []),
  ...(shape.expand.length > 0 ? [Expand.columns(shape.expand)] : [])
]

/** The condition for what the caller may see and asked for. */
const scopeOf = (
  caller: Caller,
  model: Models.ModelId,
  shape: ListQuery.Shape,
  filters: ReadonlyArray<Filters.Filter>,
  bind: Filters.Bind
): string => {
  const organisation = bind(String(caller.organisationId), "bigint")
  const conditions = [`r.organisation_id = ${organisation}`]
  if (caller.companyId !== null) conditions.push(`r.company_id = ${bind(String(caller.companyId), "bigint")}`)
  if (!shape.includeDeleted) conditions.push("r.deleted_at is null")
  for (const filter of filters) conditions.push(Filters.toSql(filter, bind))
  if (
    filters.some(({ column, operator }) => column.name === "platform_id" && (operator === "eq" || operator === "in"))
  ) {
    // The index of platform ids begins with the connection and the parent.
    conditions.push(`r.connection_id = any(array(select id from connection where organisation_id = ${organisation}))`)
    if (!Models.get(model).isSub) conditions.push("r.parent_id = 0")
  }
  return conditions.join(" and ")
}

const opposite = { onward: "back", back: "onward" } as const

const keysOf = (sort: ReadonlyArray<ListQuery.SortKey>): ReadonlyArray<ListQuery.SortKey> => sort.slice(0, -1)

/**
 * The page's ids are found first, from indexes alone where they allow it, so that what is skipped or sorted is never the
 * texts themselves. One record more than asked for tells whether there is a next page; `behind` whether there is one
 * on the other side.
 */
const pageStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: ListQuery.ListQuery,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position | null
): Statement => {
  const { bind, done } = newStatement()
  const scope = scopeOf(caller, model, query, query.filters, bind)
  const beyond = from === null ? "" : ` and ${Keyset.beyond(from, way, from.isInclusive, bind)}`
  const keys = keysOf(sort)
  const ids = `select r.svc_id${keys.map(({ column }, index) => `, ${column.order} as key${index}`).join("")}
    from ${partition(model)} r where ${scope}${beyond}
    order by ${Keyset.order(sort, way, ({ column }) => column.order)}
    limit ${bind(String(query.limit + 1), "bigint")}`
  const columns = [
    ...selected(query),
    ...keys.map(({ column }, index) => `${asText(column.type, `p.key${index}`)} as key${index}`),
    ...(from === null ? [] : [`(${behind(model, scope, from, sort, way, bind)}) as behind`])
  ]
  return done(
    `select ${columns.join(", ")} from (${ids}) p join ${partition(model)} r on r.svc_id = p.svc_id
     order by ${Keyset.order(sort, way, (_, index) => (index === keys.length ? "p.svc_id" : `p.key${index}`))}`
  )
}

const behind = (
  model: Models.ModelId,
  scope: string,
  from: Cursor.Position,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  bind: Filters.Bind
): string => {
  // An order and a limit, so that the search begins at the place and not at the far end.
  const order = Keyset.order(sort, opposite[way], ({ column }) => column.order)
  return `select true from ${partition(model)} r
    where ${scope} and ${Keyset.beyond(from, opposite[way], !from.isInclusive, bind)} order by ${order} limit 1`
}

const behindStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: ListQuery.ListQuery,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position
): Statement => {
  const { bind, done } = newStatement()
  const scope = scopeOf(caller, model, query, query.filters, bind)
  return done(behind(model, scope, from, sort, way, bind))
}

const countStatement = (caller: Caller, model: Models.ModelId, query: ListQuery.ListQuery): Statement => {
  const { bind, done } = newStatement()
  return done(
    `select count(*) as n from ${partition(model)} r where ${scopeOf(caller, model, query, query.filters, bind)}`
  )
}

/** The text of a sort key that gives the same value again when it is bound. */
const asText = (type: string, sql: string): string =>
  type === "timestamptz" ? `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : `${sql}::text`

const valuesOf = (sort: ReadonlyArray<ListQuery.SortKey>, row: Row): ReadonlyArray<string | null> => [
  ...keysOf(sort).map((_, index) => row[`key${index}`] ?? null),
  String(row.svc_id)
]

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

/**
 * A statement that ran into the database's time limit had to read too many records for a filter or a sort that has no
 * index: the caller can narrow it, so it is told so.
 */
const patient =
  (query: ListQuery.ListQuery, sort: ReadonlyArray<ListQuery.SortKey>) =>
  <A>(self: Effect.Effect<A, SqlError>): Effect.Effect<A, ApiError.ApiError> =>
    Effect.catch(self, (error) => {
      const slow = [...query.filters.map(({ column }) => column), ...keysOf(sort).map(({ column }) => column)].find(
        ({ name }) => !indexed.has(name)
      )
      return error.reason._tag === "StatementTimeoutError" && slow !== undefined
        ? Effect.fail(
            ApiError.make(
              "invalid-params",
              `Filtering or sorting by ${slow.name} takes too long here. Narrow the list with svc_company_id[eq] or svc_updated_at[gte].`,
              slow.name
            )
          )
        : Effect.die(error)
    })
const indexed = new Set(["svc_id", "svc_created_at", "svc_updated_at", "svc_company_id", "platform_id"])
