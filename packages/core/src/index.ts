/**
 * The contract half of core: what a connector is made of. It runs nothing; what does is in `@svc/core/runtime`.
 */
export * as Check from "./Check.ts"
export * as Field from "./Field.ts"
export * as Iso from "./Iso.ts"
export * as Model from "./Model.ts"
export * as Models from "./Models.ts"
export * as Nearest from "./Nearest.ts"
export * as Normalize from "./Normalize.ts"
export * as Wire from "./Wire.ts"
export * as WriteModel from "./WriteModel.ts"
export * as Writes from "./Writes.ts"
