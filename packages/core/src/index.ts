/**
 * The contract half of core: what a connector is made of. It runs nothing; what does is in `@svc/core/runtime`.
 */
export * as Auth from "./Auth.ts"
export * as Call from "./Call.ts"
export * as Check from "./Check.ts"
export * as Connector from "./Connector.ts"
export * as ConnectorError from "./ConnectorError.ts"
export * as Field from "./Field.ts"
export * as Inbound from "./Inbound.ts"
export * as Iso from "./Iso.ts"
export * as Lookup from "./Lookup.ts"
export * as Model from "./Model.ts"
export * as Models from "./Models.ts"
export * as Nearest from "./Nearest.ts"
export * as Normalize from "./Normalize.ts"
export * as Page from "./Page.ts"
export * as Read from "./Read.ts"
export * as Setting from "./Setting.ts"
export * as Wire from "./Wire.ts"
export * as Write from "./Write.ts"
export * as WriteModel from "./WriteModel.ts"
export * as Writes from "./Writes.ts"

// Names by which the compiler can write the inferred types of a connector's values into its declarations.
export type { Connector as ConnectorOf } from "./Connector.ts"
export type { Lookup as LookupOf } from "./Lookup.ts"
export type { Read as ReadOf } from "./Read.ts"
export type { Write as WriteOf } from "./Write.ts"
