/**
 * What the client knows of the interface, as types alone. In this repository they are derived from the definition in core;
 * `tooling/declarations` writes them out in what is published, so that the client needs neither core nor effect.
 */
import type { Model, Models, Writes } from "@svc/core"
import type {
  Api,
  ApiError,
  Changes,
  Connection as ConnectionSchema,
  History,
  Passthrough,
  RecordSchema,
  Syncs,
  UploadJobs
} from "@svc/core/api"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"

/** A code of an error that the service answers. */
export type ErrorCode = ApiError.ErrorCode
/** One of the faults of a request. */
export type ErrorDetail = ApiError.ErrorDetail
/** A write that goes on, or has ended. */
export type UploadJob = (typeof UploadJobs.UploadJob)["Type"]
/** A raw call to a platform. */
export type PassthroughRequest = (typeof Passthrough.PassthroughRequest)["Type"]
/** What the platform answered to a raw call. */
export type PassthroughAnswer = (typeof Passthrough.PassthroughResponse)["Type"]
/** A company's connection to a platform. */
export type Connection = (typeof ConnectionSchema.Connection)["Type"]
/** What is told when a sync has ended. */
export type SyncCompleted = (typeof Syncs.SyncCompleted)["Type"]
/** What a stream of changes tells of one. */
export type Change = (typeof Changes.Change)["Type"]
/** One change of a record: when, and which members. */
export type RecordChange = (typeof History.RecordChange)["Type"]
/** What the history of a record is filtered and sorted by. */
export type HistoryQuery = (typeof History.list.query)["Type"]

/** A record of each data model as lists answer it. */
export type Records = { readonly [M in Models.ModelId]: RecordSchema.WireRecord<M> }

type RelationsOf<R> = {
  readonly [K in keyof R & string]: R[K] extends Model.One<infer T> | Model.Many<infer T>
    ? { readonly _tag: R[K]["_tag"]; readonly model: T }
    : { readonly _tag: "Records" }
}
/** The records that each data model refers to, by the names that `expand` has for them. */
export type Relations = { readonly [M in Models.ModelId]: RelationsOf<(typeof Models.models)[M]["relations"]> }

/** What an item of each write may carry, by model and operation; those that name a record alone have nothing. */
export type Items = {
  readonly [M in Writes.WriteId]: {
    readonly [Op in Writes.OperationsOf<M>]: Op extends "create" | "update" ? Writes.WireInput<M, Op> : {}
  }
}

type Groups = typeof Api.api extends HttpApi.HttpApi<string, infer G> ? G : never
/** What has methods of its own on the client. */
type Special = "accounting" | "payments" | "ecommerce" | "crm" | "documents" | "passthrough" | "inbound" | "changes"
type GroupId = Exclude<Groups["identifier"], Special>
type EndpointOf<G extends GroupId> = HttpApiGroup.Endpoints<Extract<Groups, { readonly identifier: G }>>

type Part<S> = [S] extends [never] ? {} : S extends { readonly Type: infer T } ? T : {}
type Asked<E> = E extends { readonly "~Params": infer P; readonly "~Query": infer Q; readonly "~Payload": infer B }
  ? Part<P> & Part<Q> & Part<B>
  : never
type Answered<E> = E extends { readonly "~Success": infer S } ? Part<S> : never
type ItemOf<E> = Answered<E> extends { readonly data: ReadonlyArray<infer A>; readonly next: string | null } ? A : never
type DataOf<E> = Answered<E> extends { readonly data: infer A } ? A : never
type Place<E> = E extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? [ItemOf<E>] extends [never]
    ? `${M} ${P}`
    : `LIST ${P}`
  : never
type Shown<E> = { readonly place: Place<E>; readonly asked: Asked<E> } & ([ItemOf<E>] extends [never]
  ? { readonly data: DataOf<E> }
  : { readonly item: ItemOf<E> })

/**
 * Every endpoint beside records, writes and passthrough: its method and path (`LIST` for a GET that is answered with a page), what it
 * is asked (path, query and body as one object), and the item of its list or its `data`.
 */
export type Endpoints = {
  readonly [G in GroupId]: {
    readonly [E in EndpointOf<G>["identifier"]]: Shown<Extract<EndpointOf<G>, { readonly identifier: E }>>
  }
}
