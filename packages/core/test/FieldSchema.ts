/**
 * The fields of records and of written items once more, as schemas: what the plain functions that check them (`Check.ts`,
 * `Items.ts`) are held against.
 */
import * as Schema from "effect/Schema"
import { type Field, type Fields, isListKind, type StatementRow, statementRows } from "../src/contract/Field.ts"
import * as Iso from "../src/contract/Iso.ts"
import { isStorable } from "../src/contract/WriteModel.ts"

/** Canonical form of every stored date-time: UTC with milliseconds, so that text order is time order. */
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const datePattern = /^\d{4}-\d{2}-\d{2}$/

const DateTime = Schema.String.check(Schema.isPattern(dateTimePattern, { expected: "an ISO 8601 date-time" }))
const Day = Schema.String.check(Schema.isPattern(datePattern, { expected: "a date as YYYY-MM-DD" }))
const Row: Schema.Codec<StatementRow, StatementRow> = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.Finite),
  account_id: Schema.NullOr(Schema.String),
  line_items: Schema.Array(Schema.suspend((): Schema.Codec<StatementRow, StatementRow> => Row))
}).annotate({ identifier: "StatementRow" })

/** The schema of a field's value in a checked record; null is added where the kind is nullable ({@link memberSchemas}). */
const valueSchema = (field: Field): Schema.Top => {
  switch (field.kind) {
    case "text":
      return field.values === undefined ? Schema.String : Schema.Literals(field.values)
    case "number":
      return Schema.Finite
    case "boolean":
      return Schema.Boolean
    case "dateTime":
      return DateTime
    case "date":
      return Day
    case "texts":
      return Schema.Array(Schema.String)
    case "object":
      return Schema.Struct(memberSchemas(field.members ?? {}))
    case "rows":
      return Schema.Array(
        field.members === statementRows.members ? Row : Schema.Struct(memberSchemas(field.members ?? {}))
      )
    case "records": {
      const { fields, hasUpdatedAt } = field.of!
      return Schema.Array(
        Schema.Struct({
          platform_id: Schema.NonEmptyString,
          ...memberSchemas(fields),
          ...(hasUpdatedAt ? { updated_at: Schema.NullOr(DateTime) } : {})
        })
      )
    }
  }
}

/** One schema for each member: null where nothing is known, `[]` for the kinds that are lists. */
export const memberSchemas = (fields: Fields): Readonly<Record<string, Schema.Top>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isListKind(field.kind) ? valueSchema(field) : Schema.NullOr(valueSchema(field))
    ])
  )

/** How an item is decoded by its schema: an unknown member is an issue, and every issue is reported. */
export const strict = { onExcessProperty: "error", errors: "all" } as const

const Text = Schema.String.check(
  Schema.makeFilter((text) => isStorable(text) || "text without NUL and lone surrogates", {
    expected: "text without NUL and lone surrogates"
  })
)
const Moment = Schema.String.check(
  Schema.makeFilter((text) => Iso.instant(text) !== undefined || "an ISO 8601 date or date-time", {
    expected: "an ISO 8601 date or date-time"
  })
)

const itemMember = (field: Field): Schema.Top => {
  if (field.members !== undefined) {
    const own = itemStruct(field.members)
    return field.kind === "object" ? own : Schema.Array(own)
  }
  if (field.kind === "texts") return Schema.Array(Text)
  if (field.kind === "dateTime" || field.kind === "date") return Moment
  return field.kind === "text" && field.values === undefined ? Text : valueSchema(field)
}
const itemStruct = (fields: Fields): Schema.Top =>
  Schema.Struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, Schema.optional(Schema.NullOr(itemMember(field)))])
    )
  )

/** One item of a write: every member optional and nullable. Decode with {@link strict}, else unknown members are dropped. */
export const itemSchema = (fields: Fields): Schema.Codec<Readonly<Record<string, unknown>>> =>
  itemStruct(fields) as never
