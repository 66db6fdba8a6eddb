/**
 * What a list should answer, worked out record by record in memory: the filters, the order and the pages as they are
 * documented, with nothing of the SQL that the service runs.
 */
import { Field, Models } from "@svc/core"
import type { Row } from "./Stored.ts"

export interface NaiveQuery {
  readonly filters: ReadonlyArray<readonly [field: string, operator: string, value: string]>
  readonly sort: ReadonlyArray<readonly [field: string, direction: "ASC" | "DESC"]>
  readonly includeDeleted: boolean
}
type Value = string | number | boolean | null

const integers = new Set(["svc_id", "svc_company_id"])
const moments = new Set(["svc_created_at", "svc_updated_at", "svc_deleted_at", "updated_at"])
export const kindOf = (model: Models.ModelId, field: string): Field.ScalarKind => {
  if (integers.has(field)) return "number"
  if (moments.has(field)) return "dateTime"
  const own = (Models.get(model).fields as Field.Fields)[field]
  return own !== undefined && Field.isScalar(own) ? own.kind : "text"
}
/** Every field a list is filtered and sorted by. */
export const fieldsOf = (model: Models.ModelId): ReadonlyArray<string> => [
  ...integers,
  ...moments,
  "platform_id",
  "platform_unique_id",
  "data_hash",
  ...Object.entries(Models.get(model).fields as Field.Fields).flatMap(([name, field]) =>
    Field.isScalar(field) && name !== "updated_at" ? [name] : []
  )
]
const records = new WeakMap<Row, Record<string, Value>>()
export const valueOf = (row: Row, field: string): Value => {
  let record = records.get(row)
  if (record === undefined) {
    record = JSON.parse(row.body) as Record<string, Value>
    records.set(row, record)
  }
  return field === "data_hash" ? row.hash : record[field]!
}

/** By the bytes of UTF-8, numbers by their value, false before true. */
const compare = (a: Exclude<Value, null>, b: Exclude<Value, null>): number =>
  typeof a === "string" ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : Number(a) - Number(b)

const parse = (kind: Field.ScalarKind, text: string): Exclude<Value, null> => {
  if (kind === "number") return Number(text)
  if (kind === "boolean") return text === "true"
  if (kind === "dateTime") return new Date(text).toISOString()
  return text
}

const matches = (model: Models.ModelId, row: Row, [field, operator, text]: NaiveQuery["filters"][number]): boolean => {
  const value = valueOf(row, field)
  const kind = kindOf(model, field)
  const equals = (other: string) => value !== null && compare(value, parse(kind, other)) === 0
  const list = () => text.split(",")
  switch (operator) {
    case "is_null":
      return (value === null) === (text === "true")
    case "eq":
      return equals(text)
    case "neq":
      return !equals(text)
    case "in":
      return list().some(equals)
    case "nin":
      return !list().some(equals)
  }
  if (value === null) return false
  switch (operator) {
    case "contains":
      return String(value).includes(text)
    case "icontains":
      return String(value).toUpperCase().includes(text.toUpperCase())
    case "starts_with":
      return String(value).startsWith(text)
    case "ends_with":
      return String(value).endsWith(text)
  }
  const order = compare(value, parse(kind, text))
  return operator === "gt" ? order > 0 : operator === "gte" ? order >= 0 : operator === "lt" ? order < 0 : order <= 0
}

/** Texts without a closed set of words are sorted by their first 256 characters. */
const sorted = (value: Value): Value => (typeof value === "string" ? [...value].slice(0, 256).join("") : value)

/** Which of two records comes first in a list; 0 for a record and itself. */
export const order = (sort: NaiveQuery["sort"], a: Row, b: Row): number => {
  const tie = [...sort, ["svc_id", sort.at(-1)?.[1] ?? "ASC"] as const]
  for (const [field, direction] of tie) {
    const [left, right] = [sorted(valueOf(a, field)), sorted(valueOf(b, field))]
    // Nulls come last, whichever way.
    if (left === null && right === null) continue
    if (left === null) return 1
    if (right === null) return -1
    const difference = compare(left, right)
    if (difference !== 0) return direction === "ASC" ? difference : -difference
    // It is the same record, perhaps as it was before: what would come after its id decides nothing.
    if (field === "svc_id") return 0
  }
  return 0
}

/** The whole list, in its order. */
export const evaluate = (model: Models.ModelId, rows: ReadonlyArray<Row>, query: NaiveQuery): ReadonlyArray<Row> =>
  rows
    .filter((row) => row.model === model && (query.includeDeleted || row.deletedAt === null))
    .filter((row) => query.filters.every((filter) => matches(model, row, filter)))
    .toSorted((a, b) => order(query.sort, a, b))
