/**
 * The client for programs in Effect: the same calls as effects and streams, which end when their fiber is interrupted. A
 * failure is a `SvcError`; `Effect.catchTag("SvcError", …)` knows it.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Async from "./Client.ts"
import type { Download as Downloaded, FileToSend } from "./Files.ts"
import type { Expansion, ExportQuery, FieldName, Listed, ModelId, Query, Record, Shape } from "./Query.ts"
import { type Asked, type DataOf, type Endpoint, type GroupId, type ItemOf, routes } from "./Routes.ts"
import { isSvcError, type SvcError } from "./SvcError.ts"
import type { CallOptions, ClientOptions } from "./Transport.ts"
import {
  isWebhookError,
  type SignedDelivery,
  type SignOptions,
  signWebhook as sign,
  type VerifyOptions,
  verifyWebhook as verify,
  type WebhookError,
  type WebhookEvent
} from "./Webhook.ts"

export type {
  Change,
  CreateRequest,
  HistoryQuery,
  Page,
  PassthroughAnswer,
  PassthroughRequest,
  RecordChange,
  UpdateRequest,
  Upload,
  UploadJob
} from "./Client.ts"
export type { FileToSend } from "./Files.ts"
export type {
  Chosen,
  Expansion,
  ExportQuery,
  FieldName,
  Filter,
  Listed,
  ModelId,
  Query,
  Record,
  Relation
} from "./Query.ts"
export { type ErrorCode, isSvcError, SvcError } from "./SvcError.ts"
export type { Attempt, ClientOptions, Outcome } from "./Transport.ts"
export {
  isWebhookError,
  type NodeRequest,
  type SignedDelivery,
  type SignOptions,
  type VerifyOptions,
  WebhookError,
  type WebhookEvent
} from "./Webhook.ts"

type Call<A> = Effect.Effect<A, SvcError>
/** A list: all its items as a stream, page by page as they are consumed, or one page. */
export interface Listing<A> {
  /** All items, page after page, as they are asked for. */
  readonly stream: Stream.Stream<A, SvcError>
  /** The page that the query's cursor names; the first without one. */
  readonly page: Call<Async.Page<A>>
}

/** A document whose bytes come. */
export interface Download extends Omit<Downloaded, "bytes"> {
  /** As they come; fails where they end too early. */
  readonly bytes: Stream.Stream<Uint8Array, SvcError>
}

type Answer<E> = [ItemOf<E>] extends [never] ? Call<DataOf<E>> : Listing<ItemOf<E>>
/** A POST carries an idempotency key, and may be given one. */
type Keyed<P> = P extends `POST ${string}` ? [options?: Pick<Async.WriteOptions, "key">] : []
type Group<G extends GroupId> = {
  readonly [E in keyof (typeof routes)[G] & string]: {} extends Asked<Endpoint<G, E>>
    ? (request?: Asked<Endpoint<G, E>>, ...options: Keyed<(typeof routes)[G][E]>) => Answer<Endpoint<G, E>>
    : (request: Asked<Endpoint<G, E>>, ...options: Keyed<(typeof routes)[G][E]>) => Answer<Endpoint<G, E>>
}
type Creatable = Parameters<Async.Client["create"]>[0]
type Updatable = Parameters<Async.Client["update"]>[0]
type Deletable = Parameters<Async.Client["delete"]>[0]
type Voidable = Parameters<Async.Client["void"]>[0]
type WriteOptions = Omit<Async.WriteOptions, "signal">
type WaitOptions = Omit<Async.WaitOptions, "signal">

/** The calls of the service as effects; every failure is an `SvcError`. */
export type Client = { readonly [G in Exclude<GroupId, "uploadJobs">]: Group<G> } & {
  /** Records of a data model over all companies and connections; the query's `filter` narrows them. */
  readonly list: <M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    query?: Query<M, X, F>
  ) => Listing<Listed<M, X, F>>
  /** All records of a data model in the order of `svc_id`; it goes on by itself where the connection breaks. */
  readonly export: <M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    query?: ExportQuery<M, X, F>
  ) => Stream.Stream<Listed<M, X, F>, SvcError>
  /** Tells what changes as it happens, the first of all that anything may have: `EVERYTHING`. */
  readonly changes: Stream.Stream<Async.Change, SvcError>
  /** One record by its `svc_id`. */
  readonly get: <M extends ModelId, const X extends Expansion<M> = never, const F extends FieldName<M, X> = never>(
    model: M,
    id: number,
    shape?: Shape<M, X, F>
  ) => Call<Listed<M, X, F>>
  /** What changed of a record, oldest first, as far as events are kept. */
  readonly history: (model: ModelId, id: number, query?: Async.HistoryQuery) => Listing<Async.RecordChange>
  /** Creates records on the company's platform and waits for all of them. A faulty item does not stop the others. */
  readonly create: <M extends Creatable>(
    model: M,
    request: Async.CreateRequest<M>,
    options?: WriteOptions & WaitOptions
  ) => Call<Async.Upload>
  /** Changes members of one record and answers it as it is then. */
  readonly update: <M extends Updatable>(
    model: M,
    id: number,
    members: Async.Item<M, "update">,
    options?: WriteOptions & WaitOptions
  ) => Call<Record<M>>
  /** Changes several records of a company and waits for all of them. A faulty item does not stop the others. */
  readonly updateSeveral: <M extends Updatable>(
    model: M,
    request: Async.UpdateRequest<M>,
    options?: WriteOptions & WaitOptions
  ) => Call<Async.Upload>
  /** Deletes one record at its platform and answers it as it was, with `svc_deleted_at`. */
  readonly delete: <M extends Deletable>(model: M, id: number, options?: WriteOptions & WaitOptions) => Call<Record<M>>
  /** Voids one document at its platform and answers it as it is then. */
  readonly void: <M extends Voidable>(model: M, id: number, options?: WriteOptions & WaitOptions) => Call<Record<M>>
  /** Starts a write and answers its job at once; `uploadJobs.wait` waits for it. */
  readonly submit: <M extends Creatable>(
    model: M,
    request: Async.CreateRequest<M>,
    options?: WriteOptions
  ) => Call<Async.Upload>
  /** The bytes of a document, by the `svc_id` of its record; they come as they are taken. */
  readonly download: (id: number) => Call<Download>
  /** Attaches a file to a record at its platform, and answers the document that it becomes. */
  readonly upload: (file: FileToSend, options?: Pick<Async.WriteOptions, "key">) => Call<Record<"DOCUMENTS">>
  /** Passes a call through to the platform; any answer of it is an answer. */
  readonly passthrough: (
    request: Async.PassthroughRequest,
    options?: Pick<Async.WriteOptions, "key">
  ) => Call<Async.PassthroughAnswer>
  /** Jobs of writes. */
  readonly uploadJobs: Group<"uploadJobs"> & {
    /** Waits until a job has finished. */
    readonly wait: (id: string, options?: WaitOptions) => Call<Async.UploadJob>
  }
}

const effect = <A>(call: (signal: AbortSignal) => Promise<A>): Call<A> =>
  Effect.tryPromise({ try: call, catch: (error) => error }).pipe(
    Effect.catch((error) => (isSvcError(error) ? Effect.fail(error) : Effect.die(error)))
  )

const listing = <A>(at: (cursor: object, options: CallOptions) => Async.Listing<A>): Listing<A> => {
  const page = (cursor: object) => effect((signal) => at(cursor, { signal }).page())
  return {
    page: page({}),
    stream: Stream.paginate({}, (cursor) =>
      Effect.map(page(cursor), ({ data, next }) => [
        data,
        next === null ? Option.none() : Option.some({ prev: undefined, next })
      ])
    )
  }
}

const streamed = <A>(items: AsyncIterable<A>): Stream.Stream<A, SvcError> =>
  Stream.fromAsyncIterable(items, (error) => error).pipe(
    Stream.catch((error) => (isSvcError(error) ? Stream.fail(error) : Stream.die(error)))
  )

/** Makes a client of the service. */
export const makeClient = (options: ClientOptions): Client => {
  const client = Async.makeClient(options)
  const groups = Object.fromEntries(
    Object.entries(routes).map(([group, endpoints]) => [
      group,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, place]) => {
          const own = (client as any)[group][name] as (request: object, options: CallOptions) => any
          return [
            name,
            (request: object = {}, options?: Pick<Async.WriteOptions, "key">) =>
              (place as string).startsWith("LIST")
                ? listing((cursor, call) => own({ ...request, ...cursor }, call))
                : effect((signal) => own(request, { ...options, signal }))
          ]
        })
      )
    ])
  ) as any
  const made: Client = {
    ...groups,
    uploadJobs: {
      ...groups.uploadJobs,
      wait: (id: string, own: WaitOptions = {}) => effect((signal) => client.uploadJobs.wait(id, { ...own, signal }))
    },
    list: (model, query) =>
      listing((cursor, call) => client.list(model, { ...query, ...cursor } as typeof query, call)),
    export: (model, query) => streamed(client.export(model, query)),
    changes: Stream.suspend(() => streamed(client.changes())),
    get: (model, id, shape) => effect((signal) => client.get(model, id, shape, { signal })),
    history: (model, id, query) => listing((cursor, call) => client.history(model, id, { ...query, ...cursor }, call)),
    create: (model, request, own) => effect((signal) => client.create(model, request, { ...own, signal })),
    update: (model, id, members, own) => effect((signal) => client.update(model, id, members, { ...own, signal })),
    updateSeveral: (model, request, own) =>
      effect((signal) => client.updateSeveral(model, request, { ...own, signal })),
    delete: (model, id, own) => effect((signal) => client.delete(model, id, { ...own, signal })),
    void: (model, id, own) => effect((signal) => client.void(model, id, { ...own, signal })),
    submit: (model, request, own) => effect((signal) => client.submit(model, request, { ...own, signal })),
    download: (id) =>
      Effect.map(
        // The signal is that of the call; the bytes end with their stream.
        effect(() => client.download(id)),
        ({ bytes, ...told }) => ({
          ...told,
          bytes: Stream.fromReadableStream({ evaluate: () => bytes, onError: (error) => error }).pipe(
            Stream.catch((error) => (isSvcError(error) ? Stream.fail(error) : Stream.die(error)))
          )
        })
      ),
    upload: (file, own) => effect((signal) => client.upload(file, { ...own, signal })),
    passthrough: (request, own) => effect((signal) => client.passthrough(request, { ...own, signal }))
  }
  return made
}

/** Verifies a delivery of the service's webhooks and answers its event. */
export const verifyWebhook = (options: VerifyOptions): Effect.Effect<WebhookEvent, WebhookError> =>
  Effect.tryPromise({ try: () => verify(options), catch: (error) => error }).pipe(
    Effect.catch((error) => (isWebhookError(error) ? Effect.fail(error) : Effect.die(error)))
  )

/** Signs a delivery as the service does, to test a handler of webhooks with. */
export const signWebhook = (options: SignOptions): Effect.Effect<SignedDelivery> => Effect.promise(() => sign(options))
