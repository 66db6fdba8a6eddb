/**
 * How statements go on: by the key of the last row and not by an offset, so that neither the limit of 100 000 rows nor a row
 * that is added or removed meanwhile makes one be missed.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { isNumber, type Statement } from "./statement.ts"

export interface Position {
  readonly id: string | null
  readonly part: string | null
  /** Rows of the record that the page before broke off in. */
  readonly rest: ReadonlyArray<unknown>
}
export const idOf = (row: unknown) => Normalize.id(Call.at(row, "id"))
const partOf = (row: unknown) => Normalize.id(Call.at(row, "part"))
export const rowsOf = (body: unknown) => Read.arrayAt(body, "items")
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
export const records = (body: unknown, state: Position | null): ReadonlyArray<unknown> => {
  const rows = [...(state?.rest ?? []), ...rowsOf(body)]
  const whole = [...Map.groupBy(rows, idOf)].map(([id, own]) => ({ id, rows: own }))
  if (!hasMore(body)) return whole
  if (state === null) throw new Error("the record has more rows than one answer holds")
  return whole.slice(0, -1)
}
