/** What a connector offers, as types: the models, writes, settings and events that both of an embedder's doors speak of. */
import type { Connector } from "../Connector.ts"
import type { InboundEvent } from "../Inbound.ts"
import type { ModelId, Record as UnifiedRecord } from "../Models.ts"
import type { WriteFailure, WriteResult as ItemResult } from "./Writing.ts"
import type { Settings, Values } from "../Setting.ts"
import type { WriteId } from "../Writes.ts"

/** The models a connector reads. */
export type ReadsOf<C> = C extends Connector<any, any, infer R, any, any> ? keyof R & ModelId : never
/** The models a connector writes. */
export type WritesOf<C> = C extends Connector<any, any, any, infer W, any> ? keyof W & WriteId : never
/** The values a connection to it needs besides its credentials. */
export type SettingsOf<C> = C extends Connector<any, infer S extends Settings, any, any, any> ? Values<S> : never
/** The names of its ways to be authorised, where it has several. */
export type MethodsOf<C> = C extends Connector<any, any, any, any, infer M> ? M : never

/** What became of one item of a write. */
export type WriteResult<M extends ModelId> =
  | { readonly status: "success"; readonly record: UnifiedRecord<M>; readonly raw: unknown; readonly error: null }
  | { readonly status: "failed"; readonly record: null; readonly raw: null; readonly error: WriteFailure }

/** The results of a write as an embedder sees them. */
export const resultsOf = <M extends ModelId>(results: ReadonlyArray<ItemResult>): ReadonlyArray<WriteResult<M>> =>
  results.map((result) =>
    result.status === "success"
      ? { status: "success", record: result.item.records[0] as never, raw: result.item.raw, error: null }
      : { status: "failed", record: null, raw: null, error: result.error }
  )

/** A change that a platform's webhook tells of: read the record again, only what it says then is believed. */
export interface Event<C> extends InboundEvent {
  readonly model: ReadsOf<C>
}

/** A platform's webhook, verified or refused. */
export interface Received<C> {
  /** False for a request that the platform did not sign. */
  readonly accepted: boolean
  /** Empty for a handshake and for a refused request. */
  readonly events: ReadonlyArray<Event<C>>
  /** What the platform is to be answered. */
  readonly response: Response
}
