/**
 * The kinds of field a unified model has. A kind decides the field's schema, how a list filters and sorts by it,
 * and how OpenAPI describes it, so that none of these is written a second time.
 */
import * as Schema from "effect/Schema"
import type { SubModel } from "./Model.ts"

/** What a scalar can be compared as; the others (arrays, objects) can be neither filtered nor sorted. */
export type ScalarKind = "text" | "number" | "boolean" | "dateTime" | "date"
export type Kind = ScalarKind | "texts" | "records" | "object" | "rows"

export interface Field<out A = unknown> {
  readonly kind: Kind
  /** The schema of a present value; `null` is added by the model where the kind is nullable. */
  readonly schema: Schema.Codec<A, A>
  /** Allowed words of a text field, when they are a closed set. */
  readonly values?: ReadonlyArray<string>
  /** The sub-record's model, for kind `records`. */
  readonly of?: SubModel
  readonly description?: string
}

/** Canonical form of every stored date-time: UTC with milliseconds, so that text order is time order. */
export const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
export const datePattern = /^\d{4}-\d{2}-\d{2}$/

export const text: Field<string> = { kind: "text", schema: Schema.String }
export const number: Field<number> = { kind: "number", schema: Schema.Finite }
export const boolean: Field<boolean> = { kind: "boolean", schema: Schema.Boolean }
export const dateTime: Field<string> = {
  kind: "dateTime",
  schema: Schema.String.check(Schema.isPattern(dateTimePattern, { expected: "an ISO 8601 date-time" }))
}
export const date: Field<string> = {
  kind: "date",
  schema: Schema.String.check(Schema.isPattern(datePattern, { expected: "a date as YYYY-MM-DD" }))
}
/** A text with a closed set of words. */
export const oneOf = <const V extends ReadonlyArray<string>>(values: V): Field<V[number]> => ({
  kind: "text",
  schema: Schema.Literals(values) as unknown as Schema.Codec<V[number], V[number]>,
  values
})
/** An array of texts, never null: usually platform ids of related records. */
export const texts: Field<ReadonlyArray<string>> = { kind: "texts", schema: Schema.Array(Schema.String) }

/** An array of sub-records, each of them a record of its own data model as well. Never null. */
export const records = <S extends SubModel>(of: S): Field<ReadonlyArray<S["Type"]>> => ({
  kind: "records",
  schema: Schema.Array(of.input) as unknown as Field<ReadonlyArray<S["Type"]>>["schema"],
  of
})

/** An object with named nullable members, such as an item's `bill_item`. */
export const object = <const F extends Readonly<Record<string, Field>>>(
  fields: F
): Field<{ readonly [K in keyof F]?: FieldType<F[K]> | null }> => ({
  kind: "object",
  schema: Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Schema.NullOr(field.schema)]))
  ) as never
})

/** An array of objects that are not records of their own, such as a tax rate's components. Never null. */
export const objects = <const F extends Readonly<Record<string, Field>>>(
  fields: F
): Field<ReadonlyArray<{ readonly [K in keyof F]?: FieldType<F[K]> | null }>> => ({
  kind: "rows",
  schema: Schema.Array(object(fields).schema) as never
})

export interface StatementRow {
  readonly name: string
  readonly value: number | null
  readonly account_id: string | null
  readonly line_items: ReadonlyArray<StatementRow>
}
const StatementRow = Schema.Struct({
  name: Schema.String,
  value: Schema.NullOr(Schema.Finite),
  account_id: Schema.NullOr(Schema.String),
  line_items: Schema.Array(Schema.suspend((): Schema.Codec<StatementRow, StatementRow> => StatementRow))
}).annotate({ identifier: "StatementRow" })
/** The rows of a financial statement: groups hold rows in `line_items` and have no `account_id`. Never null. */
export const statementRows: Field<ReadonlyArray<StatementRow>> = { kind: "rows", schema: Schema.Array(StatementRow) }

/** Adds the sentence OpenAPI shows for a field. */
export const describe = <A>(field: Field<A>, description: string): Field<A> => ({ ...field, description })

export type FieldType<F> = F extends Field<infer A> ? A : never
/** Kinds whose empty value is `[]` rather than null. */
export const isListKind = (kind: Kind): boolean => kind === "texts" || kind === "records" || kind === "rows"
export const isScalar = (field: Field): field is Field & { readonly kind: ScalarKind } =>
  !isListKind(field.kind) && field.kind !== "object"
