/**
 * What each field of a data model is in SQL: the common fields are columns of the record table, the others members of
 * the stored JSON text. Filters, sorting and cursors speak of fields only through this.
 */
import { Field, Models } from "@svc/core"
import * as Custom from "./Custom.ts"

export type ColumnKind = Field.ScalarKind | "integer"

/** A field that can be filtered and sorted. */
export interface Column {
  /** Its name on the wire. */
  readonly name: string
  readonly kind: ColumnKind
  /** Words of a closed set. */
  readonly words?: ReadonlyArray<string> | undefined
  /** SQL of the value as it is compared; texts by their bytes, whatever the database's collation. */
  readonly value: string
  /** SQL of the value where it is asked whether it is the same; `value` when absent, which has an order as well. */
  readonly same?: string
  /** SQL of the value as lists show it, without quotes. */
  readonly shown: string
  /** SQL of what a list is ordered by. */
  readonly order: string
  /** SQL type of `value` and `order`; a `timestamp` is in UTC. */
  readonly type: "bigint" | "timestamptz" | "timestamp" | "numeric" | "text"
  readonly isNullable: boolean
  /** Whether `order` is only the beginning of a text. */
  readonly isCut?: boolean
}

/**
 * Lists are ordered by the first characters of a text: a cursor carries the values it stands between, and must fit into
 * an address.
 */
export const sortedCharacters = 256

export const bytewise = (sql: string): string => `${sql} collate "C"`
export const prefix = (sql: string): string => bytewise(`left(${sql}, ${sortedCharacters})`)

const stored = (
  name: string,
  kind: "integer" | "dateTime",
  value: string,
  isNullable: boolean,
  shown: string
): Column => ({
  name,
  kind,
  value,
  shown,
  order: value,
  type: kind === "integer" ? "bigint" : "timestamptz",
  isNullable
})

const storedText = (name: string, column: string): Column => ({
  name,
  kind: "text",
  value: bytewise(column),
  shown: column,
  order: prefix(column),
  type: "text",
  isNullable: false
})

/** A member of the stored text; `place` is the SQL of its text, made of names of the registry and never of a request. */
export const member = (
  name: string,
  kind: Field.ScalarKind,
  words?: ReadonlyArray<string>,
  place = `r.body ->> '${name}'`
): Column => {
  const shown = `(${place})`
  if (kind === "number") {
    const value = `${shown}::numeric`
    return { name, kind, value, shown, order: value, type: "numeric", isNullable: true }
  }
  // Date-times are canonical, and false sorts before true: text order is right for all of these.
  const value = bytewise(shown)
  const isLong = kind === "text" && words === undefined
  return {
    name,
    kind,
    words,
    value,
    shown,
    order: isLong ? prefix(shown) : value,
    type: "text",
    isNullable: true,
    isCut: isLong
  }
}

export const svcId: Column = stored("svc_id", "integer", "r.svc_id", false, "r.svc_id::text")

const common: ReadonlyArray<Column> = [
  svcId,
  stored("svc_created_at", "dateTime", "r.created_at", false, "(r.body ->> 'svc_created_at')"),
  stored("svc_updated_at", "dateTime", "r.updated_at", false, "(r.body ->> 'svc_updated_at')"),
  stored("svc_company_id", "integer", "r.company_id", false, "r.company_id::text"),
  stored("svc_deleted_at", "dateTime", "r.deleted_at", true, "(r.body ->> 'svc_deleted_at')"),
  storedText("platform_id", "r.platform_id"),
  member("platform_unique_id", "text")
]
const last: ReadonlyArray<Column> = [member("updated_at", "dateTime"), storedText("data_hash", "r.hash")]

const known = new Map<Models.ModelId, ReadonlyMap<string, Column>>()

/**
 * The scalar fields of a data model by name, in the order in which a record shows them, and the custom fields of one value.
 * `r` is the record table.
 */
export const columnsOf = (model: Models.ModelId, custom: Custom.Fields = Custom.none): ReadonlyMap<string, Column> => {
  const found = known.get(model)
  if (custom.length > 0) {
    const fields = custom.flatMap((field) => Custom.columnOf(field, member) ?? [])
    return new Map([...columnsOf(model), ...fields.map((column) => [column.name, column] as const)])
  }
  if (found !== undefined) return found
  const fields: Field.Fields = Models.get(model).fields
  const own = Object.entries(fields).flatMap(([name, field]) =>
    name !== "updated_at" && Field.isScalar(field) ? [member(name, field.kind, field.values)] : []
  )
  const columns = new Map([...common, ...own, ...last].map((column) => [column.name, column]))
  known.set(model, columns)
  return columns
}
