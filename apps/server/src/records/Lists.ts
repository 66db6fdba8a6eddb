/**
 * The lists of records and the single record, as the JSON text they are answered with. A page is two steps in one
 * statement: an index finds the ids of the page, then their stored texts are fetched and joined without being read.
 */
import { Models } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Config from "../Config.ts"
import { Quick } from "../database/Database.ts"
import { Lane } from "../database/Lanes.ts"
import * as Merged from "../database/Merged.ts"
import type { Reader } from "../database/Nodes.ts"
import type { Caller } from "../http/Caller.ts"
import * as Turns from "../http/Turns.ts"
import { type Column, columnsOf, svcId } from "./Columns.ts"
import * as Cursor from "./Cursor.ts"
import * as Custom from "./Custom.ts"
import * as Expand from "./Expand.ts"
import * as Fields from "./Fields.ts"
import * as Filters from "./Filters.ts"
import * as Horizon from "./Horizon.ts"
import * as Indexes from "./Indexes.ts"
import * as Keyset from "./Keyset.ts"
import * as ListCost from "./ListCost.ts"
import * as ListQuery from "./ListQuery.ts"
import * as PageSize from "./PageSize.ts"
import * as Reads from "./Reads.ts"
import * as RawItems from "./RawItems.ts"
import { partition } from "./RecordRows.ts"

/** Records as lines, each with its end. */
export interface ExportPiece {
  readonly bytes: ReadonlyArray<Uint8Array>
  /** Gives their memory back, for who knows that nobody reads them any more; it need not be. */
  readonly free: () => void
}

/** An export under way. Each piece is read by a statement of its own, which sees what is stored at that moment. */
export interface Export {
  /** The next records; null when there are no more, or as many as were asked for. */
  readonly read: Effect.Effect<ExportPiece | null, ApiError.ApiError>
  /** The cursor of the first record that was not read; null when there is none. */
  readonly next: () => string | null
}

export class Lists extends Context.Service<
  Lists,
  {
    /** One page of a data model's records: the whole envelope of a list as JSON text, in UTF-8. */
    readonly list: (
      caller: Caller,
      model: Models.ModelId,
      params: URLSearchParams
    ) => Effect.Effect<Buffer, ApiError.ApiError>
    /** All records of a data model that a query asks for, a piece at a time. */
    readonly export: (
      caller: Caller,
      model: Models.ModelId,
      params: URLSearchParams
    ) => Effect.Effect<Export, ApiError.ApiError>
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
      const limits = yield* Config.Kept
      const quick = yield* Quick.client
      const costs = yield* ListCost.current
      const indexes = yield* Indexes.Known
      const run = <Row extends object>(sql: Reader, { params, text }: Statement) => sql.unsafe<Row>(text, params)
      const reads = yield* Reads.make(() => Effect.void, { atNodes: true })
      const { isSpread } = reads
      const embed = isSpread ? Expand.expandApart : Expand.expand

      /** The custom fields that a caller may name; asked for only where a request names any. */
      const customOf = (caller: Caller, model: Models.ModelId, params: URLSearchParams): Effect.Effect<Custom.Fields> =>
        ListQuery.namesCustom(params) || ["next", "prev"].some((at) => Cursor.namesCustom(params.get(at) ?? ""))
          ? Effect.orDie(
              sql.unsafe<Custom.Field>(
                `select distinct name, type from field_mapping where organisation_id = $1::bigint and data_model = $2
                   and ($3::bigint is null or company_id is null or company_id = $3::bigint) order by name`,
                [caller.organisationId, model, caller.companyId]
              )
            )
          : Effect.succeed(Custom.none)

      /** What there is of indexes on demand; nobody is asked for a list that does without. */
      const madeFor = (
        caller: Caller,
        model: Models.ModelId,
        query: ListQuery.ListQuery,
        sort: ReadonlyArray<ListQuery.SortKey>
      ): Effect.Effect<Indexes.Made> =>
        ListCost.weightOf(query, sort) === 0 ? Effect.succeed(Indexes.none) : indexes.of(caller.organisationId, model)

      /** The texts of the first rows with what they embed, as many as can be fetched for one page, and at least one. */
      const expanded = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        shape: ListQuery.Shape,
        rows: ReadonlyArray<Row>
      ) {
        if (rows.length === 0) return []
        const { most, setting } = limits.pageBytes
        const texts = yield* embed(sql, caller, model, shape, rows, most)
        if (texts.length > 0) return texts
        const message = `What the record ${rows[0]!.svc_id} would embed has more than ${most} bytes (${setting}). Expand less, or ask for the related records by their own lists.`
        return yield* ApiError.make("invalid-params", message, "expand")
      })

      /** The rows that fit in a page, of those found, with their texts. */
      const filled = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        query: ListQuery.ListQuery,
        found: ReadonlyArray<Row>,
        most: number
      ) {
        const rows = yield* PageSize.fill(sql, caller, model, found, most)
        if (query.expand.length === 0) return { rows, texts: textsOf(query, rows) }
        const texts = textsOf(query, rows, yield* expanded(sql, caller, model, query, rows))
        const kept = PageSize.fitting(texts, PageSize.bytesOf, most)
        return { rows: rows.slice(0, kept.length), texts: kept }
      })

      /** A list as lists of the parts that its records are looked through in, by their ids, where all are. */
      const partsOf = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        query: Held
      ): Effect.fn.Return<ReadonlyArray<Held>, SqlError> {
        const bound = (operator: "gt" | "lte", id: number): Filters.Filter => ({
          column: svcId,
          operator,
          values: [String(id)]
        })
        const { isSorted, records } = query.parts!
        if (records === null || !(isSorted || query.returnCount)) return [query]
        const parts: Array<Held> = []
        let begin: ReadonlyArray<Filters.Filter> = []
        for (;;) {
          const ends = yield* run<{ svc_id: number }>(sql, endsOfPartsStatement(caller, model, query, records, begin))
          for (const { svc_id } of ends) {
            parts.push({ ...query, filters: [...query.filters, ...begin, bound("lte", svc_id)] })
            begin = [bound("gt", svc_id)]
          }
          if (ends.length < PARTS) return [...parts, { ...query, filters: [...query.filters, ...begin] }]
        }
      })

      /** Where the records of a page are; what lies further on is asked for where there is too little before it. */
      const placesOf = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        query: Held,
        sort: ReadonlyArray<ListQuery.SortKey>,
        way: Keyset.Way,
        from: Cursor.Position | null
      ): Effect.fn.Return<ReadonlyArray<Placed>, SqlError> {
        const places: Array<Placed> = []
        const wanted = countOfPage(query, from)
        for (const beyond of beyondOfPage(query, way, from)) {
          const left = wanted - places.length
          if (left === 0) break
          const statement = placesStatement(caller, model, query, sort, way, from, beyond, left)
          places.push(...(yield* run<Placed>(sql, statement)))
        }
        return places
      })

      /** The rows of a page, found in one part after the other; null where they cannot be put in order here, or are not what was asked for any more. */
      const askParts = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        query: Held,
        parts: ReadonlyArray<Held>,
        sort: ReadonlyArray<ListQuery.SortKey>,
        way: Keyset.Way,
        from: Cursor.Position | null
      ): Effect.fn.Return<ReadonlyArray<Row> | null, SqlError> {
        const compare = Keyset.comparing(sort, way)
        if (compare === null) return null
        const order = { place: (row: Placed) => valuesOf(sort, row), compare }
        const count = countOfPage(query, from)
        let places: ReadonlyArray<Placed> = []
        for (const part of parts) {
          const found = yield* placesOf(sql, caller, model, part, sort, way, from)
          const told = [places, found].map((rows) => ({ rows, isCut: false }))
          places = Merged.first(told, count, order).rows
        }
        const rows: Array<Row> = []
        for (let at = 0; at < places.length; at += LARGE) {
          const some = places.slice(at, at + LARGE)
          rows.push(...(yield* run<Row>(sql, placedStatement(caller, model, query, sort, way, some))))
        }
        return rows.length === places.length ? rows : null
      })
      const countOfParts = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        parts: ReadonlyArray<Held>,
        sight: Horizon.Sight
      ): Effect.fn.Return<Count, SqlError> {
        let counted: Count | undefined
        for (const part of parts) {
          const [own] = yield* run<Count>(sql, countStatement(caller, model, part, sight))
          counted = { ...own!, n: (counted?.n ?? 0) + own!.n }
        }
        return counted!
      })
      const liesBehind = Effect.fnUntraced(function* (
        sql: Reader,
        caller: Caller,
        model: Models.ModelId,
        parts: ReadonlyArray<Held>,
        sort: ReadonlyArray<ListQuery.SortKey>,
        way: Keyset.Way,
        from: Cursor.Position
      ): Effect.fn.Return<boolean, SqlError> {
        for (const part of parts) {
          if ((yield* run(sql, behindStatement(caller, model, part, sort, way, from))).length > 0) return true
        }
        return false
      })

      // A function of its own, made once: a generator written inside one that runs for each page would be a new one
      // each time, and the engine keeps such a one, and what it closes over, until its next full collection.
      const readPage = Effect.fnUntraced(function* (
        place: Reads.Place<void>,
        caller: Caller,
        model: Models.ModelId,
        asked: Asked,
        sort: ReadonlyArray<ListQuery.SortKey>,
        from: Cursor.Position | null,
        seen: Horizon.Sight,
        most: number
      ): Effect.fn.Return<Page | undefined, ApiError.ApiError | SqlError> {
        const { everywhere, reader: sql } = place
        const way: Keyset.Way = from?.at === "prev" ? "back" : "onward"
        // What is read part by part shows nothing that came or was changed meanwhile.
        const isInParts = asked.parts != null
        const sight = isInParts && seen.before === null ? { before: (yield* place.look).before, last: null } : seen
        const { before } = sight
        const query: Held = before === null ? asked : upTo(model, asked, sort, before, isSpread)
        const isOfOne = companyOf(caller, query) !== null
        // Several nodes take no limit that says how many there are of something else, and parts are counted by themselves.
        const whole =
          isSpread && !isOfOne ? { ...query, isLed: false } : isInParts ? { ...query, returnCount: false } : query
        const parts = isInParts ? yield* partsOf(sql, caller, model, query) : [query]
        const searched = asked.parts?.isSorted === true ? parts : [query]
        const ask = (isAtOnce: boolean) =>
          run<Row>(sql, pageStatement(caller, model, whole, sort, way, from, sight, isAtOnce))
        /** Of all nodes at once; null where that cannot be had. */
        const askEach = Effect.gen(function* () {
          const compare = Keyset.comparing(sort, way)
          // What takes long is ended where the coordinator can, on all nodes.
          if (compare === null || ListCost.weightOf(query, sort) > 0) return null
          const isWalk = walks(asked, sort)
          return yield* everywhere<Row>({
            count: countOfPage(query, from),
            statement: (count) => pageStatement(caller, model, query, sort, way, from, sight, true, { count, isWalk }),
            isWalk,
            place: (row) => valuesOf(sort, row),
            compare
          })
        })
        // In one statement Citus would keep what its first part finds in files on every node, and ask all of them again.
        const askApart = Effect.gen(function* () {
          const places = yield* placesOf(sql, caller, model, query, sort, way, from)
          if (places.length === 0) return []
          const rows = yield* run<Row>(sql, placedStatement(caller, model, query, sort, way, places))
          // Some are not what was asked for any more.
          return rows.length === places.length ? rows : yield* ask(true)
        })
        const isApart = isSpread && before !== null && !query.returnCount && !isOfOne
        let wanted = isApart
          ? ((yield* askEach) ?? (yield* askApart))
          : isInParts
            ? ((yield* askParts(sql, caller, model, query, searched, sort, way, from)) ?? (yield* ask(false)))
            : yield* ask(false)
        // Several nodes are asked for the ids first and then for the records, which may have become others that are not to be shown yet.
        if (before !== null && wanted.some(({ stamp }) => (stamp?.getTime() ?? 0) >= before)) wanted = yield* ask(true)
        if (before === null && wanted.length > 0) {
          const floor = wanted[0]!.floor!
          if (floor === null) return
          reads.wasQuiet(floor)
          if (wanted.some(PageSize.isLate)) return
        }
        // The record that the page before ended with, if it is still there: it shows that there is a page before.
        const isMet = from !== null && !from.isInclusive && wanted.length > 0 && isAt(from, wanted[0]!)
        const found = isMet ? wanted.slice(1) : wanted
        // An empty page has no record that could tell how many there are.
        const counted: Count | null = !query.returnCount
          ? null
          : wanted.length > 0 && !isInParts
            ? { n: wanted[0]!.total! }
            : yield* countOfParts(sql, caller, model, parts, sight)
        if (counted?.floor === null) return
        const total = counted?.n ?? null
        const { rows: kept, texts: told } = yield* filled(sql, caller, model, query, found.slice(0, query.limit), most)
        // All that would have been on it was erased or changed meanwhile.
        if (kept.length === 0 && found.length > 0) {
          return yield* readPage(place, caller, model, asked, sort, from, seen, most)
        }
        const isMore = found.length > kept.length
        const rows = way === "onward" ? kept : kept.toReversed()
        const texts = way === "onward" ? told : told.toReversed()
        const isBehind = isMet || (from !== null && (yield* liesBehind(sql, caller, model, searched, sort, way, from)))
        const page: Page = {
          texts,
          first: rows.length === 0 ? null : valuesOf(sort, rows[0]!),
          last: rows.length === 0 ? null : valuesOf(sort, rows.at(-1)!),
          isFirst: !(way === "onward" ? isBehind : isMore),
          isLast: !(way === "onward" ? isMore : isBehind),
          total
        }
        return page
      })

      const list = Effect.fnUntraced(function* (
        caller: Caller,
        model: Models.ModelId,
        params: URLSearchParams
      ): Effect.fn.Return<Buffer, ApiError.ApiError> {
        const custom = yield* customOf(caller, model, params)
        const now = yield* Clock.currentTimeMillis
        const query = yield* Effect.fromResult(ListQuery.list(model, params, limits, now, custom))
        const home = homeOf(caller, model, query, custom)
        const at = query.cursor === null ? null : yield* positionOf(home, query.cursor, query.sort)
        const sort = at?.sort ?? Cursor.withTieBreak(query.sort ?? [])
        const from = at === null ? null : Keyset.among(at, query.filters)
        const made = yield* madeFor(caller, model, query, sort)
        const isLarge = recordsOf(query) > LARGE
        const records = costs.isInParts ? yield* Effect.orDie(costs.partOf(sql, model, query, sort, made)) : null
        const asked: Asked = {
          ...query,
          isLed: made.leads(sort),
          parts:
            records !== null || (isLarge && costs.isInParts)
              ? { records, made, isSorted: !Indexes.indexed.has(sort[0]!.column.name) && !made.leads(sort) }
              : null
        }
        if (isLarge) yield* Turns.enlarge
        const page: Page = yield* patient(
          Effect.provideService(
            reads.from(
              (place) =>
                costs.admit(
                  place.sql,
                  caller,
                  model,
                  query,
                  sort,
                  made,
                  () => reachedStatement(caller, model, query, made),
                  place.within((sight) =>
                    readPage(place, caller, model, asked, sort, from, sight, limits.pageBytes.most)
                  )
                ),
              nodeOf(caller, query)
            ),
            Lane,
            isLarge || query.returnCount || records !== null ? "large" : "requests"
          ),
          query,
          sort
        )
        const prev = page.isFirst ? "null" : cursorOf(home, sort, "prev", page.first, from)
        const next = page.isLast ? "null" : cursorOf(home, sort, "next", page.last, from)
        return enveloped(page.texts, `],"prev":${prev},"next":${next},"total_count":${page.total}}`)
      })

      /** A piece of an export whose records are told as they are stored; undefined as {@link readPage} answers it. */
      const readLines = Effect.fnUntraced(function* (
        place: Reads.Place<void>,
        caller: Caller,
        model: Models.ModelId,
        asked: ListQuery.ListQuery,
        from: Cursor.Position | null,
        sight: Horizon.Sight
      ) {
        const { before } = sight
        const query: Held = before === null ? asked : upTo(model, asked, inOrder, before, isSpread)
        const { params, text } = linesStatement(caller, model, query, from, sight, isSpread)
        const sent = yield* place.lines.read(text, params)
        const { floor, isWhole, last, n } = sent
        if (before === null && n > 0) {
          if (floor === null) return
          reads.wasQuiet(floor)
        }
        if (!isWhole) return yield* readPieces(place, caller, model, asked, from, sight)
        const piece: Piece = { lines: sent, n, last: last === null ? null : String(last), isLast: n < query.limit }
        return piece
      })
      /** The same for records that are put together here, or are large. */
      const readPieces = Effect.fnUntraced(function* (
        place: Reads.Place<void>,
        caller: Caller,
        model: Models.ModelId,
        query: ListQuery.ListQuery,
        from: Cursor.Position | null,
        sight: Horizon.Sight
      ) {
        const most = Math.min(PIECE_BYTES, limits.pageBytes.most)
        const page = yield* readPage(place, caller, model, query, inOrder, from, sight, most)
        if (page === undefined) return
        const { isLast, last, texts } = page
        const lines = Buffer.from(texts.map(lineOf).join(""))
        const piece: Piece = {
          lines: { bytes: [lines], free: () => {} },
          n: texts.length,
          last: last?.[0] ?? null,
          isLast
        }
        return piece
      })

      const exported = Effect.fnUntraced(function* (
        caller: Caller,
        model: Models.ModelId,
        params: URLSearchParams
      ): Effect.fn.Return<Export, ApiError.ApiError> {
        const custom = yield* customOf(caller, model, params)
        const now = yield* Clock.currentTimeMillis
        const query = yield* Effect.fromResult(ListQuery.exported(model, params, limits, now, custom))
        const home = homeOf(caller, model, query, custom)
        const [reader, size] = isAsStored(query)
          ? [readLines, STORED]
          : [readPieces, Math.max(1, Math.floor(PIECE / (1 + query.expand.length)))]
        let from = query.cursor === null ? null : yield* positionOf(home, query.cursor, [])
        let left = query.limit
        let isOver = false
        yield* Turns.enlarge
        const read = Effect.gen(function* () {
          if (isOver || left === 0) return null
          const asked = { ...query, limit: Math.min(size, left) }
          const begin = from
          const found = yield* madeFor(caller, model, asked, inOrder)
          // An export asks once for what it filters by, in however many pieces.
          const made = begin === null ? found : { ...found, told: Indexes.none.told }
          const piece: Piece = yield* patient(
            reads.from(
              (place) =>
                costs.admit(
                  place.sql,
                  caller,
                  model,
                  asked,
                  inOrder,
                  made,
                  () => reachedStatement(caller, model, asked, made),
                  place.within((sight) => reader(place, caller, model, asked, begin, sight))
                ),
              nodeOf(caller, asked)
            ),
            asked,
            inOrder
          )
          left -= piece.n
          isOver = piece.isLast
          if (piece.last !== null) from = { sort: inOrder, values: [piece.last], at: "next", isInclusive: false }
          if (left === 0 && !isOver && from !== null) {
            const end = from
            const beyond = yield* Effect.orDie(
              reads.from(({ sql }) => run(sql, behindStatement(caller, model, query, inOrder, "back", end)))
            )
            isOver = beyond.length === 0
          }
          return piece.n === 0 ? null : piece.lines
        })
        return {
          read,
          next: () => (isOver || from === null ? null : Cursor.encode(home, from))
        }
      })

      const get = Effect.fn("Lists.get")(function* (
        caller: Caller,
        model: Models.ModelId,
        svcId: number,
        params: URLSearchParams
      ): Effect.fn.Return<string, ApiError.ApiError> {
        const custom = yield* customOf(caller, model, params)
        const shape = yield* Effect.fromResult(ListQuery.one(model, params, custom))
        const missing = ApiError.notFound(`record ${svcId} of ${model}`, "svc_id")
        if (!Number.isSafeInteger(svcId)) return yield* missing
        const { bind, done } = newStatement()
        const { which } = scopeOf(caller, model, shape, [], bind)
        const statement = done(
          `select ${selected(model, shape).join(", ")} from ${partition(model)} r
           where r.svc_id = ${bind(String(svcId), "bigint")} and ${which}`
        )
        const found = yield* Effect.orDie(quick.unsafe<Row>(statement.text, statement.params))
        if (found.length === 0) return yield* missing
        const rows = yield* Effect.orDie(PageSize.fill(sql, caller, model, found, limits.pageBytes.most))
        const bodies = yield* Effect.catchTag(expanded(sql, caller, model, shape, rows), "SqlError", Effect.die)
        return `{"data":${textsOf(shape, rows, bodies)[0]}}`
      })

      return Lists.of({ list, get, export: exported })
    })
  )
}

/** Records that an export reads at once, and about how many bytes of them where they are put together here. */
const PIECE = 1000
const PIECE_BYTES = 4_194_304
/** Of records as they are stored, which cost next to nothing here: the fewer statements, the less the database waits. */
const STORED = 4000
/** The order of an export. */
const inOrder: ReadonlyArray<ListQuery.SortKey> = Cursor.withTieBreak([])

/** What an export has read at once. */
interface Piece {
  readonly lines: ExportPiece
  readonly n: number
  /** The id of its last record. */
  readonly last: string | null
  readonly isLast: boolean
}
/** Whether records are told as they are stored, so that nobody here need look at them. */
const isAsStored = ({ expand, fields, hash, raw }: ListQuery.Shape): boolean =>
  expand.length === 0 && fields === null && !hash && !raw
/** A platform may have written its item over many lines; within a text of JSON there are no ends of lines. */
const lineOf = (text: string): string => `${/[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, " ") : text}\n`

/** A page of more records stands back behind smaller ones of others. */
const LARGE = 250
/** How many records a page may show, with those that it embeds and the items they are made of. */
const recordsOf = ({ expand, limit, raw }: ListQuery.ListQuery): number => limit * (1 + expand.length + (raw ? 1 : 0))

/** Which list a query asks for, whatever page of it. */
export const homeOf = (
  caller: Caller,
  model: Models.ModelId,
  query: ListQuery.ListQuery,
  custom: Custom.Fields = Custom.none
): Cursor.Home => ({
  organisationId: caller.organisationId,
  companyId: caller.companyId,
  list: model,
  columns: columnsOf(model, custom),
  key: svcId,
  filters: `${query.includeDeleted}${Filters.canonical(query.filters)}`
})

interface Row extends Expand.Source {
  readonly svc_id: number
  readonly body: string
  readonly raw?: string | null
  readonly hash?: string
  readonly connection_id: number
  readonly platform_id: string
  readonly floor?: number | null
  readonly total?: number
  /** Of a list that follows changes. */
  readonly stamp?: Date | null
  readonly [key: `key${number}`]: string | null
}

interface Count {
  readonly n: number
  readonly floor?: number | null
}

/** What is answered, and where it begins and ends; null when it is empty. */
interface Page {
  readonly texts: ReadonlyArray<string>
  readonly first: Cursor.Place["values"] | null
  readonly last: Cursor.Place["values"] | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly total: number | null
}

const HEAD = '{"data":['
const COMMA = 44
/** The texts of a page with what stands before and after them. Each goes to its place at once. */
const enveloped = (texts: Page["texts"], end: string): Buffer => {
  const sizes = texts.map(PageSize.bytesOf)
  const size = sizes.reduce((sum, one) => sum + one + 1, HEAD.length + Buffer.byteLength(end))
  const page = Buffer.allocUnsafe(size)
  let at = page.write(HEAD)
  for (const [index, text] of texts.entries()) {
    if (index > 0) page[at++] = COMMA
    page.write(text, at)
    at += sizes[index]!
  }
  return page.subarray(0, at + page.write(end, at))
}

/** The records' texts, with what was selected at their ends. */
const textsOf = (
  { fields, hash, raw }: ListQuery.Shape,
  rows: ReadonlyArray<Row>,
  bodies: ReadonlyArray<string> = rows.map(({ body }) => body)
): ReadonlyArray<string> => {
  const chosen = fields === null ? bodies : bodies.map((body) => Fields.project(fields, body))
  if (!raw && !hash) return chosen
  return chosen.map((body, index) => {
    const row = rows[index]!
    const selected = (raw ? `,"raw_data":${row.raw ?? "null"}` : "") + (hash ? `,"data_hash":"${row.hash}"` : "")
    return body === "{}" ? `{${selected.slice(1)}}` : `${body.slice(0, -1)}${selected}}`
  })
}

/** The cursor of the page on one side, as JSON. */
const cursorOf = (
  home: Cursor.Home,
  sort: ReadonlyArray<ListQuery.SortKey>,
  at: "next" | "prev",
  values: Cursor.Place["values"] | null,
  from: Cursor.Position | null
): string =>
  // An empty page lies between two places that are the same: the way back begins at that place itself.
  JSON.stringify(Cursor.encode(home, { sort, at, values: values ?? from?.values ?? [], isInclusive: values === null }))

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
const selected = (model: Models.ModelId, shape: ListQuery.Shape, body: string = PageSize.body): Array<string> => [
  "r.svc_id",
  `${body} as body`,
  ...(shape.raw ? [`${RawItems.sqlOf(model, PageSize.text)} as raw`] : []),
  ...(shape.hash ? ["r.hash"] : []),
  ...(shape.expand.length > 0 ? [Expand.columns(shape.expand)] : [])
]

interface Scope {
  /** Whose records: what the indexes begin with. */
  readonly whose: string
  /** The same, and what else was asked for. */
  readonly which: string
}

/** The conditions for what the caller may see and asked for. */
const scopeOf = (
  caller: Caller,
  model: Models.ModelId,
  shape: ListQuery.Shape & Pick<Held, "madeBefore">,
  filters: ReadonlyArray<Filters.Filter>,
  bind: Filters.Bind
): Scope => {
  const organisation = bind(String(caller.organisationId), "bigint")
  const seen = [`r.organisation_id = ${organisation}`]
  if (caller.companyId !== null) seen.push(`r.company_id = ${bind(String(caller.companyId), "bigint")}`)
  const whose = [...seen]
  const rest = shape.includeDeleted ? [] : ["r.deleted_at is null"]
  for (const filter of filters) {
    const { column, operator } = filter
    const isCompany = column.name === "svc_company_id" && operator === "eq"
    ;(isCompany ? whose : rest).push(Filters.toSql(filter, bind, seen.join(" and ")))
    if (column.name === "platform_id" && (operator === "eq" || operator === "in")) {
      // The index of platform ids begins with the connection and the parent.
      rest.push(`r.connection_id = any(array(select id from connection where organisation_id = ${organisation}))`)
      if (!Models.get(model).isSub) rest.push("r.parent_id = 0")
    }
  }
  if (shape.madeBefore !== undefined) {
    // As a bound of the ids, whose index does not hold the date; the sum keeps the engine from looking along that index.
    const late = `r.created_at >= ${bind(shape.madeBefore, "timestamptz")}`
    rest.push(
      `r.svc_id < coalesce((select min(r.svc_id + 0) from ${partition(model)} r where ${whose.join(" and ")} and ${late}),
         9223372036854775807)`
    )
  }
  return { whose: whose.join(" and "), which: [...whose, ...rest].join(" and ") }
}

/** The filters that are still to be asked for where only what lies beyond a place is. */
const besides = (
  { filters }: ListQuery.ListQuery,
  from: Cursor.Position | null,
  way: Keyset.Way
): ReadonlyArray<Filters.Filter> =>
  from === null ? filters : filters.filter((filter) => !Keyset.implies(from, way, filter))

/** Whether a list follows the changes of records; any other may be one that follows new ones. */
const followsChanges = (query: ListQuery.ListQuery, sort: ReadonlyArray<ListQuery.SortKey>): boolean =>
  [...sort, ...query.filters].some(({ column }) => changing.has(column.name))
const changing = new Set(["svc_updated_at", "svc_deleted_at"])

/** What a list asks for. */
interface Asked extends ListQuery.ListQuery {
  /** Whether an index on demand is in its order. */
  readonly isLed?: boolean
  /**
   * How it is read where that is done in parts: how many records are looked through at a time, of those that the indexes leave over, if not all. They
   * are to be counted, and for a page where they have to be sorted; along an index it is mostly found soon.
   */
  readonly parts?: {
    readonly records: number | null
    readonly made: Indexes.Made
    readonly isSorted: boolean
  } | null
}
/** The same, and what may not be shown of it yet. */
interface Held extends Asked {
  /** Records that were made at this moment or later are left out; absent where filters see to it, or nobody writes. */
  readonly madeBefore?: string
}

/**
 * Keeps what is stamped at a moment or later from a list. Several nodes would be asked for a bound of the ids first, and then
 * for ids of which some were not there yet: each looks at the date.
 */
const upTo = (
  model: Models.ModelId,
  query: Asked,
  sort: ReadonlyArray<ListQuery.SortKey>,
  before: number,
  isSpread: boolean
): Held => {
  const moment = new Date(before).toISOString()
  const filtered = (name: string): Held => ({
    ...query,
    filters: [...query.filters, { column: columnsOf(model).get(name)!, operator: "lt", values: [moment] }]
  })
  if (followsChanges(query, sort)) return filtered("svc_updated_at")
  const isDated = isSpread || [...sort, ...query.filters].some(({ column }) => column.name === "svc_created_at")
  return isDated ? filtered("svc_created_at") : { ...query, madeBefore: moment }
}

const keysOf = (sort: ReadonlyArray<ListQuery.SortKey>): ReadonlyArray<ListQuery.SortKey> => sort.slice(0, -1)

/** What an index keeps in the order of svc_id, so that records are read as they lie there. */
const inOrderOfIds: ReadonlySet<string> = new Set(["svc_id", "svc_company_id"])

/**
 * The next records of an export, as {@link Lines} takes them. They come one by one, since one text of many takes the engine
 * ten times as long to put together as to send. Where another index finds
 * them, their ids are found first, so that what is sorted is never the texts.
 */
const linesStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  from: Cursor.Position | null,
  { before, last }: Horizon.Sight,
  isSpread: boolean
): Statement => {
  const { bind, done } = newStatement()
  const scope = scopeOf(caller, model, query, besides(query, from, "onward"), bind)
  const beyond = from === null ? "" : ` and ${Keyset.beyond(from, "onward", from.isInclusive, bind)}`
  const floor = before === null ? `${Horizon.quietSince(last, bind)} as floor, ` : ""
  const until = before === null && followsChanges(query, inOrder) ? Horizon.until(last, bind) : null
  const wanted = `${scope.which}${beyond} order by r.svc_id limit ${bind(String(query.limit), "bigint")}`
  // Of several nodes, ids that are found first may be those of other records by then.
  const isDirect =
    (isSpread && followsChanges(query, inOrder)) ||
    query.filters.every(({ column: { name } }) => inOrderOfIds.has(name) || (isSpread && name === "svc_created_at"))
  const which = isDirect
    ? wanted
    : `${scope.whose} and r.svc_id = any(array(select r.svc_id from ${partition(model)} r where ${wanted})) order by r.svc_id`
  return done(`select r.svc_id, ${floor}${PageSize.bytes(until)} as body from ${partition(model)} r where ${which}`)
}

/**
 * The page's ids are found first, from indexes alone where they allow it, so that what is skipped or sorted is never the
 * texts themselves. One record more than asked for tells whether there is a next page, and the record at the place the
 * page is fetched from, whether there is one before it. `isAtOnce` where both are to be as of one moment on each of several
 * nodes: then each sends the texts of as many as the page has.
 */
const pageStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position | null,
  { before, last }: Horizon.Sight,
  isAtOnce: boolean,
  { count, isWalk }: { readonly count: number; readonly isWalk: boolean } = {
    count: countOfPage(query, from),
    isWalk: false
  }
): Statement => {
  const { bind, done } = newStatement()
  const scope = scopeOf(caller, model, query, besides(query, from, way), bind)
  const order = Keyset.order(sort, way)
  const until = before === null && followsChanges(query, sort) ? Horizon.until(last, bind) : null
  const columns = columnsOfPage(model, query, sort, until)
  // By itself, so that it can be asked of several nodes first; materialized, it is counted only when there is a page.
  const counted = query.returnCount ? `with counted as materialized (${countOf(caller, model, query, bind)}) ` : ""
  if (query.returnCount) columns.push("(select n from counted) as total")
  if (before === null) columns.push(`${Horizon.quietSince(last, bind)} as floor`)
  const which = isAtOnce
    ? // A plan for any values has to know how few they are.
      wantedOfPage(
        scope.which,
        query,
        sort,
        way,
        from,
        bind,
        undefined,
        isWalk ? String(count) : bind(String(count), "bigint")
      )
    : `${scope.whose} and r.svc_id = any(array(
       ${idsOfPage(model, scope.which, query, sort, way, from, bind)}))
     order by ${order}`
  return done(`${counted}select ${columns.join(", ")} from ${partition(model)} r
     where ${which}`)
}

/** What is told of each record of a page; in a list that follows changes, of those that are stamped before `until`. */
const columnsOfPage = (
  model: Models.ModelId,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  until: string | null
): Array<string> => [
  ...selected(model, query, until === null ? PageSize.body : PageSize.bodyUntil(until)),
  ...keyColumns(sort),
  ...(followsChanges(query, sort) && (until === null || query.raw) ? [`${PageSize.stamp} as stamp`] : [])
]
/** How many records are read for a page: one more than it has, and the one at the place that it is fetched from. */
const countOfPage = (query: Held, from: Cursor.Position | null): number =>
  query.limit + (from === null || from.isInclusive ? 1 : 2)
/** What lies beyond the place of a page: where an index is in the order of the list, range by range. */
const beyondOfPage = (
  query: Held,
  way: Keyset.Way,
  from: Cursor.Position | null
): ReadonlyArray<((bind: Filters.Bind) => string) | null> =>
  from === null
    ? [null]
    : query.isLed === true
      ? Keyset.ranges(from, way, true)
      : [(bind) => Keyset.beyond(from, way, true, bind)]
/** Where the records of a page lie among those that are asked for. */
const wantedOfPage = (
  which: string,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position | null,
  bind: Filters.Bind,
  beyond: ((bind: Filters.Bind) => string) | null = from && ((bind) => Keyset.beyond(from, way, true, bind)),
  limit = bind(String(countOfPage(query, from)), "bigint")
): string =>
  `${which}${beyond === null ? "" : ` and ${beyond(bind)}`} order by ${Keyset.order(sort, way)} limit ${limit}`
/** Selects the ids of a page. Of two ranges the second is read for what the first has too little of. */
const idsOfPage = (
  model: Models.ModelId,
  which: string,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position | null,
  bind: Filters.Bind
): string => {
  const [first, second] = beyondOfPage(query, way, from)
  const limit = bind(String(countOfPage(query, from)), "bigint")
  const select = (beyond: ((bind: Filters.Bind) => string) | null, limit: string) =>
    `select r.svc_id from ${partition(model)} r where ${wantedOfPage(which, query, sort, way, from, bind, beyond, limit)}`
  return second === undefined
    ? select(first!, limit)
    : `with nearer as materialized (${select(first!, limit)}) select svc_id from nearer
       union all (${select(second, `${limit} - (select count(*) from nearer)`)})`
}

/** Whether the records of a list follow each other in an index, wherever it begins. */
const walks = ({ filters }: Asked, sort: ReadonlyArray<ListQuery.SortKey>): boolean =>
  Indexes.indexed.has(sort[0]!.column.name) && filters.every(({ column }) => column.name === sort[0]!.column.name)

/** The company that all records of a list are of; null for several. */
const companyOf = (caller: Caller, { filters }: ListQuery.ListQuery): string | null =>
  caller.companyId !== null
    ? String(caller.companyId)
    : (filters.find(({ column, operator }) => column.name === "svc_company_id" && operator === "eq")?.values[0] ?? null)
/** Whose node a list may be asked of: one by the platform's ids asks for connections, which are with the coordinator. */
const nodeOf = (caller: Caller, query: ListQuery.ListQuery): string | null =>
  query.filters.some(({ column }) => column.name === "platform_id") ? null : companyOf(caller, query)

/** Where a record is: its id, whose it is, and what the list is sorted by. */
interface Placed extends Pick<Row, "svc_id" | `key${number}`> {
  readonly company_id: number
}
/** Finds the records of a page: of an organisation on all nodes, or in one part of the list. */
const placesStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position | null,
  beyond: ((bind: Filters.Bind) => string) | null,
  count: number
): Statement => {
  const { bind, done } = newStatement()
  const { which } = scopeOf(caller, model, query, besides(query, from, way), bind)
  const limit = bind(String(count), "bigint")
  const columns = ["r.svc_id", "r.company_id", ...keyColumns(sort)]
  return done(
    `select ${columns.join(", ")} from ${partition(model)} r
     where ${wantedOfPage(which, query, sort, way, from, bind, beyond, limit)}`
  )
}
/** So many parts of a list are told apart at once. */
const PARTS = 5
/** Finds where the next parts of a list end; fewer than {@link PARTS} where what lies beyond is one. */
const endsOfPartsStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  records: number,
  begin: ReadonlyArray<Filters.Filter>
): Statement => {
  const { bind, done } = newStatement()
  const found = query.filters.filter((filter) => ListCost.isFound(filter, query.parts!.made))
  const { which } = scopeOf(caller, model, query, [...found, ...begin], bind)
  const all = `select r.svc_id from ${partition(model)} r where ${which} order by r.svc_id limit ${bind(String(PARTS * records), "bigint")}`
  return done(
    `select svc_id from (select svc_id, row_number() over (order by svc_id) as place from (${all}) r) r
     where place % ${bind(String(records), "bigint")} = 0 order by svc_id`
  )
}

/** Those of them that are still what was asked for, from where they are. */
const placedStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  places: ReadonlyArray<Placed>
): Statement => {
  const { bind, done } = newStatement()
  const { which } = scopeOf(caller, model, query, query.filters, bind)
  const companies = [...new Set(places.map(({ company_id }) => company_id))]
  const whose = `r.company_id = any(${bind(`{${companies.join(",")}}`, "bigint[]")})`
  const own = `r.svc_id = any(${bind(`{${places.map(({ svc_id }) => svc_id).join(",")}}`, "bigint[]")})`
  return done(
    `select ${columnsOfPage(model, query, sort, null).join(", ")} from ${partition(model)} r
     where ${which} and ${whose} and ${own} order by ${Keyset.order(sort, way)}`
  )
}

/** Finds out whether anything lies on the other side of the place a page was fetched from. */
const behindStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  sort: ReadonlyArray<ListQuery.SortKey>,
  way: Keyset.Way,
  from: Cursor.Position
): Statement => {
  const { bind, done } = newStatement()
  const other = way === "onward" ? "back" : "onward"
  const scope = scopeOf(caller, model, query, besides(query, from, other), bind)
  const select = (beyond: string) =>
    // An order, so that the search begins at the place and not at the far end.
    `select r.svc_id from ${partition(model)} r where ${scope.which} and ${beyond}
     order by ${Keyset.order(sort, other)} limit 1`
  if (query.isLed !== true) return done(select(Keyset.beyond(from, other, false, bind)))
  const ranges = Keyset.ranges(from, other, false).map((range) => `(${select(range(bind))})`)
  return done(ranges.join(" union all "))
}

/** How many records the list has, whatever page of it. */
const countOf = (caller: Caller, model: Models.ModelId, query: Held, bind: Filters.Bind): string => {
  const { which } = scopeOf(caller, model, query, query.filters, bind)
  return `select count(*) as n from ${partition(model)} r where ${which}`
}

const countStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: Held,
  { before, last }: Horizon.Sight
): Statement => {
  const { bind, done } = newStatement()
  const quiet = before === null ? `, ${Horizon.quietSince(last, bind)} as floor` : ""
  return done(`select n${quiet} from (${countOf(caller, model, query, bind)} offset 0) c`)
}

/** What the indexes leave over for the rest of a list to be looked for in. */
const reachedStatement = (
  caller: Caller,
  model: Models.ModelId,
  query: ListQuery.ListQuery,
  made: Indexes.Made
): Statement => {
  const { bind, done } = newStatement()
  const found = query.filters.filter((filter) => ListCost.isFound(filter, made))
  return done(`select 1 from ${partition(model)} r where ${scopeOf(caller, model, query, found, bind).which}`)
}

/** The text of what a list is sorted by, which gives the same value again when it is bound. */
const asText = ({ order, type }: Column): string =>
  type === "timestamptz" ? `to_char(${order} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : `(${order})::text`

/** What a list is sorted by before the id, as {@link valuesOf} reads it. */
const keyColumns = (sort: ReadonlyArray<ListQuery.SortKey>): Array<string> =>
  keysOf(sort).map(({ column }, index) => `${asText(column)} as ${keyName(index)}`)
const valuesOf = (
  sort: ReadonlyArray<ListQuery.SortKey>,
  row: Pick<Row, "svc_id" | `key${number}`>
): ReadonlyArray<string | null> => {
  const values: Array<string | null> = []
  for (let index = 0; index < sort.length - 1; index++) values.push(row[keyName(index)] ?? null)
  values.push(String(row.svc_id))
  return values
}
/** Names that are made once: by one that is put together each time a member is found many times as slowly. */
const keyNames: Array<`key${number}`> = []
const keyName = (index: number): `key${number}` => (keyNames[index] ??= `key${index}`)

/** Whether a record stands exactly at a place. */
const isAt = (place: Cursor.Position, row: Row): boolean => {
  const values = valuesOf(place.sort, row)
  return values.every((value, index) => value === place.values[index])
}

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
 * A statement that ran into the database's time limit had too many records to read or to count: the caller can ask for
 * less, so it is told so.
 */
const patient = <A>(
  self: Effect.Effect<A, SqlError | ApiError.ApiError>,
  query: ListQuery.ListQuery,
  sort: ReadonlyArray<ListQuery.SortKey>
): Effect.Effect<A, ApiError.ApiError> =>
  Effect.catch(self, (error) => {
    if (error._tag === "ApiError") return Effect.fail(error)
    return error.reason._tag === "StatementTimeoutError" && ListCost.weightOf(query, sort) > 0
      ? Effect.fail(ListCost.tookTooLong(query, sort))
      : Effect.die(error)
  })
