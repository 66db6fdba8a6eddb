/**
 * How the platform lists: pages in creation order with an opaque cursor, so that records which are added, changed or
 * deleted meanwhile are neither missed nor seen twice; and the change feed, page by page by its sequence.
 */
import { Failure } from "./Failure.ts"
import type { Derived, Resource, Row } from "./Resource.ts"
import type { Tenant } from "./Tenant.ts"

const known = (query: URLSearchParams, names: ReadonlyArray<string>) => {
  for (const name of query.keys()) {
    if (!names.includes(name)) throw new Failure("invalid_request", `There is no parameter ${name} here.`, name)
    if (query.getAll(name).length > 1) throw new Failure("invalid_request", `${name} may be given once.`, name)
  }
}
const whole = (query: URLSearchParams, name: string, absent: number, low: number, high: number): number => {
  const text = query.get(name)
  if (text === null) return absent
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN
  if (value >= low && value <= high) return value
  throw new Failure("invalid_request", `${name} must be a whole number from ${low} to ${high}.`, name)
}
const limitOf = (query: URLSearchParams) => whole(query, "limit", 50, 1, 200)

const cursorFor = (resource: string, n: number) => btoa(`${resource}:${n}`).replace(/=+$/, "")
const positionIn = (resource: string, cursor: string | null): number => {
  if (cursor === null) return 0
  const wrong = () => new Failure("invalid_request", "cursor is not one that this list gave.", "cursor")
  try {
    const match = /^(.+):(\d{1,9})$/.exec(atob(cursor))
    if (match?.[1] === resource) return Number(match[2])
  } catch {
    throw wrong()
  }
  throw wrong()
}

/** `2026-01-31T10:00:00Z` or seconds since 1970, as milliseconds. */
const timeOf = (query: URLSearchParams, name: string): number => {
  const text = query.get(name)
  if (text === null) return 0
  const at = /^\d{1,11}$/.test(text) ? Number(text) * 1000 : /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN
  if (!Number.isNaN(at)) return at
  throw new Failure("invalid_request", `${name} must be an ISO 8601 time or seconds since 1970.`, name)
}
const booleanOf = (query: URLSearchParams, name: string): boolean => {
  const text = query.get(name)
  if (text === null || text === "true" || text === "false") return text === "true"
  throw new Failure("invalid_request", `${name} must be true or false.`, name)
}

const member = (row: object, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row)
const matcher = (query: URLSearchParams, filters: ReadonlyArray<string>) => {
  const wanted = filters.filter((name) => query.has(name)).map((name) => [name, query.get(name)] as const)
  return (row: object) => wanted.every(([name, value]) => String(member(row, name) ?? "") === value)
}

/** When what a record tells of happened; null where it does not say. */
const happened = (row: object, name: string): number | null => {
  const value = member(row, name)
  if (typeof value === "number") return value * 1000
  if (typeof value !== "string") return null
  return Date.parse(/ /.test(value) ? `${value.replace(" ", "T")}Z` : value)
}

/** `GET /v1/{resource}`. */
export const listRecords = ({ tables, lookup }: Tenant, of: Resource, query: URLSearchParams): object => {
  const filters = of.filters ?? []
  const { dated } = of
  known(query, ["cursor", "limit", "modifiedSince", "includeDeleted", ...(dated ? ["datedFrom"] : []), ...filters])
  const limit = limitOf(query)
  const since = timeOf(query, "modifiedSince")
  const from = timeOf(query, "datedFrom")
  const isDated = (row: object) => from === 0 || dated === undefined || (happened(row, dated) ?? from) >= from
  const deleted = booleanOf(query, "includeDeleted")
  const matches = matcher(query, filters)
  const items: Array<Row> = []
  let last = positionIn(of.name, query.get("cursor"))
  for (let n = last + 1; n <= tables.count(of.name); n++) {
    const entry = tables.entry(of.name, n)
    if (entry === undefined || entry.gone || entry.updated < since || !matches(entry.row)) continue
    if (!isDated(entry.row)) continue
    if (entry.row.deleted === true && !deleted) continue
    if (items.length === limit) return { items, nextCursor: cursorFor(of.name, last), hasMore: true }
    items.push(of.show?.(entry.row, lookup) ?? entry.row)
    last = n
  }
  return { items, nextCursor: null, hasMore: false }
}

/** A list of what is worked out from other records. */
export const listDerived = ({ lookup }: Tenant, of: Derived, query: URLSearchParams): object => {
  const filters = of.filters ?? []
  known(query, ["cursor", "limit", ...filters])
  const start = positionIn(of.name, query.get("cursor"))
  const end = start + limitOf(query)
  const rows = of.rows(lookup).filter(matcher(query, filters))
  const hasMore = end < rows.length
  return { items: rows.slice(start, end), nextCursor: hasMore ? cursorFor(of.name, end) : null, hasMore }
}

/** `GET /v1/changes`: what came after the sequence `since` and at or after the time `sinceTime`, oldest first. */
export const listChanges = ({ tables }: Tenant, query: URLSearchParams): object => {
  known(query, ["since", "sinceTime", "limit", "resource"])
  const only = query.get("resource")?.split(",")
  const limit = limitOf(query)
  const from = timeOf(query, "sinceTime")
  const items: Array<object> = []
  let sequence = whole(query, "since", 0, 0, 1e15)
  while (sequence < tables.latest() && items.length < limit) {
    const change = tables.change(++sequence)!
    if (change.at < from || (only !== undefined && !only.includes(change.resource))) continue
    items.push({ ...change, at: new Date(change.at).toISOString() })
  }
  const latestSequence = tables.latest()
  return { items, nextSequence: Math.min(sequence, latestSequence), latestSequence, hasMore: sequence < latestSequence }
}
