/**
 * What can be written, derived from the data models. The check of an item that a caller sends and its JSON Schema are beside
 * it in `Items.ts`, which who only declares writes does without.
 */
import {
  type Computed,
  type Field,
  type Fields,
  type FieldType,
  type Members,
  type Records,
  type Reference,
  text as plainText
} from "./Field.ts"
import type { AnyModel, One, Operation, Relations } from "./Model.ts"
import * as Known from "./Known.ts"
import * as Models from "./Models.ts"
import type { WriteModel } from "./WriteModel.ts"

export { checkItem, type ItemIssue, jsonSchema, type JsonSchema, mostIssues, type PlatformRules } from "./Items.ts"
export { type Operation, operations } from "./Model.ts"
export type { WriteModel } from "./WriteModel.ts"

type Registry = typeof Models.models
/** A data model of which something can be written: all but what platforms alone make, and what lives inside others. */
export type WriteId = {
  [M in Models.ModelId]: Registry[M]["writes"] extends readonly [] ? never : M
}[Models.ModelId]
/** What the interface has for a data model; a platform offers some of it. */
export type OperationsOf<M extends WriteId> = Registry[M]["writes"][number]

/** What the lines of all written documents have in common. */
export interface LineInput {
  /** The account that the line is booked on: its `platform_id`. */
  readonly account_id?: string | null | undefined
  /** What is bought or sold in it: the `platform_id` of an item. */
  readonly item_id?: string | null | undefined
  /** The tax rate that is charged: its `platform_id`. */
  readonly tax_id?: string | null | undefined
  /** Free text. */
  readonly description?: string | null | undefined
  /** How many units; in the unit of the item. */
  readonly quantity?: number | null | undefined
  /** Price of one unit before tax and discounts, in the document's currency. */
  readonly unit_amount?: number | null | undefined
  /** What is taken off the line before tax, as an amount. */
  readonly total_discount?: number | null | undefined
}

/** Says which record is meant. */
export interface Named {
  /** The platform's own id of the record that is meant. */
  readonly platform_id: string
}
type Shown<T> = { readonly [K in keyof T]: T[K] }
type Identity<Op> = Op extends "update" ? { readonly platform_id?: string | null | undefined } : {}
type Value<F, Op> =
  F extends Records<infer S>
    ? ReadonlyArray<Shown<Identity<Op> & Writable<S["fields"], Op>>>
    : Exclude<FieldType<F>, "UNKNOWN">
type Writable<F extends Fields, Op> = {
  readonly [K in keyof F as F[K] extends Computed ? never : K]?: Value<F[K], Op> | null | undefined
}
type Item<M extends WriteId, Op> = Shown<Writable<Registry[M]["fields"], Op> & Members<Registry[M]["inputs"]>>
/** What a new record of a data model needs on every platform. */
type NeedsOf<M extends WriteId> = Registry[M]["needs"][number]

type First<P extends string> = P extends `${string}.${string}` ? never : P
type Rest<P extends string, K> = K extends string ? (P extends `${K}.${infer R}` ? R : never) : never
type Inside<V, P extends string> = [P] extends [never]
  ? V
  : V extends ReadonlyArray<infer E>
    ? ReadonlyArray<Requiring<E, P>>
    : V extends object
      ? Requiring<V, P>
      : V
/** An item with the members at these paths that are required: there, and not null. `line_items.account_id` means in every line. */
export type Requiring<T, P extends string> = [P] extends [never]
  ? T
  : string extends P
    ? T
    : Shown<
        { readonly [K in keyof T as K extends First<P> ? never : K]: Inside<T[K], Rest<P, K>> } & {
          readonly [K in keyof T as K extends First<P> ? K : never]-?: Inside<NonNullable<T[K]>, Rest<P, K>>
        }
      >

/**
 * One checked item. Members that the caller left out are absent, dates are as the caller wrote them (`Normalize.day`). What
 * is to be updated, deleted or voided is named by its `platform_id`; lines and other sub-records that keep their identity in
 * an update carry theirs.
 */
export type WriteInput<M extends WriteId, Op extends Operation> =
  Op extends OperationsOf<M>
    ? Op extends "create"
      ? Requiring<Item<M, Op>, NeedsOf<M>>
      : Op extends "update"
        ? Shown<Named & Item<M, Op>>
        : Named
    : never

/** What an item of any operation may carry: of a new one there is no `platform_id`. */
export type ItemOf<M extends WriteId> = Shown<Identity<"update"> & Item<M, "update">>

/** Names a record of the service; a reference at the service's own door may be one. */
export interface ById {
  /** The service's id of the record. */
  readonly svc_id: number
}
type Targets<R> = { [K in keyof R]: R[K] extends One<string, infer By> ? By : never }[keyof R]
type WireValue<F, Refers, Op> =
  F extends Records<infer S>
    ? ReadonlyArray<Shown<Identity<Op> & WireWritable<S["fields"], S["relations"], Op>>>
    : Refers extends true
      ? FieldType<F> extends ReadonlyArray<string>
        ? ReadonlyArray<string | ById>
        : string | ById
      : Exclude<FieldType<F>, "UNKNOWN">
type WireWritable<F extends Fields, R, Op> = {
  readonly [K in keyof F as F[K] extends Computed ? never : K]?:
    | WireValue<F[K], F[K] extends Reference ? true : K extends Targets<R> ? true : false, Op>
    | null
    | undefined
}
/** An item as the service takes it: what it refers to may be named by `svc_id`. */
export type WireInput<M extends WriteId, Op extends "create" | "update"> =
  Op extends OperationsOf<M>
    ? Requiring<
        Shown<WireWritable<Registry[M]["fields"], Registry[M]["relations"], Op> & Members<Registry[M]["inputs"]>>,
        Op extends "create" ? NeedsOf<M> : never
      >
    : never

/** The models of which something can be written. */
export const writeIds: ReadonlyArray<WriteId> = /* @__PURE__ */ (() =>
  Models.modelIds.filter((id): id is WriteId => Models.get(id).writes.length > 0))()

const derived = new Map<string, WriteModel>()
/** The write of one model and operation, or undefined when the interface has none. */
export const get = (id: string, operation: Operation): WriteModel | undefined => {
  const model = Known.find(id)
  if (model?.writes.some((own) => own === operation) !== true) return undefined
  const key = `${id} ${operation}`
  const known = derived.get(key) ?? derive(model, operation)
  derived.set(key, known)
  return known
}
/** Every write of the interface, in the order of the models' names. */
export const all = (): ReadonlyArray<WriteModel> =>
  writeIds.flatMap((id) => Models.get(id).writes.map((operation) => get(id, operation)!))

const naming: Fields = {
  platform_id: { ...plainText, description: "The record that is meant: its identifier at the platform." }
}
const identity: Fields = {
  platform_id: {
    ...plainText,
    description:
      "Identifier at the platform of the one that is there already, which is changed and keeps its identity; left out for a new one."
  }
}

const derive = (model: AnyModel, operation: Operation): WriteModel => {
  const hasItem = operation === "create" || operation === "update"
  return {
    model: model.id,
    operation,
    fields: {
      ...(operation === "create" ? {} : naming),
      ...(hasItem ? { ...writable(model.fields, model.relations, operation), ...model.inputs } : {})
    },
    requires: operation === "create" ? [] : ["platform_id"],
    response: ["platform_id", "platform_unique_id", ...Object.keys(model.fields), "updated_at"]
  }
}

const writable = (fields: Fields, relations: Relations, operation: Operation): Fields => {
  const targets = new Map(
    Object.values(relations).flatMap((relation) =>
      relation._tag === "One" ? [[relation.by, relation.model] as const] : []
    )
  )
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.computed === true ? [] : [[name, inputOf(field, field.to ?? targets.get(name), operation)]]
    )
  )
}

/** A field as an item carries it: sub-records as plain rows, and no word for what nobody knows. */
const inputOf = (field: Field, to: string | undefined, operation: Operation): Field => {
  const { of, values, ...rest } = field
  if (of !== undefined) {
    const members = writable(of.fields, of.relations, operation)
    return { ...rest, kind: "rows", members: operation === "update" ? { ...identity, ...members } : members }
  }
  return {
    ...rest,
    ...(to === undefined ? {} : { to }),
    ...(values === undefined ? {} : { values: values.filter((word) => word !== "UNKNOWN") })
  }
}
