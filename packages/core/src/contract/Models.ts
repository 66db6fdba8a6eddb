/**
 * The registry of data models: one entry each, and everything else in the project that speaks of "all models" reads it
 * here. The identifiers are the wire's own.
 */
import type { Records } from "./Field.ts"
import * as Known from "./Known.ts"
import type { AnyModel, Complete, Mapped } from "./Model.ts"
import * as books from "../models/accounting.ts"
import * as documents from "../models/accounting-documents.ts"
import * as statements from "../models/accounting-statements.ts"
import * as customers from "../models/crm.ts"
import * as shops from "../models/ecommerce.ts"
import * as moneys from "../models/payments.ts"
import type { Members } from "../models/hover.ts"

// Marked as pure, so that a bundle holds the categories that its connectors name and no other.
/** The data models of accounting. */
export const accounting = /* @__PURE__ */ (() => Known.add({ ...books, ...documents, ...statements }))()
/** The data models of payments. */
export const payments = /* @__PURE__ */ (() => Known.add({ ...moneys }))()
/** The data models of e-commerce. */
export const ecommerce = /* @__PURE__ */ (() => Known.add({ ...shops }))()
/** The data models of CRM. */
export const crm = /* @__PURE__ */ (() => Known.add({ ...customers }))()

/** All of them. */
export const models = /* @__PURE__ */ (() => ({ ...accounting, ...payments, ...ecommerce, ...crm }))()

/** The id of a data model, such as `INVOICES`. */
export type ModelId = keyof typeof models
/** The fields of a data model. */
export type FieldsOf<M extends ModelId> = (typeof models)[M]["fields"]
/** What a mapping to the model `M` may answer. */
export type Unified<M extends ModelId> = Mapped<FieldsOf<M>>
/** A checked record of the model `M`. */
export type Record<M extends ModelId> = {
  // Through the members with words on them, which editors show.
  readonly [K in keyof Members[M]]: K extends keyof FieldsOf<M>
    ? FieldsOf<M>[K] extends Records<infer S>
      ? ReadonlyArray<Told<S["id"], S["Type"]>>
      : Complete<FieldsOf<M>>[K & keyof Complete<FieldsOf<M>>]
    : Complete<FieldsOf<M>>[K & keyof Complete<FieldsOf<M>>]
}
/** A sub-record, in the same way. */
type Told<Id, T> = Id extends ModelId
  ? {
      readonly [K in keyof Pick<Members[Id], Exclude<keyof Members[Id], "platform_unique_id">>]?: K extends keyof T
        ? T[K]
        : never
    }
  : T

/** In the order of the alphabet: what bundles or transforms modules may order their names otherwise. */
export const modelIds = /* @__PURE__ */ (() => Object.keys(models).toSorted() as ReadonlyArray<ModelId>)()
/** Whether a text is the id of a data model. */
export const isModelId = (id: string): id is ModelId => Object.hasOwn(models, id)
/** The data model of an id. */
export const get = (id: ModelId): AnyModel => models[id]
