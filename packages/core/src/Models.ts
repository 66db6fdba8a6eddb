/**
 * The registry of data models: one entry each, and everything else in the project that speaks of "all models" reads it
 * here. The identifiers are the wire's own.
 */
import type { Mapped, Model } from "./Model.ts"
import * as accounting from "./models/accounting.ts"

export const models = { ...accounting }

export type ModelId = keyof typeof models
export type FieldsOf<M extends ModelId> = (typeof models)[M]["fields"]
/** What a mapping to the model `M` may answer. */
export type Unified<M extends ModelId> = Mapped<FieldsOf<M>>

export const modelIds = Object.keys(models) as ReadonlyArray<ModelId>
export const isModelId = (id: string): id is ModelId => Object.hasOwn(models, id)
export const get = (id: ModelId): Model => models[id]
