/**
 * The embedder's door for programs in Effect: the same as `index.ts` in effects and streams, over the program's own HTTP
 * client. `layer` is all it needs, on `fetch`.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { App, Credentials } from "../contract/Auth.ts"
import type { Movable } from "../contract/Bounds.ts"
import type { Call } from "../contract/Call.ts"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError, Undecodable } from "../contract/ConnectorError.ts"
import type { File, Filed } from "../contract/Files.ts"
import type { ModelId, Record as UnifiedRecord } from "../contract/Models.ts"
import {
  type Change,
  handedOut,
  type InputOf,
  type Listing as Listed,
  type MethodsOf,
  momentOf,
  present,
  type ReadsOf,
  type Received,
  type Refused,
  refusing,
  type SettingsOf,
  warningsOf,
  type WriteResult,
  type WritesOf
} from "../runtime/Offer.ts"
import type { CustomFields } from "../runtime/CustomFields.ts"
import type { DownloadOptions, Told } from "../runtime/Files.ts"
import * as Hosted from "../runtime/Hosted.ts"
import * as HttpTransport from "../runtime/HttpTransport.ts"
import type { NodeRequest, Proofs } from "../runtime/Inbound.ts"
import { OnCall } from "../runtime/Made.ts"
import { receiveWeb, told } from "../runtime/Told.ts"
import * as Listing from "../runtime/Listing.ts"
import { Platform, type WriteOptions } from "../runtime/Platform.ts"
import type { Answer } from "../runtime/Request.ts"
import type { Positions } from "../runtime/Steps.ts"
import type { Kept } from "../runtime/Subscribing.ts"
import { type Subscribing, type Subscription, subscriptionOf } from "../runtime/Subscription.ts"
import { resultsOf } from "../runtime/Outcomes.ts"
import type { Values } from "../contract/Setting.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"
import * as Given from "../runtime/Given.ts"
import * as SignIn from "./sign-in.ts"

export type { Credentials } from "../contract/Auth.ts"
export { ConnectorError, isConnectorError } from "../contract/ConnectorError.ts"
export type { File, Filed } from "../contract/Files.ts"
export type { DownloadOptions } from "../runtime/Files.ts"
export type { NodeRequest, Proofs } from "../runtime/Inbound.ts"
export { type CallMade, OnCall } from "../runtime/Made.ts"
export {
  type CustomFields,
  type Definition as CustomField,
  make as customFields,
  type Value as CustomFieldValue,
  valuesOf as customFieldsOf
} from "../runtime/CustomFields.ts"
export type {
  Change,
  Event,
  InputOf,
  ReadsOf,
  Received,
  Refused,
  SettingsOf,
  WriteResult,
  WritesOf
} from "../runtime/Offer.ts"
export type { CredentialStore } from "../runtime/Hosted.ts"
export { Platform, type WriteOptions } from "../runtime/Platform.ts"
export type { Deletions } from "../contract/Read.ts"
export type { Known, Positions } from "../runtime/Steps.ts"
export type { Kept as Subscribed } from "../runtime/Subscribing.ts"
export type { Part as SubscriptionPart, Subscription } from "../runtime/Subscription.ts"
export { deletionsOf, secretsOf } from "../runtime/Given.ts"
export type { Progress } from "../runtime/Writing.ts"
export type { Choice, Flow, Grant, Registration } from "./sign-in.ts"

/** What a client of one connection is made of. */
export type ConnectOptions<C> = {
  /** Those that the connector names, of this connection. */
  readonly settings: SettingsOf<C>
  /** Connections with one key share a rate budget; the connector's id when absent. */
  readonly key?: string
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string
  /**
   * What the platform is believed at most, where its records, lists or waits are larger than core takes them to be. How many bytes an
   * answer may have is for the HTTP client to say.
   */
  readonly bounds?: Partial<Movable>
  /** Members of your own naming that each record carries in `custom_fields`; see {@link customFields}. */
  readonly customFields?: CustomFields
  /** Which of a connector's ways to be authorised `credentials` are for; the only or the first one when absent. */
  readonly method?: MethodsOf<C>
} & (
  | {
      /** Key fields or an access token, or an effect that answers the current ones. */
      readonly credentials: Credentials | Effect.Effect<Credentials, unknown>
      /** The app's own registration at the platform, where its calls name it (`connector.app`). */
      readonly app?: App
    }
  | {
      /** Pass the same object to every `connect` that shares the tokens: one renewal at a time for each store. */
      readonly credentials: Hosted.CredentialStore
      /** The app's own registration at the platform: what refreshes its tokens. */
      readonly app: Hosted.OAuthApp
    }
)

/** Which records a list has, and how it goes on. */
export interface ListOptions extends Listed {
  /**
   * Told of each item that could not be read, and of each that could not be read in full (`kind`); the others go on. Without
   * it the stream fails at its end, after all others were handed out, when there were items that could not be read.
   */
  readonly refused?: ((item: Refused) => Effect.Effect<void>) | undefined
}

/** A document whose bytes come. */
export interface Download extends Told {
  /** As they come; fails where they end too early. */
  readonly bytes: Stream.Stream<Uint8Array, ConnectorError>
}

/** Where the platform is to send its webhooks. */
export interface SubscribeOptions<E = never> extends Subscribing {
  /** Called with what is registered after each change; when it fails, what was just made is taken back. */
  readonly keep?: ((subscription: Subscription) => Effect.Effect<void, E>) | undefined
}

/** The calls of one connection as effects and streams; every failure is a `ConnectorError`. */
export interface Client<C> {
  /** Every record of a model, from all its sources; with `deleted` every change. */
  readonly list: {
    <M extends ReadsOf<C>>(
      model: M,
      options: ListOptions & { readonly deleted: NonNullable<Listed["deleted"]> }
    ): Stream.Stream<Change<M>, ConnectorError>
    <M extends ReadsOf<C>>(
      model: M,
      options?: ListOptions & { readonly deleted?: undefined }
    ): Stream.Stream<UnifiedRecord<M>, ConnectorError>
  }
  /** Where the platform's count of changes stands, by source, for `after`; empty where the platform has none. */
  readonly positions: <M extends ReadsOf<C>>(model: M) => Effect.Effect<Positions, ConnectorError>
  /**
   * One record by its platform id; null when the platform does not know it, or shows it as deleted. `refused` is told when it
   * could not be read in full; one that cannot be read is a failure.
   */
  readonly get: <M extends ReadsOf<C>>(
    model: M,
    id: string,
    options?: Pick<ListOptions, "refused">
  ) => Effect.Effect<UnifiedRecord<M> | null, ConnectorError>
  /** One result for each item, in their order: a fault of one does not stop the others. */
  readonly create: <M extends WritesOf<C, "create">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "create">>,
    options?: WriteOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult<M>>, ConnectorError>
  /** Changes the members that each item carries beside its `platform_id`. */
  readonly update: <M extends WritesOf<C, "update">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "update">>,
    options?: WriteOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult<M>>, ConnectorError>
  /** Deletes records by their `platform_id`; one that the platform does not know is gone already. */
  readonly delete: <M extends WritesOf<C, "delete">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "delete">>,
    options?: WriteOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult<M, null>>, ConnectorError>
  /** Takes documents back by their `platform_id`; the record is null where the platform shows none of it any more. */
  readonly void: <M extends WritesOf<C, "void">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "void">>,
    options?: WriteOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult<M, UnifiedRecord<M> | null>>, ConnectorError>
  /**
   * The bytes of a document, such as of a record of DOCUMENTS; they come as they are taken, and the call ends with the stream.
   * Without `most` they are as many as the platform has.
   */
  readonly download: (document: Filed, options?: DownloadOptions) => Effect.Effect<Download, ConnectorError>
  /** Attaches a file to a record, and answers the document that it became. Only one whose outcome is known may be sent again. */
  readonly upload: (file: File) => Effect.Effect<UnifiedRecord<"DOCUMENTS">, ConnectorError>
  /** Passes a call through; any answer of the platform is an answer. With a schema, a refusal is a failure. */
  readonly call: {
    (call: Call): Effect.Effect<Answer, ConnectorError>
    <A>(call: Call, body: Schema.Decoder<A>): Effect.Effect<Answer & { readonly body: A }, ConnectorError>
  }
  /** As `receive` below, for this connection: a platform that has to be asked whether it sent a webhook is asked. */
  readonly receive: (request: Request | NodeRequest, options?: Proofs) => Effect.Effect<Received<C>, ConnectorError>
  /**
   * Registers the platform's webhooks for this connection, and looks after them: call it again at `lookAt`, and it renews
   * what would end, makes what the platform has lost, and removes what was left behind. Keep the subscription as you keep
   * credentials.
   */
  readonly subscribe: <E = never>(options: SubscribeOptions<E>) => Effect.Effect<Kept, ConnectorError | E>
  /** Removes them; answers how many that were. */
  readonly unsubscribe: (subscription: Subscription) => Effect.Effect<number, ConnectorError>
  /** Fails when the connection does not work. */
  readonly check: Effect.Effect<void, ConnectorError>
}

/** A platform client over `fetch`, with a rate budget of its own. `FetchHttpClient.Fetch` replaces the `fetch`. */
export const layer: Layer.Layer<Platform | HttpClient.HttpClient> = Layer.provideMerge(
  Platform.layer,
  FetchHttpClient.layer
)

const isStore = (credentials: unknown): credentials is Hosted.CredentialStore =>
  typeof credentials === "object" &&
  credentials !== null &&
  "swap" in credentials &&
  typeof credentials.swap === "function"

/** Opens a connection. Nothing is asked of the platform yet. */
export const connect = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: ConnectOptions<C>
): Effect.Effect<Client<C>, never, Platform | HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const wrong = Given.faultFor(connector, "connect", Given.connection(options))
    if (wrong !== null) throw wrong
    Hosted.demandMethod(connector, options.method)
    const transport = HttpTransport.make(yield* HttpClient.HttpClient, yield* OnCall)
    const { open } = yield* Platform
    const way: Hosted.Way = { settings: options.settings as Values, method: options.method }
    const access = !isStore(options.credentials)
      ? Hosted.given(
          connector,
          way,
          Effect.isEffect(options.credentials)
            ? (options.credentials as Effect.Effect<Credentials, unknown>)
            : Effect.succeed(options.credentials),
          transport
        )
      : Hosted.stored(
          connector,
          way,
          { store: options.credentials, owner: options.credentials, app: options.app as Hosted.OAuthApp },
          transport
        )
    const plain = open(connector, {
      key: options.key ?? connector.id,
      ...way,
      app: options.app,
      baseUrl: options.baseUrl,
      bounds: options.bounds,
      ...access
    })
    const client = options.customFields?.of(plain) ?? plain
    const write = <M extends WriteId>(
      model: M,
      operation: Operation,
      items: ReadonlyArray<unknown>,
      own?: WriteOptions
    ): Effect.Effect<ReadonlyArray<WriteResult<M, any>>, ConnectorError> =>
      later(
        `${operation} ${String(model)}`,
        (is) => is.ofWrite(model, items, own),
        () => Effect.map(client.write(model, operation, items, own ?? {}), (all) => resultsOf(all))
      )
    /** A call whose arguments are what they are to be. */
    const asked = <A>(operation: string, given: Given.Arguments, call: () => Effect.Effect<A, ConnectorError>) =>
      Effect.suspend((): Effect.Effect<A, ConnectorError> => Given.faultOf(connector, operation, given) ?? call())
    /** The same for a call that is loaded later. */
    const later = <A, E>(
      operation: string,
      given: Parameters<typeof told>[2],
      call: () => Effect.Effect<A, ConnectorError | E>
    ) => told(connector, operation, given, call)
    const own: Client<any> = {
      list: (model: ModelId, given?: ListOptions): Stream.Stream<any, ConnectorError> =>
        Stream.suspend(() => {
          const fault = Given.faultOf(connector, `list ${String(model)}`, Given.ofList(model, given))
          if (fault !== null) return Stream.fail(fault)
          const { refused, ...list } = given ?? {}
          const refusals = refusing(connector, model, refused !== undefined)
          return Listing.steps(client, model, { ...list, since: momentOf(list.since), from: momentOf(list.from) }).pipe(
            Stream.tap((step) => Effect.forEach(refusals.of(step), (item) => refused!(item), { discard: true })),
            Stream.flatMap((step) => Stream.fromIterable(handedOut(step, list.deleted !== undefined))),
            Stream.concat(
              Stream.suspend(() => {
                const error = refusals.end()
                return error === null ? Stream.empty : Stream.fail(error)
              })
            )
          )
        }),
      positions: (model) =>
        asked(`list ${String(model)}`, Given.ofModel(model, undefined), () => client.positions(model)),
      get: (model, id, own) =>
        asked(`get ${String(model)}`, Given.ofOne(model, id, own), () => client.get(model, id)).pipe(
          Effect.tap((item) => {
            const refused = own?.refused
            return refused === undefined || item === null
              ? Effect.void
              : Effect.forEach(warningsOf(item), (warning) => refused(warning), { discard: true })
          }),
          Effect.map((item) => present(item, id) as never)
        ),
      create: (model, items, own) => write(model, "create", items, own),
      update: (model, items, own) => write(model, "update", items, own),
      delete: (model, items, own) => write(model, "delete", items, own),
      void: (model, items, own) => write(model, "void", items, own),
      download: (document, own) =>
        later(
          "download DOCUMENTS",
          (is) => is.ofDownload(document, own),
          () =>
            Effect.map(client.download(document, own ?? {}), ({ bytes, ...about }): Download => ({
              ...about,
              bytes: Stream.fromReadableStream({
                evaluate: () => bytes,
                // What ends them is one, or the reason of the caller's own signal.
                onError: (error) => error as ConnectorError
              })
            }))
        ),
      upload: (file) =>
        later(
          "upload DOCUMENTS",
          (is) => is.ofUpload(file, undefined),
          () => Effect.map(client.upload(file), ({ id, item }) => present(item, id) as never)
        ),
      call: <A>(call: Call, body?: Schema.Decoder<A>): Effect.Effect<any, ConnectorError> =>
        later(
          "passthrough",
          (is) => is.ofCall(call, undefined, body === undefined || Schema.isSchema(body)),
          () =>
            body === undefined
              ? client.call(call)
              : Effect.flatMap(client.demand(call), (answer) =>
                  Effect.mapBoth(Schema.decodeUnknownEffect(body)(answer.body), {
                    onSuccess: (value) => ({ ...answer, body: value }),
                    onFailure: ({ message }) =>
                      new ConnectorError({
                        connector: connector.id,
                        operation: "passthrough",
                        reason: new Undecodable({ issues: message.split("\n").map((line) => line.trim()) })
                      })
                  })
                )
        ),
      receive: (request, proofs) =>
        later(
          "receive",
          (is) => is.ofWebhook(request, proofs),
          () => receiveWeb(connector, request, proofs ?? {}, client)
        ),
      subscribe: (own) =>
        later(
          "register a webhook",
          (is) => is.ofSubscription(own),
          () => {
            const { keep, ...options } = own
            return client.subscribe({ subscription: subscriptionOf(options), ...(keep === undefined ? {} : { keep }) })
          }
        ),
      unsubscribe: (subscription) =>
        later(
          "remove a webhook",
          (is) => is.ofRegistered(subscription, undefined),
          () => client.unsubscribe(subscription)
        ),
      check: client.check
    }
    return own as Client<C>
  })

/**
 * Verifies a platform's webhook as the connector knows its proof. `secrets` are those in force, two during a rotation; of a
 * platform that sends the secret as it is, those of the one connection alone. Send `response` back, and read the records
 * that `events` name. Where the platform has to be asked, this fails: use the connection's own `receive`.
 */
export const receive = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  request: Request | NodeRequest,
  options: Proofs
): Effect.Effect<Received<C>, ConnectorError> =>
  Effect.suspend(
    () =>
      Given.faultFor(connector, "receive", []) ??
      told(
        connector,
        "receive",
        (is) => is.ofWebhook(request, options),
        () => receiveWeb(connector, request, options ?? {})
      )
  )

const overHttp = <A>(step: (transport: ReturnType<typeof HttpTransport.make>) => Effect.Effect<A, ConnectorError>) =>
  Effect.gen(function* () {
    return yield* step(HttpTransport.make(yield* HttpClient.HttpClient, yield* OnCall))
  })

/** The address to send the user to, and what its callback is checked against: keep `flow` with the user's session. */
export const authorize = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: SignIn.AuthorizeOptions<C>
): Effect.Effect<SignIn.Authorization, ConnectorError> => SignIn.InEffect.authorize(connector, options)

/**
 * Checks the callback (its state, issuer and signature, and what the platform says went wrong) and exchanges its code. The
 * answer's settings are what is known then; what is still missing, `accounts` finds out.
 */
export const exchange = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: SignIn.ExchangeOptions<C>
): Effect.Effect<SignIn.Grant<C>, ConnectorError, HttpClient.HttpClient> =>
  overHttp((transport) => SignIn.InEffect.exchange(connector, options, transport))

/**
 * The accounts that fresh credentials lead to, for the user to choose from: the settings of each are those to connect with, beside
 * the ones that are known. Empty for a platform where credentials lead to one account.
 */
export const accounts = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: SignIn.TokensOptions<C>
): Effect.Effect<ReadonlyArray<SignIn.Choice<C>>, ConnectorError, HttpClient.HttpClient> =>
  overHttp((transport) => SignIn.InEffect.accounts(connector, options, transport))

/** Ends the authorisation at the platform, where it can be told: its own call for it, and the revocation of tokens. */
export const disconnect = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: SignIn.DisconnectOptions<C>
): Effect.Effect<void, ConnectorError, HttpClient.HttpClient> =>
  overHttp((transport) => SignIn.InEffect.disconnect(connector, options, transport))
