/**
 * What a unified data model is: identifier, category, fields and relations. Schemas, list routes, filters, sorting,
 * expansion, webhook enumerations and OpenAPI are all derived from these values.
 */
import type { Fields, FieldType, Nested } from "./Field.ts"
import type { Relations } from "./Relation.ts"

/** The categories whose models have lists. A connector may also be CUSTOM. */
export type ModelCategory = "ACCOUNTING" | "PAYMENTS" | "ECOMMERCE" | "CRM"
/** Where the records of a category are in the HTTP interface. */
export const categoryPaths = {
  ACCOUNTING: "accounting",
  PAYMENTS: "payments",
  ECOMMERCE: "ecommerce",
  CRM: "crm"
} as const

export type { Fields } from "./Field.ts"
export { many, type Many, one, type OfRecords, type One, records, type Relation, type Relations } from "./Relation.ts"

/** What can be done to a data model's records at a platform. */
export const operations = ["create", "update", "delete", "void"] as const
/** Something that is done to a record by a write. */
export type Operation = (typeof operations)[number]
/** Several of them. */
export type Operations = ReadonlyArray<Operation>
/** What can be written of a model that says nothing else. */
const usual = ["create", "update", "delete"] as const
/** The same for documents and payments, which can be taken back and stay in the books. */
export const voidable = [...usual, "void"] as const

/**
 * What a connector's mapping answers for one record: `platform_id`, and of the model's fields those the platform has.
 * An absent member becomes null (an absent list `[]`); date-times may be any ISO 8601 form or a bare date.
 */
export type Mapped<F extends Fields> = {
  /** The platform's own id of the record, as a text. */
  readonly platform_id: string
  /** The natural key beside the id, such as a document's number; taken from the model's natural member, or else the id, when absent or null. */
  readonly platform_unique_id?: string | null | undefined
  /** When the platform last changed it, ISO 8601; null where it does not say. */
  readonly updated_at?: string | null | undefined
} & { readonly [K in Exclude<keyof F, "updated_at">]?: FieldType<F[K]> | null | undefined }

/** A sub-record in a mapping: without an id of its own, core gives it one made of its parent's and its position. */
export type MappedSub<F extends Fields> = Omit<Mapped<F>, "platform_id" | "platform_unique_id"> & {
  /** The platform's own id of the part; one made of the parent's id and the position when absent or null. */
  readonly platform_id?: string | null | undefined
}

/** A checked record as an embedder receives it: every member present, lists never null. */
export type Complete<F extends Fields> = {
  /** The platform's own id of the record. */
  readonly platform_id: string
  /** The natural key beside the id, such as a document's number; the id where there is none. */
  readonly platform_unique_id: string
  /** When the platform last changed it, ISO 8601 with milliseconds; null where it does not say. */
  readonly updated_at: string | null
} & {
  readonly [K in Exclude<keyof F, "updated_at">]: FieldType<F[K]> extends ReadonlyArray<unknown>
    ? FieldType<F[K]>
    : FieldType<F[K]> | null
}

/** A data model: its fields, its relations, and where its records are. */
export interface Model<
  out Id extends string = string,
  out F extends Fields = Fields,
  out R extends Relations = Relations,
  out W extends Operations = Operations,
  out I extends Fields = Fields,
  out N extends string = string
> {
  /** Upper case with underscores, such as `BILL_PAYMENTS`; the wire's `data_model`. */
  readonly id: Id
  /** Which part of the interface its list is in. */
  readonly category: ModelCategory
  /** English singular, for titles in OpenAPI and on pages. */
  readonly title: string
  /** Address of the list: `/v3/{category}/{model}`. */
  readonly path: string
  /** Its members by name, without the ids and stamps that all models have. */
  readonly fields: F
  /** What `expand` can embed, by name. */
  readonly relations: R
  /**
   * The field that says when what a record tells of happened, for documents, movements and activities: lists of them
   * begin at `sync_from`. Null for master data, which is always read whole.
   */
  readonly date: string | null
  /** The member that is the platform's natural key beside its id: a document's number, a code. It is `platform_unique_id`. */
  readonly natural: string | null
  /** True for records that live inside another record (line items, phone numbers) and have lists of their own too. */
  readonly isSub: boolean
  /** What can be written of it; nothing of what platforms alone make, and of sub-records, which are written in their parents. */
  readonly writes: W
  /** Members that an item of a write may carry beside those of the record. */
  readonly inputs: I
  /** Members without which no platform takes a new record: each connector requires them, and what its own needs beside them. */
  readonly needs: ReadonlyArray<N>
  /** What a mapping answers for one record. For the compiler alone: at run time there is nothing here. */
  readonly Type: Mapped<F>
}
/** A data model whose records are parts of others, such as lines. */
export interface SubModel<
  out Id extends string = string,
  out F extends Fields = Fields,
  out R extends Relations = Relations
>
  extends Omit<Model<Id, F, R, readonly [], {}, never>, "Type">, Pick<Nested, "parent" | "hasUpdatedAt" | "split"> {
  /** What a mapping answers for one part. For the compiler alone: at run time there is nothing here. */
  readonly Type: MappedSub<F>
}
/** A data model of either kind. */
export type AnyModel = Model | SubModel
/** Whether the records of a data model are parts of others. */
export const isSubModel = (model: AnyModel): model is SubModel => model.isSub

const prefix = /^(PAYMENT|ECOMMERCE|CRM)_/

const make = <
  const Id extends string,
  const F extends Fields,
  const R extends Relations,
  const W extends Operations,
  const I extends Fields,
  const N extends string
>(
  id: Id,
  options: {
    readonly category: ModelCategory
    readonly title: string
    readonly fields: F
    readonly relations?: R
    readonly date?: keyof F & string
    readonly natural?: keyof F & string
    readonly inputs?: I
    readonly needs?: ReadonlyArray<N>
  },
  isSub: boolean,
  writes: W
): Model<Id, F, R, W, I, N> => ({
  id,
  category: options.category,
  title: options.title,
  path: `/v3/${categoryPaths[options.category]}/${id.replace(prefix, "").toLowerCase()}`,
  fields: options.fields,
  relations: options.relations ?? ({} as R),
  date: options.date ?? null,
  natural: options.natural ?? null,
  isSub,
  writes,
  inputs: options.inputs ?? ({} as I),
  needs: options.needs ?? [],
  Type: undefined as never
})

/**
 * A top-level data model. `fields` leaves out the common fields; `updated_at` is added to every model. It can be created,
 * updated and deleted where a platform offers that, unless `writes` says otherwise; no write has fields that are computed.
 */
export const model = <
  const Id extends string,
  const F extends Fields,
  const R extends Relations = {},
  const W extends Operations = typeof usual,
  const I extends Fields = {},
  const N extends keyof F & string = never
>(
  id: Id,
  options: {
    readonly category: ModelCategory
    readonly title: string
    readonly fields: F
    readonly relations?: R
    readonly date?: keyof F & string
    readonly natural?: keyof F & string
    readonly writes?: W
    readonly inputs?: I
    readonly needs?: ReadonlyArray<N>
  }
): Model<Id, F, R, W, I, N> => make(id, options, false, options.writes ?? (usual as Operations as W))

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
    readonly split?: NonNullable<Nested["split"]>
  }
): SubModel<Id, F, R> => {
  const hasUpdatedAt = options.hasUpdatedAt ?? false
  return {
    ...make<Id, F, R, readonly [], {}, never>(id, { ...options, inputs: {} }, true, []),
    parent: options.parent ?? {},
    hasUpdatedAt,
    ...(options.split === undefined ? {} : { split: options.split }),
    Type: undefined as never
  }
}
