/**
 * The registry of data models: one entry each, and everything else in the project that speaks of "all models" reads it
 * here. The identifiers are the wire's own.
 */
import type { AnyModel, Complete, Mapped } from "./Model.ts"
import * as accounting from "../models/accounting.ts"
import * as documents from "../models/accounting-documents.ts"
import * as statements from "../models/accounting-statements.ts"
import * as crm from "../models/crm.ts"
import * as ecommerce from "../models/ecommerce.ts"
import * as payments from "../models/payments.ts"

export const models = { ...accounting, ...documents, ...statements, ...payments, ...ecommerce, ...crm }

export type ModelId = keyof typeof models
export type FieldsOf<M extends ModelId> = (typeof models)[M]["fields"]
/** What a mapping to the model `M` may answer. */
export type Unified<M extends ModelId> = Mapped<FieldsOf<M>>
/** A checked record of the model `M`. */
export type Record<M extends ModelId> = Complete<FieldsOf<M>>

/** In the order of the alphabet: what bundles or transforms modules may order their names otherwise. */
export const modelIds = Object.keys(models).toSorted() as ReadonlyArray<ModelId>
export const isModelId = (id: string): id is ModelId => Object.hasOwn(models, id)
export const get = (id: ModelId): AnyModel => models[id]
