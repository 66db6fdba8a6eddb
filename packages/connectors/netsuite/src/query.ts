/**
 * How NetSuite is asked in bulk: by statements of its query language. Pages go on by the key of the last row and not by an
 * offset, so that neither the limit of 100 000 rows nor a row that is added or removed meanwhile makes one be missed.
 */
import { Call, Normalize, Page, Read } from "@svc/core"
import { date, isNumber, moment, type Settings, type Statement, suiteql, textOf, unprefixed } from "./statement.ts"

export interface Position {
  readonly id: string | null
  readonly part: string | null
  /** Rows of the record that the page before broke off in. */
  readonly rest: ReadonlyArray<unknown>
}
const idOf = (row: unknown) => Normalize.id(Call.at(row, "id"))
const partOf = (row: unknown) => Normalize.id(Call.at(row, "part"))
const rowsOf = (body: unknown) => Read.arrayAt(body, "items")
const hasMore = (body: unknown) => Page.hasMore(body, "hasMore")
const lastOf = (rows: ReadonlyArray<unknown>) => rows.filter((row) => idOf(row) === idOf(rows.at(-1)))

type Key = readonly [id: string | null, part: string | null]
const isAfter = ([id, part]: Key, [lastId, lastPart]: Key): boolean =>
  lastId === null || BigInt(id ?? 0) > BigInt(lastId) || (id === lastId && BigInt(part ?? 0) > BigInt(lastPart ?? 0))

export const keys = ({ id, part }: Pick<Statement, "id" | "part">): Page.Page<Position> => ({
  start: () => ({ id: null, part: null, rest: [] }),
  apply: (state, call) => {
    const [asked = "", grouped] = String(Call.at(call.body, "q")).split(" GROUP BY ")
    const more = part === undefined ? "" : ` OR (${id} = ${state.id} AND ${part} > ${state.part})`
    const after = state.id === null ? "" : ` AND (${id} > ${state.id}${more})`
    const order = ` ORDER BY ${part === undefined ? id : `${id}, ${part}`}`
    return { body: { q: asked + after + (grouped === undefined ? "" : ` GROUP BY ${grouped}`) + order } }
  },
  next: (state, { body }) => {
    const rows = rowsOf(body)
    const last = rows.at(-1)
    if (!hasMore(body)) return null
    const [lastId, lastPart] = [idOf(last), partOf(last)]
    if (lastId === null || !isNumber(lastId) || (part !== undefined && (lastPart === null || !isNumber(lastPart))))
      throw new Error("the last row does not say where the next page begins")
    // Rows that do not come after those before would be taken for more of the same record, without end.
    if (!isAfter([lastId, lastPart], [state.id, state.part])) throw new Page.Circular("the last row was there before")
    return { id: lastId, part: lastPart, rest: part === undefined ? [] : lastOf([...state.rest, ...rows]) }
  }
})

/** The records of a page with their rows; one that goes on is left to the next page. */
const records = (body: unknown, state: Position | null): ReadonlyArray<unknown> => {
  const rows = [...(state?.rest ?? []), ...rowsOf(body)]
  const whole = [...Map.groupBy(rows, idOf)].map(([id, own]) => ({ id, rows: own }))
  if (!hasMore(body)) return whole
  if (state === null) throw new Error("the record has more rows than one answer holds")
  return whole.slice(0, -1)
}

/** Ids of what was deleted since. Quirk: how a deleted record's type is named is not said; what is still there is not gone. */
const gone = (table: (settings: Settings) => string | null, idIn: (id: string) => string) =>
  Read.feed({
    call: ({ settings, since }) => {
      const own = table(settings)
      // Without the table nothing says what is still there, so nothing is gone.
      const left = own === null ? "d.recordid < 0" : `d.recordid NOT IN (SELECT x.id FROM ${own} x)`
      return suiteql(
        textOf({
          id: "d.recordid",
          select: {},
          sums: {},
          from: "deletedrecord d",
          where: [`d.deleteddate >= ${moment(since)}`, left]
        })
      )
    },
    page: keys({ id: "d.recordid" }),
    ids: (body) =>
      rowsOf(body)
        .flatMap((row) => idOf(row) ?? [])
        .map(idIn)
  })

export interface SourceOptions {
  readonly statement: (settings: Settings) => Statement
  /** The table whose rows the records are; null in an account that does not have it. */
  readonly table: string | ((settings: Settings) => string | null)
  /** The column that says when a record changed; without it every run reads everything. */
  readonly changed?: string
  /** The column that holds the day of what is booked. */
  readonly dated?: string
  /** Of a model that several sources make up: its ids have the kind in front. */
  readonly kind?: string
}
/** Everything about reading a statement but its items: all of it, what changed, one by its id, and what is gone. */
export interface Source extends Omit<ReturnType<typeof suiteql>, "body"> {
  readonly source?: string
  readonly body: (context: Read.ReadContext) => unknown
  readonly since?: (context: Read.ReadContext & { readonly since: string }) => Call.Patch
  readonly from?: (context: Read.ReadContext & { readonly from: string }) => Call.Patch
  readonly page: Page.Page
  readonly items: (body: unknown, state: Position | null) => ReadonlyArray<unknown>
  readonly get: (id: string, context: { readonly settings: Settings }) => Call.Call | null
  readonly deletes: Read.Deletes
}
export const source = ({ changed, dated, kind, statement, table }: SourceOptions): Source => {
  const keyed = statement({})
  const where = (settings: Settings, ...more: ReadonlyArray<string>) => {
    const own = statement(settings)
    return suiteql(textOf({ ...own, where: [...(own.where ?? []), ...more] }))
  }
  const { body: _, ...call } = suiteql("")
  return {
    ...(kind === undefined ? {} : { source: kind }),
    ...call,
    body: ({ settings }) => where(settings).body,
    page: keys(keyed),
    items: keyed.part === undefined ? rowsOf : records,
    ...(changed && {
      since: ({ settings, since }) => ({ body: where(settings, `${changed} >= ${moment(since)}`).body })
    }),
    ...(dated && {
      from: ({ from, settings }) => ({ body: where(settings, `${dated} >= ${date(from.slice(0, 10))}`).body })
    }),
    get: (id, { settings }) => {
      const own = (kind === undefined ? id : (unprefixed(kind, id) ?? "")).split(":", 1)[0] ?? ""
      return isNumber(own) ? where(settings, `${keyed.id} = ${own}`) : null
    },
    deletes: gone(typeof table === "string" ? () => table : table, (id) => (kind === undefined ? id : `${kind}-${id}`))
  }
}
