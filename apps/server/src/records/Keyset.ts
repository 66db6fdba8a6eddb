/**
 * Paging by key: the SQL of an order and of what lies beyond a place in it. Nulls are at the end whichever way a field
 * is sorted, and a page that is fetched backwards is the exact mirror of one fetched forwards.
 */
import type { Place } from "./Cursor.ts"
import { type Bind, compared, type Filter, keepsNulls } from "./Filters.ts"
import type { SortKey } from "./ListQuery.ts"

/** `onward` follows the list; the other way is fetched reversed. */
export type Way = "onward" | "back"

const ascends = ({ direction }: SortKey, way: Way): boolean => (direction === "ASC") === (way === "onward")

/** The terms of `order by`. */
export const order = (sort: ReadonlyArray<SortKey>, way: Way): string =>
  sort
    .map((key) => {
      const term = `${key.column.order} ${ascends(key, way) ? "asc" : "desc"}`
      // Where there are no nulls nothing is said of them, so that an index serves both ways.
      return key.column.isNullable ? `${term} nulls ${way === "onward" ? "last" : "first"}` : term
    })
    .join(", ")

/**
 * Compares values of an order, each as the text that a cursor carries, as the database does; null where only that can. The last
 * of them is an id, so no two rows are the same.
 */
export const comparing = (
  sort: ReadonlyArray<SortKey>,
  way: Way
): ((one: ReadonlyArray<string | null>, other: ReadonlyArray<string | null>) => number) | null => {
  const keys: Array<{ readonly sign: 1 | -1; readonly compare: (a: string, b: string) => number }> = []
  for (const key of sort) {
    const compare = comparisons[key.column.type]
    if (compare === null) return null
    keys.push({ sign: ascends(key, way) ? 1 : -1, compare })
  }
  return (one, other) => {
    for (let index = 0; index < keys.length; index++) {
      const a = one[index] ?? null
      const b = other[index] ?? null
      if (a === b) continue
      if (a === null || b === null) return (a === null) === (way === "onward") ? 1 : -1
      const side = keys[index]!.compare(a, b)
      if (side !== 0) return keys[index]!.sign * side
    }
    return 0
  }
}
const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const byNumber = (a: string, b: string): number => Number(a) - Number(b)
const byMoment = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1)
/** Decimals of any length, written out as the database does it. */
const byDecimal = (a: string, b: string): number => {
  const [one, other] = [a, b].map((text) => {
    const [whole, rest = ""] = text.replace("-", "").split(".") as [string, string?]
    return { whole, rest: rest.replace(/0+$/, ""), sign: text.startsWith("-") ? -1 : 1 }
  }) as [Decimal, Decimal]
  if (one.sign !== other.sign) return one.sign
  const size = one.whole.length - other.whole.length
  return one.sign * (size === 0 ? byMoment(`${one.whole}.${one.rest}`, `${other.whole}.${other.rest}`) : size)
}
interface Decimal {
  readonly whole: string
  readonly rest: string
  readonly sign: number
}
const comparisons: Readonly<Record<SortKey["column"]["type"], ((a: string, b: string) => number) | null>> = {
  bigint: byNumber,
  numeric: byDecimal,
  text: bytewise,
  timestamp: null,
  timestamptz: byMoment
}

/** The condition for what lies beyond a place, or at it as well. */
export const beyond = (place: Place, way: Way, isInclusive: boolean, bind: Bind): string => {
  const keys = place.sort.map((key, index) => {
    const value = place.values[index] ?? null
    return {
      sql: key.column.order,
      at: value === null ? null : bind(value, key.column.type),
      isNullable: key.column.isNullable,
      sign: ascends(key, way) ? ">" : "<"
    }
  })
  const [first] = keys as [(typeof keys)[number]]
  const equally = isInclusive ? "=" : ""
  // One comparison of rows is what an index can start from.
  if (keys.every(({ isNullable, sign }) => !isNullable && sign === first.sign)) {
    const side = (parts: ReadonlyArray<string | null>) => (parts.length === 1 ? parts[0]! : `(${parts.join(", ")})`)
    return `${side(keys.map(({ sql }) => sql))} ${first.sign}${equally} ${side(keys.map(({ at }) => at))}`
  }
  const nested = keys.reduceRight((rest, { at, isNullable, sign, sql }) => {
    if (rest === "") return `${sql} ${sign}${equally} ${at}`
    if (at === null) return way === "onward" ? `(${sql} is null and ${rest})` : `(${sql} is not null or ${rest})`
    const nulls = isNullable && way === "onward" ? ` or ${sql} is null` : ""
    return `(${sql} ${sign} ${at}${nulls} or (${sql} = ${at} and ${rest}))`
  }, "")
  return first.isNullable ? nested : `${first.sql} ${first.sign}= ${first.at} and ${nested}`
}

/**
 * The same in the order of an index of its first key, as ranges of it that follow each other: what has a value, and what has none.
 * The list has two keys, of one direction.
 */
export const ranges = (place: Place, way: Way, isInclusive: boolean): ReadonlyArray<(bind: Bind) => string> => {
  const [first, last] = place.sort as [SortKey, SortKey]
  const [value, own] = [place.values[0] ?? null, place.values[1]!]
  const sql = first.column.order
  const sign = `${ascends(first, way) ? ">" : "<"}${isInclusive ? "=" : ""}`
  if (!first.column.isNullable) return [(bind) => beyond(place, way, isInclusive, bind)]
  if (value === null) {
    const alike = (bind: Bind) => `${sql} is null and ${last.column.order} ${sign} ${bind(own, last.column.type)}`
    return way === "onward" ? [alike] : [alike, () => `${sql} is not null`]
  }
  const further = (bind: Bind) =>
    `(${sql}, ${last.column.order}) ${sign} (${bind(value, first.column.type)}, ${bind(own, last.column.type)})`
  return way === "onward" ? [further, () => `${sql} is null`] : [further]
}

/** A place in a list of which filters leave out what has no value: then nothing beyond the place has none. */
export const among = <P extends Place>(place: P, filters: ReadonlyArray<Filter>): P => ({
  ...place,
  sort: place.sort.map((key, index) =>
    place.values[index] !== null &&
    filters.some((filter) => filter.column.name === key.column.name && !keepsNulls(filter))
      ? { ...key, column: { ...key.column, isNullable: false } }
      : key
  )
})

/**
 * Whether all that lies beyond a place meets a filter anyway. Left in the statement, it would be a second bound on the field
 * that the index is walked along, and the engine may begin at that one and read everything up to the place.
 */
export const implies = (place: Place, way: Way, filter: Filter): boolean => {
  const { column, operator, values } = filter
  const [key] = place.sort as [SortKey]
  // Beyond a place of a field that may be null lie the nulls, which no comparison keeps.
  if (key.column.name !== column.name || key.column.isNullable || compared(filter) !== column.order) return false
  const side = compare(column.type, place.values[0] ?? null, values[0]!)
  if (side === undefined) return false
  const [strict, loose] = ascends(key, way) ? (["gt", "gte"] as const) : (["lt", "lte"] as const)
  const isBeyond = ascends(key, way) ? side > 0 : side < 0
  return operator === loose ? isBeyond || side === 0 : operator === strict && isBeyond
}

/** How a value of a place stands to one of a filter; undefined where only the database can say. */
const compare = (type: SortKey["column"]["type"], at: string | null, bound: string): number | undefined => {
  if (at === null) return undefined
  switch (type) {
    case "bigint":
      return byNumber(at, bound)
    case "text":
      return bytewise(at, bound)
    case "numeric":
      // Two that are the same number here may differ in what it has no room for.
      return at === bound ? 0 : Math.sign(Number(at) - Number(bound)) || undefined
    case "timestamptz": {
      const [own, other] = [microseconds(at), microseconds(bound)]
      return own === undefined || other === undefined ? undefined : own - other
    }
    case "timestamp":
      return undefined
  }
}
const microseconds = (value: string): number | undefined => {
  const [, instant, micros] = /^(.+\.\d{3})(\d{3})?Z$/.exec(value) ?? []
  return instant === undefined ? undefined : Date.parse(`${instant}Z`) * 1000 + Number(micros ?? 0)
}
