/** Records as lists answer them: the common members and the model's fields. */
import type { AnyModel } from "../contract/Model.ts"
import type * as Models from "../contract/Models.ts"

/** The members every record has besides its model's fields. */
export interface CommonMembers {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  readonly svc_company_id: number
  readonly svc_deleted_at: string | null
  readonly platform_id: string
  readonly platform_unique_id: string
  readonly updated_at: string | null
  /** Only when selected. */
  readonly raw_data?: unknown
  /** Only when selected. */
  readonly data_hash?: string | null
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
