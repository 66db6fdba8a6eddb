/**
 * What a unified data model is: identifier, category, fields and relations. Schemas, list routes, filters, sorting,
 * expansion, webhook enumerations and OpenAPI are all derived from these values.
 */
import type { Fields, FieldType } from "./Field.ts"

/** The categories whose models have lists. A connector may also be CUSTOM. */
export type ModelCategory = "ACCOUNTING" | "PAYMENTS" | "ECOMMERCE" | "CRM"
export const categoryPaths = {
  ACCOUNTING: "accounting",
  PAYMENTS: "payments",
  ECOMMERCE: "ecommerce",
  CRM: "crm"
} as const

export type { Fields } from "./Field.ts"

/** The record whose platform_id this record's `by` field holds; null when there is none. */
export interface One<out M extends string = string> {
  readonly _tag: "One"
  readonly model: M
  readonly by: string
}
/** The records whose `by` field holds this record's platform_id, oldest first; `type` narrows a shared model to this one. */
export interface Many<out M extends string = string> {
  readonly _tag: "Many"
  readonly model: M
  readonly by: string
  readonly type?: string
}
/** The records of this record's own list member; their relations are embedded in each of them. */
export interface OfRecords {
  readonly _tag: "Records"
  readonly field: string
}
/** A record that `expand` can embed. */
export type Relation = One | Many | OfRecords

export const one = <const M extends string>(model: M, by: string): One<M> => ({ _tag: "One", model, by })
export const many = <const M extends string>(model: M, by: string, type?: string): Many<M> => ({
  _tag: "Many",
  model,
  by,
  ...(type === undefined ? {} : { type })
})
export const records = (field: string): OfRecords => ({ _tag: "Records", field })
export type Relations = Readonly<Record<string, Relation>>

/**
 * What a connector's mapping answers for one record: `platform_id`, and of the model's fields those the platform has.
 * An absent member becomes null (an absent list `[]`); date-times may be any ISO 8601 form or a bare date.
 */
export type Mapped<F extends Fields> = {
  readonly platform_id: string
  readonly platform_unique_id?: string | null | undefined
  readonly updated_at?: string | null | undefined
} & { readonly [K in Exclude<keyof F, "updated_at">]?: FieldType<F[K]> | null | undefined }

/** A sub-record in a mapping: without an id of its own, core gives it one made of its parent's and its position. */
export type MappedSub<F extends Fields> = Omit<Mapped<F>, "platform_id" | "platform_unique_id"> & {
  readonly platform_id?: string | null | undefined
}

/** A checked record as an embedder receives it: every member present, lists never null. */
export type Complete<F extends Fields> = {
  readonly platform_id: string
  readonly platform_unique_id: string
  readonly updated_at: string | null
} & {
  readonly [K in Exclude<keyof F, "updated_at">]: FieldType<F[K]> extends ReadonlyArray<unknown>
    ? FieldType<F[K]>
    : FieldType<F[K]> | null
}

export interface Model<
  out Id extends string = string,
  out F extends Fields = Fields,
  out R extends Relations = Relations
> {
  readonly id: Id
  readonly category: ModelCategory
  /** English singular, for titles in OpenAPI and on pages. */
  readonly title: string
  /** Address of the list: `/v3/{category}/{model}`. */
  readonly path: string
  readonly fields: F
  readonly relations: R
  /**
   * The field that says when what a record tells of happened, for documents, movements and activities: lists of them
   * begin at `sync_from`. Null for master data, which is always read whole.
   */
  readonly date: string | null
  /** True for records that live inside another record (line items, phone numbers) and have lists of their own too. */
  readonly isSub: boolean
  readonly Type: Mapped<F>
}
export interface SubModel<
  out Id extends string = string,
  out F extends Fields = Fields,
  out R extends Relations = Relations
> extends Omit<Model<Id, F, R>, "Type"> {
  /** The fields that the parent fills: which data model and which record the sub-record belongs to. */
  readonly parent: { readonly type?: string; readonly id?: string }
  /** Whether `updated_at` shows inside the parent; of the other common fields only the ids do. */
  readonly hasUpdatedAt: boolean
  readonly Type: MappedSub<F>
}
export type AnyModel = Model | SubModel
export const isSubModel = (model: AnyModel): model is SubModel => model.isSub

const prefix = /^(PAYMENT|ECOMMERCE|CRM)_/

const make = <const Id extends string, const F extends Fields, const R extends Relations>(
  id: Id,
  options: {
    readonly category: ModelCategory
    readonly title: string
    readonly fields: F
    readonly relations?: R
    readonly date?: keyof F & string
  },
  isSub: boolean
): Model<Id, F, R> => ({
  id,
  category: options.category,
  title: options.title,
  path: `/v3/${categoryPaths[options.category]}/${id.replace(prefix, "").toLowerCase()}`,
  fields: options.fields,
  relations: options.relations ?? ({} as R),
  date: options.date ?? null,
  isSub,
  Type: undefined as never
})

/** A top-level data model. `fields` leaves out the common fields; `updated_at` is added to every model. */
export const model = <const Id extends string, const F extends Fields, const R extends Relations = {}>(
  id: Id,
  options: {
    readonly category: ModelCategory
    readonly title: string
    readonly fields: F
    readonly relations?: R
    readonly date?: keyof F & string
  }
): Model<Id, F, R> => make(id, options, false)

/** A data model whose records live inside others. */
export const subModel = <const Id extends string, const F extends Fields, const R extends Relations = {}>(
  id: Id,
  options: {
    readonly category: ModelCategory
    readonly title: string
    readonly fields: F
    readonly relations?: R
    readonly parent?: { readonly type?: string; readonly id?: string }
    readonly hasUpdatedAt?: boolean
  }
): SubModel<Id, F, R> => {
  const hasUpdatedAt = options.hasUpdatedAt ?? false
  return {
    ...make(id, options, true),
    parent: options.parent ?? {},
    hasUpdatedAt,
    Type: undefined as never
  }
}
