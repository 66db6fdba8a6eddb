/**
 * Schemas of the fields that records and written items have. Only the definition of the interface needs them: a connector
 * and its embedder check with plain functions (`Check.ts`, `Writes.ts`).
 */
import * as Schema from "effect/Schema"
import { type Field, type Fields, isListKind, type StatementRow, statementRows } from "../contract/Field.ts"
import * as Iso from "../contract/Iso.ts"
import { SvcId } from "./Common.ts"
import { isStorable } from "../contract/WriteModel.ts"

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
export const valueSchema = (field: Field): Schema.Top => {
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

/** A record that an item refers to. */
const Reference = Schema.Union([
  Text,
  Schema.Struct({ svc_id: SvcId }).annotate({
    identifier: "RecordReference",
    description: "The record of this service, instead of its `platform_id`."
  })
])

const itemStruct = (fields: Fields, refers: boolean, title: string): Schema.Top =>
  Schema.Struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        Schema.optional(Schema.NullOr(described(field, refers, `${title}${wordOf(name, field)}`)))
      ])
    )
  )
/** What a member is called within the name of its item's schema: `LineItem` for an element of `line_items`. */
const wordOf = (name: string, { kind }: Field): string => {
  const words = name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const word = words.join("")
  return kind === "object" ? word : word.replace(/ies$/, "y").replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, "")
}
const described = (field: Field, refers: boolean, title: string): Schema.Top => {
  const schema = itemMember(field, refers, title)
  const { description, to } = field
  const said = [description, refers && to !== undefined ? `Refers to ${to}` : undefined].filter(
    (one) => one !== undefined
  )
  return said.length === 0 ? schema : (schema.annotate({ description: said.join(". ") }) as Schema.Top)
}
const itemMember = (field: Field, refers: boolean, title: string): Schema.Top => {
  if (field.members !== undefined) {
    const own = itemStruct(field.members, refers, title).annotate({ identifier: title }) as Schema.Top
    return field.kind === "object" ? own : Schema.Array(own)
  }
  const text = refers && field.to !== undefined ? Reference : Text
  if (field.kind === "texts") return Schema.Array(text)
  if (field.kind === "dateTime" || field.kind === "date") return Moment
  return field.kind === "text" && field.values === undefined ? text : valueSchema(field)
}

/**
 * One item of a write: every member optional and nullable. Decode with {@link strict}, else unknown members are dropped.
 * With `refers`, a reference may name a record of this service. The objects inside it are named in the document after
 * `title`, the item's own name.
 */
export const itemSchema = (
  fields: Fields,
  refers = false,
  title = "Item"
): Schema.Codec<Readonly<Record<string, unknown>>> => itemStruct(fields, refers, title) as never
