/** Records as lists answer them: the common members, the model's fields, and the relations that `expand` embeds. */
import * as Schema from "effect/Schema"
import { type Field, type Fields, isListKind, type Nested } from "../contract/Field.ts"
import type { AnyModel, Relations } from "../contract/Model.ts"
import * as Models from "../contract/Models.ts"
import { AnyObject, DateTime, SvcId } from "./Common.ts"
import { valueSchema } from "./FieldSchema.ts"

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

const common = {
  svc_id: SvcId,
  svc_created_at: DateTime,
  svc_updated_at: DateTime,
  svc_company_id: SvcId,
  svc_deleted_at: Schema.NullOr(DateTime),
  platform_id: Schema.String,
  platform_unique_id: Schema.String
}
const selected = {
  raw_data: Schema.optionalKey(Schema.Unknown),
  data_hash: Schema.optionalKey(Schema.NullOr(Schema.String)),
  custom_fields: Schema.optionalKey(AnyObject)
}

const prefixes = { ACCOUNTING: "", PAYMENTS: "Payment", ECOMMERCE: "Ecommerce", CRM: "Crm" } as const
/** The name of a model's schema: `Expense`, `CrmDeal`. */
export const schemaName = (model: AnyModel): string => {
  const words = model.title.split(/[\s-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const prefix = prefixes[model.category]
  const name = words.join("")
  return prefix + (name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : name)
}

const describe = (schema: Schema.Top, field: Field): Schema.Top =>
  field.description === undefined ? schema : (schema.annotate({ description: field.description }) as Schema.Top)

const member = (field: Field): Schema.Top => {
  if (field.of !== undefined) return Schema.Array(memberRecord(field.of))
  const shown: Schema.Top = field.kind === "dateTime" ? DateTime : valueSchema(field)
  return describe(isListKind(field.kind) ? shown : Schema.NullOr(shown), field)
}
/** The members of these fields. */
export const members = (fields: Fields): Record<string, Schema.Top> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, member(field)]))

/** Members that are there only when `expand` asks for them. */
const expanded = (relations: Relations): Record<string, Schema.Top> =>
  Object.fromEntries(
    Object.entries(relations).flatMap(([name, relation]): ReadonlyArray<readonly [string, Schema.Top]> => {
      if (relation._tag === "Records") return []
      const related = Schema.suspend(() => recordOf(relation.model as Models.ModelId))
      return [[name, Schema.optionalKey(relation._tag === "One" ? Schema.NullOr(related) : Schema.Array(related))]]
    })
  )

const memo = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** A sub-record inside its parent. */
const memberRecord: (nested: Nested) => Schema.Codec<unknown, unknown> = memo((nested: Nested) =>
  Schema.Struct({
    svc_id: SvcId,
    platform_id: Schema.String,
    ...members(nested.fields),
    ...(nested.hasUpdatedAt ? { updated_at: Schema.NullOr(DateTime) } : {}),
    ...expanded(nested.relations)
  }).annotate({ identifier: `${schemaName(Models.get(nested.id as Models.ModelId))}Member` })
) as never

/** A record of a data model. */
export const recordOf: <M extends Models.ModelId>(id: M) => Schema.Codec<WireRecord<M>, unknown> = memo(
  (id: Models.ModelId) => {
    const model = Models.get(id)
    return Schema.Struct({
      ...common,
      ...members(model.fields),
      updated_at: Schema.NullOr(DateTime),
      ...expanded(model.relations),
      ...selected
    }).annotate({ identifier: schemaName(model) })
  }
) as never

/** A record with only some of its model's fields, such as the answer to a write shows. */
export const partOf = (id: Models.ModelId, names: ReadonlyArray<string>, withCommon: boolean): Schema.Top => {
  const all: Record<string, Schema.Top> = {
    ...common,
    ...members(Models.get(id).fields),
    updated_at: Schema.NullOr(DateTime)
  }
  const shown = withCommon ? [...new Set([...Object.keys(common), ...names])] : names
  return Schema.Struct({
    ...Object.fromEntries(shown.map((name) => [name, all[name] ?? Schema.NullOr(Schema.String)])),
    ...(withCommon ? {} : { raw_data: Schema.Unknown })
  })
}
