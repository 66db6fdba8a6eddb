/**
 * Cursors of lists: the place between two entries, as text. A cursor belongs to one list: it names its sort and
 * carries fingerprints of whose list it is and of its filters, so that one from elsewhere, cut or altered is refused.
 * It grants nothing: what may be seen is decided by the caller of each page.
 */
import * as Crypto from "node:crypto"
import { Iso } from "@svc/core"
import * as Result from "effect/Result"
import { type Column, svcId } from "./Columns.ts"
import * as Custom from "./Custom.ts"
import { isStorable } from "./Filters.ts"
import type { SortKey } from "./ListQuery.ts"

/** Which list a cursor belongs to. */
export interface Home {
  readonly organisationId: number
  /** The one company that the caller may see; null when it may see all. */
  readonly companyId: number | null
  /** Names the list: a data model, or where a management list is. */
  readonly list: string
  /** What it can be sorted by, and the key of an entry, which no other has. */
  readonly columns: ReadonlyMap<string, Column>
  readonly key: Column
  /** Canonical text of the filters, and whether deleted records are shown. */
  readonly filters: string
}

/** A place in a list: at an entry, by what it is sorted by. */
export interface Place {
  /** Ends with the key, svc_id of records. */
  readonly sort: ReadonlyArray<SortKey>
  /** One value for each key of `sort`; null for a null. */
  readonly values: ReadonlyArray<string | null>
}

export interface Position extends Place {
  readonly at: "next" | "prev"
  /** Whether the entry at the place itself belongs to the page; set when the page before it was found empty. */
  readonly isInclusive: boolean
}

const version = 1
const checkBytes = 12

const digest = (...parts: ReadonlyArray<string>): Buffer =>
  Crypto.hash("sha256", JSON.stringify(parts), "buffer").subarray(0, checkBytes)
const owner = (home: Home): string => JSON.stringify([home.organisationId, home.companyId, home.list])
const fingerprint = (home: Home): string => digest(home.filters).toString("base64url")

export const encode = (home: Home, position: Position): string => {
  const sort = position.sort
    .slice(0, -1)
    .map(({ column, direction }) => `${direction === "ASC" ? "+" : "-"}${column.name}`)
  const payload = JSON.stringify([
    version,
    position.at,
    position.isInclusive,
    fingerprint(home),
    position.sort.at(-1)!.direction,
    sort,
    position.values
  ])
  return Buffer.concat([digest(owner(home), payload), Buffer.from(payload)]).toString("base64url")
}

const foreign = (at: string): Result.Result<never, string> => Result.fail(`"${at}" is not a cursor of this list.`)

/** Whether a cursor, or what claims to be one, speaks of custom fields. */
export const namesCustom = (text: string): boolean => Buffer.from(text, "base64url").includes(Custom.prefix)

/** Reads a cursor that was sent as `at`; fails with the sentence that says why it is refused. */
export const decode = (
  home: Home,
  at: "next" | "prev",
  text: string,
  sort: ReadonlyArray<SortKey> | null
): Result.Result<Position, string> => {
  const bytes = Buffer.from(text, "base64url")
  // Buffer reads over what is no base64url; a cursor is exactly what was handed out.
  if (bytes.length <= checkBytes || bytes.toString("base64url") !== text) return foreign(at)
  const payload = bytes.subarray(checkBytes).toString("utf8")
  if (!digest(owner(home), payload).equals(bytes.subarray(0, checkBytes))) return foreign(at)
  const position = read(home, payload)
  if (position === undefined) return foreign(at)
  if (position.at !== at) {
    return Result.fail(`"${at}" holds a cursor that was handed out as "${position.at}".`)
  }
  if (position.filters !== fingerprint(home)) {
    return Result.fail(`"${at}" is a cursor of a list with other filters; repeat those of the first page.`)
  }
  if (sort !== null && !isSame(withTieBreak(sort, home.key), position.sort)) {
    return Result.fail(`"${at}" is a cursor of a list with another sort; repeat that of the first page, or none.`)
  }
  return Result.succeed(position)
}

/** The sort with the key at its end, in the direction of what is before it; what comes after the key decides nothing. */
export const withTieBreak = (sort: ReadonlyArray<SortKey>, key: Column = svcId): ReadonlyArray<SortKey> => {
  const end = sort.findIndex(({ column }) => column.name === key.name)
  return end === -1
    ? [...sort, { column: key, direction: sort.at(-1)?.direction ?? "ASC" }]
    : [...sort.slice(0, end), { column: key, direction: sort[end]!.direction }]
}

const isSame = (a: ReadonlyArray<SortKey>, b: ReadonlyArray<SortKey>): boolean =>
  a.length === b.length &&
  a.every(({ column, direction }, index) => column.name === b[index]!.column.name && direction === b[index]!.direction)

/** The checksum is no secret, so a payload is still checked like any other input. */
const read = (home: Home, payload: string): (Position & { readonly filters: string }) | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed) || parsed.length !== 7 || parsed[0] !== version) return undefined
  const [, at, isInclusive, filters, direction, names, values] = parsed as ReadonlyArray<unknown>
  if ((at !== "next" && at !== "prev") || typeof isInclusive !== "boolean" || typeof filters !== "string")
    return undefined
  if ((direction !== "ASC" && direction !== "DESC") || !Array.isArray(names) || !Array.isArray(values)) return undefined
  const sort: Array<SortKey> = []
  for (const name of names as ReadonlyArray<unknown>) {
    const column = typeof name === "string" ? home.columns.get(name.slice(1)) : undefined
    if (column === undefined || sort.length > 20) return undefined
    sort.push({ column, direction: (name as string).startsWith("-") ? "DESC" : "ASC" })
  }
  sort.push({ column: home.key, direction })
  if (values.length !== sort.length || !sort.every(({ column }, index) => fits(column, values[index]))) return undefined
  return { at, isInclusive, filters, sort, values: values as ReadonlyArray<string | null> }
}

const fits = (column: Column, value: unknown): boolean => {
  if (value === null) return column.isNullable
  if (typeof value !== "string") return false
  switch (column.type) {
    case "bigint":
      return /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
    case "numeric":
      return value.length <= 1200 && /^-?\d+(\.\d+)?$/.test(value)
    case "timestamptz":
    case "timestamp":
      return !value.startsWith("0000") && Iso.instant(value) !== undefined
    case "text":
      return isStorable(value)
  }
}
