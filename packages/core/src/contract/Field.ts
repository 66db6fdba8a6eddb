/**
 * The kinds of field a unified model has. A kind decides how a field is checked, how a list filters and sorts by it,
 * and its schema in OpenAPI (`api/FieldSchema.ts`), so that none of these is written a second time.
 */
import type { Relations } from "./Relation.ts"

/** What a scalar can be compared as; the others (arrays, objects) can be neither filtered nor sorted. */
export type ScalarKind = "text" | "number" | "boolean" | "dateTime" | "date"
/** What a member of a data model holds. */
export type Kind = ScalarKind | "texts" | "records" | "object" | "rows"

/** Fields by name, in the order in which a record shows them. */
export type Fields = Readonly<Record<string, Field>>

/** What a field knows of the model of its sub-records; `Model.ts` has the whole of it. */
export interface Nested {
  /** Upper case with underscores, such as `LINE_ITEMS`. */
  readonly id: string
  /** Its members by name. */
  readonly fields: Fields
  /** What `expand` can embed in it, by name. */
  readonly relations: Relations
  /** The fields that the parent fills: which data model and which record the sub-record belongs to. */
  readonly parent: { readonly type?: string; readonly id?: string }
  /** Whether `updated_at` shows inside the parent; of the other common fields only the ids do. */
  readonly hasUpdatedAt: boolean
  /** What a mapped sub-record stands for where it may be several in one. */
  readonly split?: (row: Readonly<Record<string, unknown>>) => ReadonlyArray<Readonly<Record<string, unknown>>>
  /** A mapped sub-record, for types alone. */
  readonly Type: unknown
}

/** A member of a data model: what it holds, and what is known of it besides. */
export interface Field<out A = unknown> {
  /** What a value looks like on the wire. */
  readonly kind: Kind
  /** A present value, for types alone. */
  readonly Type?: A
  /** Allowed words of a text field, when they are a closed set. */
  readonly values?: ReadonlyArray<string>
  /** The sub-record's model, for kind `records`. */
  readonly of?: Nested
  /** The members of the object, or of each object of the list, for kinds `object` and `rows`. */
  readonly members?: Fields
  /** What it means, in a sentence: shown in the document, on hover and to agents. */
  readonly description?: string
  /** The platform makes it: it is read, and no write has it. */
  readonly computed?: true
  /** A record would be wrong without it: one in which it cannot be read is refused, instead of going on without it. */
  readonly essential?: true
  /** A rate between two currencies: zero is none. */
  readonly isRate?: true
  /** The data model of the records whose platform ids it holds, where no relation of its model says so. */
  readonly to?: string
}
/** A field that is read and never written. */
export interface Computed<out A = unknown> extends Field<A> {
  readonly computed: true
}
/** A field that holds platform ids of another data model's records. */
export interface Reference<out A = unknown, out M extends string = string> extends Field<A> {
  /** The data model of the record whose `platform_id` it holds. */
  readonly to: M
}
/** A field that holds sub-records. */
export interface Records<out S extends Nested = Nested> extends Field<ReadonlyArray<S["Type"]>> {
  /** The data model of the parts. */
  readonly of: S
}

/** Canonical form of every stored date-time: UTC with milliseconds, so that text order is time order. */
export const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** A day as records write it: `2026-03-02`. */
export const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** A text. */
export const text: Field<string> = { kind: "text" }
/** A number. */
export const number: Field<number> = { kind: "number" }
/** True or false. */
export const boolean: Field<boolean> = { kind: "boolean" }
/** A moment, ISO 8601 in UTC with milliseconds. */
export const dateTime: Field<string> = { kind: "dateTime" }
/** A day without a time. */
export const date: Field<string> = { kind: "date" }
/** A text with a closed set of words. */
export const oneOf = <const V extends ReadonlyArray<string>>(values: V): Field<V[number]> => ({
  kind: "text",
  values
})
/** An array of texts, never null: usually platform ids of related records. */
export const texts: Field<ReadonlyArray<string>> = { kind: "texts" }

/** An array of sub-records, each of them a record of its own data model as well. Never null. */
export const records = <S extends Nested>(of: S): Records<S> => ({
  kind: "records",
  of
})

/** What a mapping may leave out or answer with null. */
export type Members<F extends Fields> = { readonly [K in keyof F]?: FieldType<F[K]> | null | undefined }

/** An object with named nullable members, such as an item's `bill_item`. */
export const object = <const F extends Fields>(members: F): Field<Members<F>> => ({
  kind: "object",
  members
})

/** An array of objects that are not records of their own, such as a tax rate's components. Never null. */
export const objects = <const F extends Fields>(members: F): Field<ReadonlyArray<Members<F>>> => ({
  kind: "rows",
  members
})

/** A row of a financial statement, with the rows below it. */
export interface StatementRow {
  /** What the row is called; null where the platform gives it no name. */
  readonly name?: string | null | undefined
  /** The amount of the row, of a group the sum of what is below it; null where there is none. */
  readonly value?: number | null | undefined
  /** The account that the row is of: its `platform_id`; null of a group. */
  readonly account_id?: string | null | undefined
  /** The rows below it; empty or null of a row that is no group. */
  readonly line_items?: ReadonlyArray<StatementRow> | null | undefined
}
/** The rows of a financial statement: groups hold rows in `line_items` and have no `account_id`. Never null. */
export const statementRows: Field<ReadonlyArray<StatementRow>> = {
  kind: "rows",
  get members() {
    return statementRow
  }
}
const statementRow: Fields = {
  name: text,
  value: { ...number, essential: true },
  account_id: text,
  get line_items() {
    return { ...statementRows, essential: true as const }
  }
}

/** The platform id of a record of `model`. A relation by the field says the same, so that only fields without one need it. */
export const reference = <const M extends string>(model: M): Reference<string, M> => ({ kind: "text", to: model })
/** Platform ids of records of `model`, never null. */
export const references = <const M extends string>(model: M): Reference<ReadonlyArray<string>, M> => ({
  kind: "texts",
  to: model
})

/** What the platform makes by itself: totals, what is paid, when it was created. It is read, and no write has it. */
export const computed = <A>(field: Field<A>): Computed<A> => ({ ...field, computed: true })

/**
 * What makes a record wrong where it is there and cannot be read, so that the record is refused: how much a document or a
 * movement is of, in which currency, to which side, and the lines that add up to it. All else is null then, and told.
 */
export const essential = <F extends Field>(field: F): F => ({ ...field, essential: true })

/** An exchange rate: zero, which platforms write where they know none, is null. */
export const rate: Field<number> = { ...number, isRate: true }

/** Adds the sentence OpenAPI shows for a field. */
export const describe = <F extends Field>(field: F, description: string): F => ({ ...field, description })

/** What a field holds, as a type. */
export type FieldType<F> = F extends Field<infer A> ? A : never
/** Kinds whose empty value is `[]` rather than null. */
export const isListKind = (kind: Kind): boolean => kind === "texts" || kind === "records" || kind === "rows"
/** Whether a field is one value, that can be compared and sorted by. */
export const isScalar = (field: Field): field is Field & { readonly kind: ScalarKind } =>
  !isListKind(field.kind) && field.kind !== "object"
