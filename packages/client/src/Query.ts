/** What a list is asked: filters, order and relations, typed by the data model, and how they are written in an address. */
import type * as Definition from "./Definition.ts"

/** The id of a data model, such as `INVOICES`. */
export type ModelId = keyof Definition.Records & string
/** A record of a data model as lists answer it. */
export type Record<M extends ModelId> = Definition.Records[M]
type Relations<M extends ModelId> = Definition.Relations[M]
interface One<T> {
  readonly _tag: "One"
  readonly model: T
}
interface Many<T> {
  readonly _tag: "Many"
  readonly model: T
}

/** Relations of a data model that `expand` can embed. */
export type Relation<M extends ModelId> = keyof Relations<M> & string
/** What `expand` may name: relations, and by a dot those of what they embed. */
export type Expansion<M extends ModelId> =
  | Relation<M>
  | {
      [K in Relation<M>]: Relations<M>[K] extends One<infer T extends ModelId>
        ? `${K}.${Relation<T>}`
        : Relations<M>[K] extends Many<infer T extends ModelId>
          ? `${K}.${Relation<T>}`
          : `${K}.${string}`
    }[Relation<M>]
type FirstStep<X extends string> = X extends `${infer K}.${string}` ? K : X
type NextStep<X extends string, K extends string> = X extends `${K}.${infer Nested}` ? Nested : never
/** What a related record shows wherever it is embedded. */
type Carried<T> = T extends "ACCOUNTS" ? "parent_account" | "currency" : never
type RelatedRecord<T extends ModelId, X> = Record<T> & Expanded<T, (X | Carried<T>) & Relation<T>>
type Related<R, X> =
  R extends One<infer T extends ModelId>
    ? RelatedRecord<T, X> | null
    : R extends Many<infer T extends ModelId>
      ? ReadonlyArray<RelatedRecord<T, X>>
      : never
/** The members that `expand` adds; a relation of a list's own records is embedded in each of them instead. */
export type Expanded<M extends ModelId, X extends Expansion<M>> = {
  readonly [
    K in Relation<M> as Relations<M>[K] extends { readonly _tag: "Records" }
      ? never
      : K extends FirstStep<X>
        ? K
        : never
  ]: Related<Relations<M>[K], NextStep<X, K>>
}

type Scalar = string | number | boolean
/** Fields of a data model that a list filters and sorts by. */
export type ScalarField<M extends ModelId> = {
  [K in keyof Record<M>]-?: unknown extends Record<M>[K] ? never : NonNullable<Record<M>[K]> extends Scalar ? K : never
}[keyof Record<M>] &
  string

/** What a filter says of a field; all of it must hold. */
type Comparison<A> = {
  readonly eq?: A
  readonly neq?: A
  readonly in?: ReadonlyArray<A>
  readonly nin?: ReadonlyArray<A>
  readonly is_null?: boolean
} & (A extends boolean ? {} : { readonly gt?: A; readonly gte?: A; readonly lt?: A; readonly lte?: A }) &
  (A extends string
    ? {
        readonly contains?: string
        /** The same in any letter case. */
        readonly icontains?: string
        readonly starts_with?: string
        readonly ends_with?: string
      }
    : {})
/** One condition for the whole type of a field, not one for each of its words. */
export type Condition<A> = [A] extends [boolean]
  ? Comparison<boolean>
  : [A] extends [string]
    ? TextCondition<A>
    : Comparison<A>
type TextCondition<A extends string> = Omit<Comparison<string>, "eq" | "neq" | "in" | "nin"> & {
  readonly eq?: A
  readonly neq?: A
  readonly in?: ReadonlyArray<A>
  readonly nin?: ReadonlyArray<A>
}
type Values<A> = { [K in keyof A]: NonNullable<A[K]> }
/** The scalar members of an object, by name. */
type Scalars<A> = {
  [K in keyof A & string as unknown extends A[K] ? never : NonNullable<A[K]> extends Scalar ? K : never]: NonNullable<
    A[K]
  >
}
/** An object, or what a list holds. */
type Element<A> = A extends ReadonlyArray<infer E> ? E : A
/** Members that are lists or objects. */
type Containers<M extends ModelId> = {
  [
    K in keyof Record<M> & string as unknown extends Record<M>[K]
      ? never
      : NonNullable<Record<M>[K]> extends Scalar
        ? never
        : K
  ]: NonNullable<Record<M>[K]>
}
type ContainerCondition<A> = { readonly is_null?: boolean } & (A extends ReadonlyArray<string>
  ? { readonly contains?: string }
  : {})
/** Members by a dot, of what is named, and what they are. */
type Dotted<Of> = {
  [P in keyof Of & string as `${P}.${keyof Scalars<Element<Of[P]>> & string}`]: Scalars<Element<Of[P]>>
}
type ValueAt<Of, Path> = Path extends `${infer P}.${infer K}`
  ? P extends keyof Of
    ? K extends keyof Scalars<Element<Of[P]>>
      ? Scalars<Element<Of[P]>>[K]
      : never
    : never
  : never
/** The lists of texts in what is named, by a dot. */
type DottedTexts<Of> = {
  [P in keyof Of & string as `${P}.${TextLists<Element<Of[P]>>}`]?: {
    readonly contains?: string
    readonly is_null?: boolean
  }
}
type TextLists<A> = {
  [K in keyof A & string]: unknown extends A[K] ? never : NonNullable<A[K]> extends ReadonlyArray<string> ? K : never
}[keyof A & string]
type DottedFilter<Of> = { readonly [Path in keyof Dotted<Of>]?: Condition<ValueAt<Of, Path>> } & Readonly<
  DottedTexts<Of>
>
type RelatedRecords<M extends ModelId> = Values<Expanded<M, Relation<M>>>

/**
 * Conditions by field. A list or an object is there or not, and a list of texts contains one of them; by a dot stand members of
 * an object, of lines and of related records, of which one has to meet the condition. Times may be relative: `-7d`, `-12h`.
 */
export type Filter<M extends ModelId> = {
  readonly [K in ScalarField<M>]?: Condition<NonNullable<K extends keyof Record<M> ? Record<M>[K] : never>>
} & { readonly [K in keyof Containers<M>]?: ContainerCondition<Containers<M>[K]> } & {
  /** Whether the platform's own item is kept of the record. */
  readonly raw_data?: { readonly is_null?: boolean }
} & DottedFilter<Containers<M>> &
  DottedFilter<RelatedRecords<M>> &
  CustomFilter
/** Custom fields, whose types only the organisation knows: `"custom_fields.region"`. */
export type CustomFilter = {
  readonly [K in `custom_fields.${string}`]?: Condition<string> | Condition<number> | Condition<boolean>
}

type MembersOf<A> = A extends object ? keyof A & string : never
/** What `fields` may name: members, and by dots those of objects, of lines and of embedded records, as deep as they are. */
export type FieldName<M extends ModelId, X extends Expansion<M> = never> =
  | (keyof Record<M> & string)
  | (keyof Expanded<M, X> & string)
  | NamesIn<Record<M> & Expanded<M, X>>
/** Of an embedded record, of what that embeds, and of what is in it: an account's parent has one again, without end. */
type NamesIn<A, Deep extends ReadonlyArray<unknown> = [2, 3]> = {
  [P in keyof A & string]: NonNullable<A[P]> extends Scalar ? never : `${P}.${Below<Element<NonNullable<A[P]>>, Deep>}`
}[keyof A & string]
type Below<A, Deep> = MembersOf<A> | (Deep extends [unknown, ...infer Less] ? NamesIn<A, Less> : never)
type Rest<F extends string, K extends string> = F extends `${K}.${infer Nested}` ? Nested : never
type PartOf<A, Names extends string> =
  | (NonNullable<A> extends ReadonlyArray<infer E> ? ReadonlyArray<Chosen<E, Names>> : Chosen<NonNullable<A>, Names>)
  | Extract<A, null>
/** The members of a record that `fields` names. */
export type Chosen<A, F extends string> = {
  readonly [K in keyof A & string as K extends F ? K : [Rest<F, K>] extends [never] ? never : K]: K extends F
    ? A[K]
    : PartOf<A[K], Rest<F, K>>
}

/** What of each record is shown. */
export interface Shape<M extends ModelId, X extends Expansion<M>, F extends FieldName<M, X> = never> {
  /** Related records to embed. */
  readonly expand?: ReadonlyArray<X>
  /** The members to answer, and no others. */
  readonly fields?: ReadonlyArray<F>
  /** What is shown beside the record: the platform's own item, and a hash of the mapped members. */
  readonly select?: ReadonlyArray<"raw_data" | "data_hash">
  /** Whether deleted records are shown too, with `svc_deleted_at`; false when absent. */
  readonly include_deleted_records?: boolean
}
/** Which records a list has, in which order, and what of each is shown. */
export interface Query<
  M extends ModelId,
  X extends Expansion<M> = never,
  F extends FieldName<M, X> = never
> extends Shape<M, X, F> {
  /** Conditions, of which all have to hold. */
  readonly filter?: Filter<M>
  /** In this order. */
  readonly sort?: { readonly [K in ScalarField<M> | `custom_fields.${string}`]?: "ASC" | "DESC" }
  /** Records of one page. */
  readonly limit?: number
  /** Cursor of another page of the same list. */
  readonly next?: string | null
  /** Cursor of the page before. */
  readonly prev?: string | null
  /** Whether the page says how many records the whole list has; false when absent. */
  readonly return_count?: boolean
}
/** What an export is asked. Its order is that of `svc_id`. */
export interface ExportQuery<
  M extends ModelId,
  X extends Expansion<M> = never,
  F extends FieldName<M, X> = never
> extends Shape<M, X, F> {
  /** Conditions, of which all have to hold. */
  readonly filter?: Filter<M>
  /** Records of the whole export; all when absent. */
  readonly limit?: number
}
/** A record as a list with this query shows it. */
export type Listed<M extends ModelId, X extends Expansion<M>, F extends FieldName<M, X> = never> = [F] extends [never]
  ? Record<M> & Expanded<M, X>
  : Chosen<Record<M> & Expanded<M, X>, F>

const prefixes: ReadonlyArray<readonly [prefix: string, category: string]> = [
  ["PAYMENT_", "payments"],
  ["ECOMMERCE_", "ecommerce"],
  ["CRM_", "crm"]
]
/** The address of a data model's list. */
export const pathOf = (model: ModelId): string => {
  const [prefix, category] = prefixes.find(([own]) => model.startsWith(own)) ?? ["", "accounting"]
  return `/v3/${category}/${model.slice(prefix.length).toLowerCase()}`
}

/** The parameters of a list or of a look-up. */
export const parametersOf = (query: Query<any, any, any>): URLSearchParams => {
  const params = new URLSearchParams()
  const { expand, fields, filter, select, sort, ...plain } = query
  for (const [field, condition] of Object.entries(filter ?? {})) {
    for (const [operator, value] of Object.entries(condition ?? {})) {
      if (value !== undefined) params.append(`${field}[${operator}]`, String(value))
    }
  }
  for (const [field, direction] of Object.entries(sort ?? {})) {
    if (direction !== undefined) params.append(`sort[${field}]`, String(direction))
  }
  if (expand !== undefined && expand.length > 0) params.append("expand", expand.join(","))
  if (fields !== undefined && fields.length > 0) params.append("fields", fields.join(","))
  if (select !== undefined && select.length > 0) params.append("select", select.join(","))
  return append(params, plain)
}

/** Adds what is there. */
export const append = (params: URLSearchParams, members: object): URLSearchParams => {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && value !== null) params.append(name, String(value))
  }
  return params
}
