/** Records as lists answer them: the common members and the model's fields. */
import type { AnyModel } from "../contract/Model.ts"
import type * as Models from "../contract/Models.ts"

/** The members every record has besides its model's fields. */
export interface CommonMembers {
  /** Identifier that this service gave: unique over all of its resources, never used again, the same as long as the record exists. */
  readonly svc_id: number
  /** When this service first stored the record. */
  readonly svc_created_at: string
  /** When this service last stored a change of the record: what a poller filters and sorts by. */
  readonly svc_updated_at: string
  /** The company whose connection the record was read from: its `svc_id`. */
  readonly svc_company_id: number
  /** When the record was found to be gone at the platform; null while it is there. Lists leave deleted records out unless `include_deleted_records=true`. */
  readonly svc_deleted_at: string | null
  /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
  readonly platform_id: string
  /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
  readonly platform_unique_id: string
  /** When the record last changed at the platform, as the platform says; null where it does not. */
  readonly updated_at: string | null
  /** The platform's own item as it was read, unchanged. Only with `select=raw_data`. */
  readonly raw_data?: unknown
  /** Fingerprint of the record: the same as long as no member of it changes. Only with `select=data_hash`. */
  readonly data_hash?: string | null
  /** Fields of the platform's own that the sync configuration names, by the platform's names and with its values. */
  readonly custom_fields?: Readonly<Record<string, unknown>>
}
type SubMembers<E> = { readonly svc_id: number } & { readonly [K in keyof E]-?: Exclude<E[K], undefined> }
type Shown<T> =
  T extends ReadonlyArray<infer E>
    ? E extends { readonly platform_id?: unknown }
      ? ReadonlyArray<SubMembers<E>>
      : T
    : T
/** A record of the model `M` on the wire. */
export type WireRecord<M extends Models.ModelId> = CommonMembers & {
  readonly [K in keyof Models.Record<M>]: Shown<Models.Record<M>[K]>
}

const prefixes = { ACCOUNTING: "", PAYMENTS: "Payment", ECOMMERCE: "Ecommerce", CRM: "Crm" } as const
/** The name of a model's schema: `Expense`, `CrmDeal`. */
export const schemaName = (model: AnyModel): string => {
  const words = model.title.split(/[\s-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const prefix = prefixes[model.category]
  const name = words.join("")
  return prefix + (name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : name)
}
