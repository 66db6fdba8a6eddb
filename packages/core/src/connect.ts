/**
 * The embedder's door: a connector, credentials, and plain async functions. No server, no database, no Effect in the
 * signatures.
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import type { Credentials } from "./Auth.ts"
import type { Call } from "./Call.ts"
import type { Connector } from "./Connector.ts"
import { AuthExpired, ConnectorError } from "./ConnectorError.ts"
import type { ModelId, Record as UnifiedRecord } from "./Models.ts"
import * as OAuth from "./runtime/OAuth.ts"
import { Platform, type Positions } from "./runtime/Platform.ts"
import type { Answer, Connection } from "./runtime/Request.ts"
import * as Tokens from "./runtime/Tokens.ts"
import type { WriteFailure } from "./runtime/Writing.ts"
import type { Position } from "./Read.ts"
import type { Settings, Values } from "./Setting.ts"
import type { Operation, WriteId, WriteInput } from "./Writes.ts"

export { ConnectorError, isConnectorError } from "./ConnectorError.ts"
export type { Positions } from "./runtime/Platform.ts"

type ReadsOf<C> = C extends Connector<any, any, infer R, any> ? keyof R & ModelId : never
type WritesOf<C> = C extends Connector<any, any, any, infer W> ? keyof W & WriteId : never
type SettingsOf<C> = C extends Connector<any, infer S extends Settings, any, any> ? Values<S> : never

export interface ConnectOptions<C> {
  /** A constant access token or key fields, or a function that answers the current ones. */
  readonly credentials: Credentials | (() => Credentials | Promise<Credentials>)
  readonly settings: SettingsOf<C>
  /**
   * Refreshes OAuth tokens through the app's own registration at the platform. `onRefresh` must have stored the new
   * tokens when it resolves: platforms that rotate refresh tokens forget the old one.
   */
  readonly refresh?: {
    readonly clientId: string
    readonly clientSecret: string
    readonly tokenUrl?: string
    /** `settings` are those to connect with from now on: an account's address may have moved. */
    readonly onRefresh: (fresh: Credentials, settings: SettingsOf<C>) => void | Promise<void>
  }
  readonly fetch?: typeof globalThis.fetch
  /** Another base address than the platform's: a proxy, a mock. */
  readonly baseUrl?: string
}

export type WriteResult<M extends ModelId> =
  | { readonly status: "success"; readonly record: UnifiedRecord<M>; readonly raw: unknown; readonly error: null }
  | { readonly status: "failed"; readonly record: null; readonly raw: null; readonly error: WriteFailure }

export interface Client<C> {
  /**
   * Every record of a model, pages and sources walked as they are consumed. `since` is an ISO 8601 moment or a Date;
   * `after`, for platforms that count changes instead, is what `positions` answered before the list was read last.
   */
  list<M extends ReadsOf<C>>(
    model: M,
    options?: { readonly since?: string | Date; readonly after?: Positions }
  ): AsyncIterable<UnifiedRecord<M>>
  /** Where the platform's count of changes stands, by source; empty where the platform has none. */
  positions<M extends ReadsOf<C>>(model: M): Promise<Positions>
  /** One record by its platform id; null when the platform does not know it. */
  get<M extends ReadsOf<C>>(model: M, id: string): Promise<UnifiedRecord<M> | null>
  create<M extends WritesOf<C>>(
    model: M,
    items: ReadonlyArray<WriteInput<M, "create">>,
    options?: { readonly key?: string }
  ): Promise<ReadonlyArray<WriteResult<M>>>
  update<M extends WritesOf<C>>(
    model: M,
    items: ReadonlyArray<WriteInput<M, "update">>,
    options?: { readonly key?: string }
  ): Promise<ReadonlyArray<WriteResult<M>>>
  /** Passes a call through; any answer of the platform is an answer. */
  call(call: Call): Promise<Answer>
  /** Rejects when the connection does not work. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens a connection. Every rejection is a `ConnectorError`. */
export const connect = <C extends Connector<any, any, any, any>>(
  connector: C,
  options: ConnectOptions<C>
): Client<C> => {
  const http =
    options.fetch === undefined
      ? FetchHttpClient.layer
      : Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, options.fetch))
  const runtime = ManagedRuntime.make(Layer.provideMerge(Platform.layer, http))
  const client = Effect.gen(function* () {
    const platform = yield* Platform
    const transport = yield* HttpClient.HttpClient
    return platform.open(connector, {
      key: connector.id,
      settings: options.settings as Values,
      baseUrl: options.baseUrl,
      ...connectionOf(connector, options, transport)
    })
  }).pipe(Effect.cached, Effect.runSync)
  const write = (model: WriteId, operation: Operation, items: ReadonlyArray<unknown>, key: string | undefined) =>
    runtime
      .runPromise(Effect.flatMap(client, (own) => own.write(model, operation, items, key === undefined ? {} : { key })))
      .then((results) =>
        results.map((result) =>
          result.status === "success"
            ? { status: "success", record: result.item.records[0], raw: result.item.raw, error: null }
            : { status: "failed", record: null, raw: null, error: result.error }
        )
      ) as Promise<ReadonlyArray<any>>
  return {
    async *list(model, list = {}) {
      const own = await runtime.runPromise(client)
      const since = list.since instanceof Date ? list.since.toISOString() : list.since
      for await (const item of Stream.toAsyncIterableWith(
        own.list(model, { since, after: list.after }),
        await runtime.context()
      )) {
        if (!item.deleted) yield* item.records as ReadonlyArray<any>
      }
    },
    positions: (model) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const own = yield* client
          const now = new Date().toISOString()
          const found: Record<string, Position> = {}
          for (const read of yield* own.sources(model)) {
            const position = yield* own.position(read, { now, from: now })
            if (position !== null) found[read.source] = position
          }
          return found
        })
      ),
    get: (model, id) =>
      runtime
        .runPromise(Effect.flatMap(client, (own) => own.get(model, id)))
        .then((item) => (item?.records[0] ?? null) as never),
    create: (model, items, own = {}) => write(model, "create", items, own.key),
    update: (model, items, own = {}) => write(model, "update", items, own.key),
    call: (call) => runtime.runPromise(Effect.flatMap(client, (own) => own.call(call))),
    check: () => runtime.runPromise(Effect.flatMap(client, (own) => own.check)),
    close: () => runtime.dispose()
  }
}

const connectionOf = <C extends Connector<any, any, any, any>>(
  connector: C,
  options: ConnectOptions<C>,
  http: HttpClient.HttpClient
): Pick<Connection, "credentials" | "renew"> => {
  const { credentials, refresh } = options
  const failed = (error: unknown) =>
    new ConnectorError({
      connector: connector.id,
      operation: "credentials",
      reason: new AuthExpired({ message: error instanceof Error ? error.message : String(error) })
    })
  let current = typeof credentials === "function" ? null : credentials
  const load = Effect.suspend(() =>
    current !== null
      ? Effect.succeed(current)
      : Effect.tryPromise({
          try: async () => (credentials as () => Credentials | Promise<Credentials>)(),
          catch: failed
        })
  )
  const { auth } = connector
  if (auth._tag === "OAuth2" && refresh !== undefined) {
    const renewed = new WeakMap<Credentials, Values>()
    return Tokens.make({
      load,
      refresh: (old) =>
        OAuth.renew(
          connector,
          auth,
          {
            clientId: refresh.clientId,
            clientSecret: refresh.clientSecret,
            redirectUri: "",
            tokenUrl: refresh.tokenUrl
          },
          options.settings as Values,
          old
        ).pipe(
          Effect.map((granted) => {
            renewed.set(granted.credentials, granted.settings)
            return granted.credentials
          }),
          Effect.provideService(HttpClient.HttpClient, http)
        ),
      store: (fresh) =>
        Effect.tryPromise({
          try: async () => {
            await refresh.onRefresh(fresh, renewed.get(fresh) as SettingsOf<C>)
            if (current !== null) current = fresh
            return fresh
          },
          catch: failed
        })
    })
  }
  if (auth._tag === "ClientCredentials") {
    let token: Credentials | null = null
    return Tokens.make({
      load: Effect.suspend(() =>
        token === null
          ? Effect.map(load, (own) => ({ expires_at: new Date(0).toISOString(), ...own }))
          : Effect.succeed(token)
      ),
      refresh: (old) =>
        OAuth.clientCredentials(connector, auth, options.settings as Values, old, refresh?.tokenUrl).pipe(
          Effect.provideService(HttpClient.HttpClient, http)
        ),
      store: (fresh) =>
        Effect.sync(() => {
          token = fresh
          return fresh
        })
    })
  }
  return { credentials: load }
}
