/**
 * The embedder's door: a connector, credentials, and plain async functions. No server, no database, no Effect in the
 * signatures. `connect-effect.ts` is the same for programs in Effect.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Credentials } from "./Auth.ts"
import type { Call } from "./Call.ts"
import type { Any, Connector } from "./Connector.ts"
import { ConnectorError, Undecodable } from "./ConnectorError.ts"
import type { Record as UnifiedRecord } from "./Models.ts"
import {
  type MethodsOf,
  type ReadsOf,
  type Received,
  resultsOf,
  type SettingsOf,
  type WriteResult,
  type WritesOf
} from "./runtime/Offer.ts"
import * as FetchClient from "./runtime/FetchClient.ts"
import * as Hosted from "./runtime/Hosted.ts"
import * as Inbound from "./runtime/Inbound.ts"
import { Platform, type Positions } from "./runtime/Platform.ts"
import type { Answer } from "./runtime/Request.ts"
import type { Values } from "./Setting.ts"
import type { Operation, WriteId, WriteInput } from "./Writes.ts"

export type { Credentials } from "./Auth.ts"
export { ConnectorError, isConnectorError } from "./ConnectorError.ts"
export type { Event, Received, WriteResult } from "./runtime/Offer.ts"
export type { Positions } from "./runtime/Platform.ts"

/** Where the app keeps the tokens of one connection. Pass the same object to every `connect` that shares them. */
export interface CredentialStore {
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

export type ConnectOptions<C> = {
  readonly settings: SettingsOf<C>
  readonly fetch?: typeof globalThis.fetch
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string
  /** Which of a connector's ways to be authorised `credentials` are for; the only or the first one when absent. */
  readonly method?: MethodsOf<C>
} & (
  | {
      /** Key fields or an access token, or a function that answers the current ones. */
      readonly credentials: Credentials | (() => Credentials | Promise<Credentials>)
      readonly app?: never
    }
  | {
      readonly credentials: CredentialStore
      /** The app's own registration at the platform: what refreshes its tokens. */
      readonly app: Hosted.OAuthApp
    }
)

/** A schema of any library that keeps to Standard Schema (zod, valibot, arktype, effect's `toStandardSchemaV1`). */
export interface Validator<out A> {
  readonly "~standard": {
    readonly version: 1
    readonly validate: (value: unknown) => Validated<A> | Promise<Validated<A>>
  }
}
type Validated<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<{ readonly message: string }> }

interface Signalled {
  /** Ends the call; what it rejects with is the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
export interface ListOptions extends Signalled {
  /** Only records changed since then, ISO 8601 or a Date; all where the platform cannot tell. */
  readonly since?: string | Date | undefined
  /** For platforms that count changes instead of dating them: what `positions` answered before the list was read last. */
  readonly after?: Positions | undefined
}
export interface WriteOptions extends Signalled {
  /** Makes a repeat harmless where the platform has keys. */
  readonly key?: string | undefined
}

export interface Client<C> {
  /** Every record of a model; pages and sources are walked as they are consumed. */
  list<M extends ReadsOf<C>>(model: M, options?: ListOptions): AsyncIterable<UnifiedRecord<M>>
  /** Where the platform's count of changes stands, by source; empty where the platform has none. */
  positions<M extends ReadsOf<C>>(model: M, options?: Signalled): Promise<Positions>
  /** One record by its platform id; null when the platform does not know it. */
  get<M extends ReadsOf<C>>(model: M, id: string, options?: Signalled): Promise<UnifiedRecord<M> | null>
  /** One result for each item, in their order: a fault of one does not stop the others. */
  create<M extends WritesOf<C>>(
    model: M,
    items: ReadonlyArray<WriteInput<M, "create">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M>>>
  update<M extends WritesOf<C>>(
    model: M,
    items: ReadonlyArray<WriteInput<M, "update">>,
    options?: WriteOptions
  ): Promise<ReadonlyArray<WriteResult<M>>>
  /** Passes a call through; any answer of the platform is an answer, whatever its status. */
  call(call: Call, options?: Signalled): Promise<Answer>
  /** With `body` the answer is held to a schema, and a refusal of the platform rejects with its reason. */
  call<A>(call: Call, options: Signalled & { readonly body: Validator<A> }): Promise<Answer & { readonly body: A }>
  /** Rejects when the connection does not work. */
  check(options?: Signalled): Promise<void>
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

/** Opens a connection. Every rejection is a `ConnectorError`, or the reason of the caller's own signal. */
export const connect = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  options: ConnectOptions<C>
): Client<C> => {
  const { app, baseUrl, credentials } = options
  const way: Hosted.Way = { settings: options.settings as Values, method: options.method }
  Hosted.demandMethod(connector, options.method)
  if (app !== undefined && !isStore(credentials)) {
    throw new TypeError("connect: with `app`, `credentials` must be a store { load, swap } that keeps refreshed tokens")
  }
  const http = Layer.succeed(HttpClient.HttpClient, FetchClient.make(options.fetch ?? globalThis.fetch))
  const runtime = ManagedRuntime.make(Layer.provideMerge(Platform.layer, http))
  const opened = Effect.gen(function* () {
    const transport = yield* HttpClient.HttpClient
    const access =
      app !== undefined && isStore(credentials)
        ? Hosted.stored(connector, way, { store: storeOf(credentials), owner: credentials, app }, transport)
        : Hosted.given(
            connector,
            way,
            Effect.tryPromise({
              try: async () => (typeof credentials === "function" ? credentials() : (credentials as Credentials)),
              catch: (error) => error
            }),
            transport
          )
    return (yield* Platform).open(connector, { key: connector.id, ...way, baseUrl, ...access })
  }).pipe(Effect.cached, Effect.runSync)

  const run = <A>(
    use: (client: Effect.Success<typeof opened>) => Effect.Effect<A, ConnectorError>,
    { signal }: Signalled = {}
  ): Promise<A> =>
    runtime.runPromise(Effect.flatMap(opened, use), { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error
    })
  const write = <M extends WriteId>(
    model: M,
    operation: Operation,
    items: ReadonlyArray<unknown>,
    own: WriteOptions = {}
  ): Promise<ReadonlyArray<WriteResult<M>>> => {
    const key = own.key === undefined ? {} : { key: own.key }
    return run((client) => client.write(model, operation, items, key), own).then((all) => resultsOf(all))
  }

  return {
    async *list(model, own = {}) {
      const since = own.since instanceof Date ? own.since.toISOString() : own.since
      const pages = await run((client) => client.pages(model, { since, after: own.after }), own)
      for (;;) {
        const page = await run(() => pages, own)
        if (page === null) return
        for (const item of page) if (!item.deleted) yield* item.records as ReadonlyArray<any>
      }
    },
    positions: (model, own) => run((client) => client.positions(model), own),
    get: (model, id, own) =>
      run((client) => client.get(model, id), own).then((item) => (item?.records[0] ?? null) as never),
    create: (model, items, own) => write(model, "create", items, own),
    update: (model, items, own) => write(model, "update", items, own),
    call: async <A>(call: Call, own: Signalled & { readonly body?: Validator<A> } = {}) => {
      const { body } = own
      if (body === undefined) return run((client) => client.call(call), own)
      const answer = await run((client) => client.demand(call), own)
      return { ...answer, body: await validated(connector, body, answer.body) } as any
    },
    check: (own) => run((client) => client.check, own),
    close: () => runtime.dispose()
  }
}

const validated = async <A>(connector: Any, schema: Validator<A>, value: unknown): Promise<A> => {
  const result = await schema["~standard"].validate(value)
  if (result.issues === undefined) return result.value
  const issues = result.issues.map(({ message }) => message)
  throw new ConnectorError({ connector: connector.id, operation: "passthrough", reason: new Undecodable({ issues }) })
}

/**
 * Verifies a platform's webhook as the connector knows its signature. `secrets` are those in force, two during a
 * rotation. Send `response` back, and read the records that `events` name.
 */
export const receive = <C extends Connector<any, any, any, any, any>>(
  connector: C,
  request: Request,
  options: { readonly secrets: ReadonlyArray<string> }
): Promise<Received<C>> => Effect.runPromise(Inbound.receiveWeb(connector, request, options.secrets))
