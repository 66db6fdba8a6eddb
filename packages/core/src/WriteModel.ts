/**
 * What a write of the interface is: the data model, the address, the members an item may carry, and the members of the
 * record that its answer shows. What a platform requires of them is the connector's to say.
 */
import * as Schema from "effect/Schema"
import type { Field, Fields, Members } from "./Field.ts"
import * as Iso from "./Iso.ts"

export type Operation = "create" | "update"

export interface WriteModel<
  out Id extends string = string,
  out Op extends Operation = Operation,
  out F extends Fields = Fields
> {
  readonly model: Id
  readonly operation: Op
  readonly method: "POST" | "PUT"
  readonly path: string
  /** Members of an item; all may be left out or null here. */
  readonly fields: F
  /** Members the interface itself cannot do without, whatever the platform: the id of what is to be updated. */
  readonly requires: ReadonlyArray<string>
  /** Members of the record that the answer of one item carries; `raw_data` comes with them. */
  readonly response: ReadonlyArray<string>
  /** One item: every member optional and nullable. Decode with `strict`, else unknown members are dropped. */
  readonly schema: Schema.Codec<Members<F>>
}

/** How the schema of an item is decoded: an unknown member is an issue, and every issue is reported. */
export const strict = { onExcessProperty: "error", errors: "all" } as const

export const make = <const Id extends string, const Op extends Operation, const F extends Fields>(
  model: Id,
  operation: Op,
  options: {
    readonly path: string
    readonly fields: F
    readonly requires?: ReadonlyArray<string>
    readonly response: ReadonlyArray<string>
  }
): WriteModel<Id, Op, F> => ({
  model,
  operation,
  method: operation === "create" ? "POST" : "PUT",
  path: options.path,
  fields: options.fields,
  requires: options.requires ?? [],
  response: options.response,
  schema: struct(options.fields) as never
})

/** Text that PostgreSQL and every platform can hold: no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

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

const struct = (fields: Fields): Schema.Top =>
  Schema.Struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, Schema.optional(Schema.NullOr(member(field)))])
    )
  )

const member = (field: Field): Schema.Top => {
  if (field.members !== undefined) {
    return field.kind === "object" ? struct(field.members) : Schema.Array(struct(field.members))
  }
  if (field.kind === "texts") return Schema.Array(Text)
  if (field.kind === "dateTime" || field.kind === "date") return Moment
  return field.kind === "text" && field.values === undefined ? Text : field.schema
}
