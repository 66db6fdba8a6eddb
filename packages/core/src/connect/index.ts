/**
 * The embedder's door: a connector, credentials, and plain async functions. No server, no database, no Effect in the
 * signatures. `effect.ts` is the same for programs in Effect.
 */
import * as Effect from "effect/Effect"
import type { App, Credentials } from "../contract/Auth.ts"
import type { Movable } from "../contract/Bounds.ts"
import type { Call } from "../contract/Call.ts"
import type { Connector } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall } from "../contract/ConnectorError.ts"
import type { File, Filed } from "../contract/Files.ts"
import type { ModelId, Record as UnifiedRecord } from "../contract/Models.ts"
import {
  type Change,
  handedOut,
  type InputOf,
  type Listing,
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
import { open } from "../runtime/Client.ts"
import type { Download, DownloadOptions } from "../runtime/Files.ts"
import type { CallMade } from "../runtime/Transport.ts"
import * as FetchTransport from "../runtime/FetchTransport.ts"
import * as Hosted from "../runtime/Hosted.ts"
import type { NodeRequest, Proofs } from "../runtime/Inbound.ts"
import { later as loaded } from "../runtime/Part.ts"
import { receiveWeb, told } from "../runtime/Told.ts"
import * as Runner from "../runtime/Runner.ts"
import * as Given from "../runtime/Given.ts"
import type * as Calls from "../runtime/Calls.ts"
import type { Signalled, SubscribeOptions, Validator, WriteOptions } from "../runtime/Calls.ts"
import type { Answer } from "../runtime/Request.ts"
import type { Positions } from "../runtime/Steps.ts"
import type { Kept } from "../runtime/Subscribing.ts"
import type { Subscription } from "../runtime/Subscription.ts"
import type { Values } from "../contract/Setting.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"

export type { Credentials } from "../contract/Auth.ts"
export { ConnectorError, isConnectorError } from "../contract/ConnectorError.ts"
export type { File, Filed } from "../contract/Files.ts"
export type { ProgressStore, SubscribeOptions, Validator, WriteOptions } from "../runtime/Calls.ts"
export type { Download, DownloadOptions } from "../runtime/Files.ts"
export type { NodeRequest, Proofs } from "../runtime/Inbound.ts"
export type { CallMade } from "../runtime/Transport.ts"
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
export type { Deletions } from "../contract/Read.ts"
export type { Known, Positions } from "../runtime/Steps.ts"
export type { Kept as Subscribed } from "../runtime/Subscribing.ts"
export type { Part as SubscriptionPart, Subscription } from "../runtime/Subscription.ts"
export { deletionsOf, secretsOf } from "../runtime/Given.ts"
export type { Progress } from "../runtime/Writing.ts"
export {
  accounts,
  authorize,
  type Choice,
  disconnect,
  exchange,
  type Flow,
  type Grant,
  type Registration
} from "./sign-in.ts"

/** Where the app keeps the tokens of one connection. Pass the same object to every `connect` that shares them. */
export interface CredentialStore {
  /** The credentials of the connection as they are now. */
  readonly load: () => Credentials | Promise<Credentials>
  /**
   * Stores fresh tokens in the place of `replaced`, in one step, and resolves when they are safe: the platform may have
   * forgotten the old refresh token. Answers false, and stores nothing, when `replaced` is not what is stored any more,
   * because another process was quicker. When it rejects it is asked again, and the tokens are not used meanwhile.
   * `settings` are those to connect with from now on: a platform may have moved the account to another address.
   */
  readonly swap: (fresh: Credentials, replaced: Credentials, settings: Values) => boolean | Promise<boolean>
  /** Runs a renewal alone over all processes, such as under a lock of the row. Within the process it is alone anyway. */
  readonly exclusive?: <A>(renewal: () => Promise<A>) => Promise<A>
}

/** What a platform is believed at most; beyond it, what it says is cut or refused. */
export interface Bounds extends Movable {
  /** Bytes of an answer, which is in memory as a whole; those of documents pass through. */
  readonly answer: number
}

/** What a client of one connection is made of. */
export type ConnectOptions<C> = {
  /** Those that the connector names, of this connection. */
  readonly settings: SettingsOf<C>
  /** Sends the requests; the runtime's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** Told of each call that was made to the platform, for a log or a metric: without bodies, headers, values of queries and secrets. */
  readonly onCall?: ((call: CallMade) => void) | undefined
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string
  /** What the platform is believed at most, where its records, lists, answers or waits are larger than core takes them to be. */
  readonly bounds?: Partial<Bounds>
  /** Members of your own naming that each record carries in `custom_fields`; see {@link customFields}. */
  readonly customFields?: CustomFields
  /** Which of a connector's ways to be authorised `credentials` are for; the only or the first one when absent. */
  readonly method?: MethodsOf<C>
} & (
  | {
      /** Key fields or an access token, or a function that answers the current ones. */
      readonly credentials: Credentials | (() => Credentials | Promise<Credentials>)
      /** The app's own registration at the platform, where its calls name it (`connector.app`). */
      readonly app?: App
    }
  | {
      /** Where the credentials are kept: read before a call, and told when they are renewed. */
      readonly credentials: CredentialStore
      /** The app's own registration at the platform: what refreshes its tokens. */
      readonly app: Hosted.OAuthApp
    }
)

/** Which records a list has, and how it goes on. */
export interface ListOptions extends Listing, Signalled {
  /**
   * Told of each item that could not be read, and of each that could not be read in full (`kind`); the others go on. Without
   * it the listing rejects at its end, after all others were handed out, when there were items that could not be read.
   */
  readonly refused?: ((item: Refused) => void | Promise<void>) | undefined
}
/** The calls of one connection, as promises and async iterables; every rejection is a `ConnectorError`. */
export interface Client<C> {
  /** Every change of a model, what is gone among them. */
  list<M extends ReadsOf<C>>(
    model: M,
    options: ListOptions & { readonly deleted: NonNullable<Listing["deleted"]> }
  ): AsyncIterable<Change<M>>
  /** Every record of a model; pages and sources are walked as they are consumed. */
  list<M extends ReadsOf<C>>(
    model: M,
    options?: ListOptions & { readonly deleted?: undefined }
  ): AsyncIterable<UnifiedRecord<M>>
  /** Where the platform's count of changes stands, by source; empty where the platform has none. */
  positions<M extends ReadsOf<C>>(model: M, options?: Signalled): Promise<Positions>
  /**
   * One record by its platform id; null when the platform does not know it, or shows it as deleted. `refused` is told when it
   * could not be read in full; one that cannot be read rejects.
   */
  get<M extends ReadsOf<C>>(
    model: M,
    id: string,
    options?: Signalled & Pick<ListOptions, "refused">
  ): Promise<UnifiedRecord<M> | null>
  /** One result for each item, in their order: a fault of one does not stop the others. */
  create<M extends WritesOf<C, "create">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "create">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M>>>
  /** Changes the members that each item carries beside its `platform_id`. */
  update<M extends WritesOf<C, "update">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "update">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M>>>
  /** Deletes records by their `platform_id`; one that the platform does not know is gone already. */
  delete<M extends WritesOf<C, "delete">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "delete">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M, null>>>
  /** Takes documents back by their `platform_id`; the record is null where the platform shows none of it any more. */
  void<M extends WritesOf<C, "void">>(
    model: M,
    items: ReadonlyArray<InputOf<C, M, "void">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M, UnifiedRecord<M> | null>>>
  /**
   * The bytes of a document, such as of a record of DOCUMENTS; they come as they are taken, and the call ends with the signal, with
   * `close` or when they are cancelled. Without `most` they are as many as the platform has.
   */
  download(document: Filed, options?: DownloadOptions): Promise<Download>
  /** Attaches a file to a record, and answers the document that it became. Only one whose outcome is known may be sent again. */
  upload(file: File, options?: Signalled): Promise<UnifiedRecord<"DOCUMENTS">>
  /** Passes a call through; any answer of the platform is an answer, whatever its status. */
  call(call: Call, options?: Signalled): Promise<Answer>
  /** With `body` the answer is held to a schema, and a refusal of the platform rejects with its reason. */
  call<A>(call: Call, options: Signalled & { readonly body: Validator<A> }): Promise<Answer & { readonly body: A }>
  /** As `receive` below, for this connection: a platform that has to be asked whether it sent a webhook is asked. */
  receive(request: Request | NodeRequest, options?: Signalled & Proofs): Promise<Received<C>>
  /**
   * Registers the platform's webhooks for this connection, and looks after them: call it again at `lookAt`, and it renews
   * what would end, makes what the platform has lost, and removes what was left behind. Keep the subscription as you keep
   * credentials.
   */
  subscribe(options: SubscribeOptions): Promise<Kept>
  /** Removes them; answers how many that were. */
  unsubscribe(subscription: Subscription, options?: Signalled): Promise<number>
  /** Rejects when the connection does not work. */
  check(options?: Signalled): Promise<void>
  /** Ends what is under way; from then on every call rejects with an `InvalidCall`. */
  close(): Promise<void>
}

const isStore = (credentials: unknown): credentials is CredentialStore =>
  typeof credentials === "object" &&
  credentials !== null &&
  "swap" in credentials &&
  typeof credentials.swap === "function"

/** The store in effects. */
const storeOf = ({ exclusive, load, swap }: CredentialStore): Hosted.CredentialStore => ({
  load: Effect.tryPromise({ try: async () => load(), catch: (error) => error }),
  // A store that answers nothing has not refused.
  swap: (fresh, replaced, settings) =>
    Effect.tryPromise({ try: async () => (await swap(fresh, replaced, settings)) !== false, catch: (error) => error }),
  ...(exclusive === undefined
    ? {}
    : {
        exclusive: (renewal) =>
          Effect.tryPromise({ try: () => exclusive(() => Effect.runPromise(renewal)), catch: (error) => error })
      })
})

/**
 * Opens a connection. Every rejection is a `ConnectorError`, or the reason of the caller's own signal. Nothing is asked of the
 * platform yet, and no call waits for another's: one client can be kept at the top of a module, also where requests have contexts
 * of their own.
 */
export const connect = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: ConnectOptions<C>
): Client<C> => {
  const wrong = Given.faultFor(connector, "connect", Given.connection(options))
  if (wrong !== null) throw wrong
  const { app, baseUrl, bounds, credentials } = options
  const way: Hosted.Way = { settings: options.settings as Values, method: options.method }
  Hosted.demandMethod(connector, options.method)
  if (app !== undefined && !isStore(credentials) && connector.app === undefined) {
    const message = "with `app`, `credentials` must be a store { load, swap } that keeps refreshed tokens"
    throw new ConnectorError({
      connector: connector.id,
      operation: "connect",
      reason: new InvalidCall({ field: "credentials", message })
    })
  }
  const transport = FetchTransport.make(connector, options.fetch ?? globalThis.fetch, options.onCall, bounds?.answer)
  const access =
    app !== undefined && isStore(credentials)
      ? Hosted.stored(
          connector,
          way,
          { store: storeOf(credentials), owner: credentials, app: app as Hosted.OAuthApp },
          transport
        )
      : Hosted.given(
          connector,
          way,
          Effect.tryPromise({
            try: async () => (typeof credentials === "function" ? credentials() : (credentials as Credentials)),
            catch: (error) => error
          }),
          transport
        )
  const runner = Runner.make(connector)
  /** What ends the downloads under way. Each has its own: where requests have contexts of their own, so have signals. */
  const downloads = new Set<AbortController>()
  let opened: Opened | undefined
  const begin = (): Opened => {
    const client = open(transport, connector, { key: connector.id, ...way, app, baseUrl, bounds, ...access })
    return options.customFields?.of(client) ?? client
  }
  const run = async <A>(
    operation: string,
    given: Given.Arguments,
    use: (client: Opened) => Effect.Effect<A, ConnectorError>,
    own?: Signalled | null
  ): Promise<A> => {
    const fault = Given.faultOf(connector, operation, given)
    if (fault !== null) throw fault
    return runner.run(
      operation,
      // Opened in a call: at the top of a module some runtimes have neither clocks nor random numbers.
      Effect.suspend(() => use((opened ??= begin()))),
      own?.signal
    )
  }
  /** The same for a call that is loaded with the first of its kind. */
  const later = <A>(
    operation: string,
    use: (calls: typeof Calls, at: Calls.At, operation: string) => Effect.Effect<A, ConnectorError>,
    own?: Signalled | null
  ): Promise<A> =>
    run(
      operation,
      Given.ofSignal(own),
      (client) =>
        Effect.flatMap(loaded(connector, operation), (parts) => use(parts.Calls, { connector, client }, operation)),
      own
    )
  const write = <M extends WriteId>(
    model: M,
    operation: Operation,
    items: ReadonlyArray<unknown>,
    own?: WriteOptions | null
  ): Promise<ReadonlyArray<WriteResult<M, any>>> =>
    later(
      `${operation} ${String(model)}`,
      (calls, at, name) => calls.write(at, name, model, operation, items, own),
      own
    )
  const tell = (operation: string, refused: NonNullable<ListOptions["refused"]>, item: Refused): Promise<void> =>
    runner.run(
      operation,
      Hosted.theirs(connector, operation, "function `refused`", () => refused(item))
    )

  return {
    async *list(model: ModelId, given?: ListOptions | null): AsyncGenerator<any> {
      const own = given ?? {}
      const { after, deleted, refused } = own
      const operation = `list ${String(model)}`
      const asked = Given.ofList(model, given)
      const [since, from] = [momentOf(own.since), momentOf(own.from)]
      const refusals = refusing(connector, model, refused !== undefined)
      const pages = await run(operation, asked, (client) => client.pages(model, { since, from, after, deleted }), own)
      for (;;) {
        const step = await run(operation, [], () => pages, own)
        if (step === null) break
        for (const item of refusals.of(step)) await tell(operation, refused!, item)
        for (const one of handedOut(step, deleted !== undefined)) {
          runner.demandOpen(operation, own.signal)
          yield one
        }
      }
      const error = refusals.end()
      if (error !== null) throw error
    },
    positions: (model, own) =>
      run(`list ${String(model)}`, Given.ofModel(model, own), (client) => client.positions(model), own),
    get: async (model, id, own) => {
      const operation = `get ${String(model)}`
      const item = await run(operation, Given.ofOne(model, id, own), (client) => client.get(model, id), own)
      const refused = own?.refused
      if (item !== null && refused !== undefined)
        for (const warning of warningsOf(item)) await tell(operation, refused, warning)
      return present(item, id) as never
    },
    create: (model, items, own) => write(model, "create", items, own),
    update: (model, items, own) => write(model, "update", items, own),
    delete: (model, items, own) => write(model, "delete", items, own),
    void: (model, items, own) => write(model, "void", items, own),
    download: async (document, own) => {
      const closing = new AbortController()
      const ended = () => void downloads.delete(closing)
      downloads.add(closing)
      try {
        return await later(
          "download DOCUMENTS",
          (calls, at, name) => calls.download(at, name, document, own, closing.signal, ended),
          own
        )
      } catch (error) {
        ended()
        throw error
      }
    },
    upload: (file, own) => later("upload DOCUMENTS", (calls, at, name) => calls.upload(at, name, file, own), own),
    call: (call: Call, own?: Signalled & { readonly body?: Validator<any> }) =>
      later("passthrough", (calls, at, name) => calls.call(at, name, call, own), own),
    receive: (request, own) => later("receive", (calls, at, name) => calls.receive(at, name, request, own), own),
    subscribe: (own) => later("register a webhook", (calls, at, name) => calls.subscribe(at, name, own), own),
    unsubscribe: (subscription, own) =>
      later("remove a webhook", (calls, at, name) => calls.unsubscribe(at, name, subscription, own), own),
    check: (own) => run("check the connection", Given.ofSignal(own), (client) => client.check, own),
    close: () => {
      for (const download of downloads) download.abort(Runner.closed(connector, "download DOCUMENTS"))
      return runner.close()
    }
  }
}
type Opened = ReturnType<typeof open>

/**
 * Verifies a platform's webhook as the connector knows its proof. `secrets` are those in force, two during a rotation; of a
 * platform that sends the secret as it is, those of the one connection alone. Send `response` back, and read the records
 * that `events` name. Where the platform has to be asked, this rejects: use the connection's own `receive`.
 */
export const receive = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  request: Request | NodeRequest,
  options: Proofs
): Promise<Received<C>> => {
  const operation = "receive"
  const fault = Given.faultFor(connector, operation, [])
  if (fault !== null) return Promise.reject(fault)
  return Runner.make(connector).run(
    operation,
    told(
      connector,
      operation,
      (is) => is.ofWebhook(request, options),
      () => receiveWeb(connector, request, options ?? {})
    )
  )
}
