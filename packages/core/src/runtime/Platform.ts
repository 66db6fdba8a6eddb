/**
 * The platform client: a connector and a connection made into something that lists, gets, writes and calls. It is what
 * embedders use through `connect`, and what the server's sync, uploads and passthrough stand on.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import type { Call } from "../Call.ts"
import { type Any, grantedSourcesOf, sourcesOf } from "../Connector.ts"
import { ConnectorError, Undecodable, Unsupported } from "../ConnectorError.ts"
import type { ModelId } from "../Models.ts"
import { type Read, type ReadContext, within } from "../Read.ts"
import type { Values } from "../Setting.ts"
import type { Write } from "../Write.ts"
import type { Operation, WriteId } from "../Writes.ts"
import { callFault } from "./Confine.ts"
import { Limits } from "./Limits.ts"
import {
  decode,
  type Item,
  type LookedUp,
  type LookupAnswers,
  type PageRequest,
  type PageResult,
  readIds,
  readOne,
  readPage,
  runLookups
} from "./Reading.ts"
import { type Answer, type Connection, makeSend, ownedHeaders, Policy } from "./Request.ts"
import { type ChunkOptions, chunksOf, type Entry, writeChunk, type WriteResult } from "./Writing.ts"

export interface ListOptions {
  /** Only records changed since this moment, ISO 8601; all where the connector cannot tell. */
  readonly since?: string | undefined
  /** Oldest moment of interest for statements and other periodic records, ISO 8601; two years back when absent. */
  readonly from?: string | undefined
}

/** A client for one connection, without the static types of `ClientOf`. */
export interface Client {
  /** The sources a model is read from with these credentials; `Unsupported` when there is none. */
  readonly sources: (model: ModelId) => Effect.Effect<ReadonlyArray<Read>, ConnectorError>
  /** One page of one source: what a sync that checkpoints between pages reads. */
  readonly page: (read: Read, request: Omit<PageRequest, "settings">) => Effect.Effect<PageResult, ConnectorError>
  /** Answers of a read's lookups, asked once for each run. */
  readonly lookups: (read: Read) => Effect.Effect<LookedUp, ConnectorError>
  /** Ids that a deletion feed or id listing names. */
  readonly ids: (
    read: Read,
    context: Omit<ReadContext, "settings"> & { readonly since: string }
  ) => Effect.Effect<ReadonlyArray<string>, ConnectorError>
  /** All items of a model, from all its sources. The first item that cannot be read fails the stream. */
  readonly list: (model: ModelId, options?: ListOptions) => Stream.Stream<Item, ConnectorError>
  /** One item by its platform id; null when the platform does not know it. */
  readonly get: (model: ModelId, id: string) => Effect.Effect<Item | null, ConnectorError>
  /** The same with the source it was found in and what its lookups were answered, for who stores it. */
  readonly find: (
    model: ModelId,
    id: string
  ) => Effect.Effect<
    { readonly item: Item; readonly source: string; readonly answers: LookupAnswers } | null,
    ConnectorError
  >
  readonly chunks: (
    model: WriteId,
    operation: Operation,
    entries: ReadonlyArray<Entry>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Entry>>, ConnectorError>
  readonly chunk: (
    model: WriteId,
    operation: Operation,
    chunk: ReadonlyArray<Entry>,
    options: ChunkOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult>, ConnectorError>
  /** Writes items; one result each, in their order. `key` makes repeats harmless where the platform has keys. */
  readonly write: (
    model: WriteId,
    operation: Operation,
    items: ReadonlyArray<unknown>,
    options?: { readonly key?: string }
  ) => Effect.Effect<ReadonlyArray<WriteResult>, ConnectorError>
  /** Passes a call through: any answer of the platform is an answer, whatever its status. */
  readonly call: (call: Call) => Effect.Effect<Answer, ConnectorError>
  /** One cheap call that fails when the connection does not work. */
  readonly check: Effect.Effect<void, ConnectorError>
  /** What the connector's `discover` finds: choices of settings. */
  readonly discover: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly settings: Values }>, ConnectorError>
  /** Ends the authorisation at the platform where the connector knows a call for it. */
  readonly disconnect: Effect.Effect<void, ConnectorError>
}

const daysBack = (now: string, days: number): string => new Date(Date.parse(now) - days * 86_400_000).toISOString()

export class Platform extends Context.Service<
  Platform,
  { readonly open: (connector: Any, connection: Connection) => Client }
>()("@svc/core/Platform") {
  /** Needs an HTTP client; shares one rate budget over all clients with the same connection key. */
  static readonly layerLimits: Layer.Layer<Platform, never, HttpClient.HttpClient | Limits> = Layer.effect(
    Platform,
    Effect.gen(function* () {
      const http = yield* HttpClient.HttpClient
      const limits = yield* Limits
      const policy = yield* Policy
      return Platform.of({ open: (connector, connection) => open(http, limits, policy, connector, connection) })
    })
  )
  static readonly layer: Layer.Layer<Platform, never, HttpClient.HttpClient> = Platform.layerLimits.pipe(
    Layer.provide(Limits.layer)
  )
}

const open = (
  http: HttpClient.HttpClient,
  limits: Limits["Service"],
  policy: Policy,
  connector: Any,
  connection: Connection
): Client => {
  const send = makeSend(http, limits, policy, connector, connection)
  const { settings } = connection
  const owned = ownedHeaders(connector, settings)
  const unsupported = (operation: string, capability: string) =>
    new ConnectorError({ connector: connector.id, operation, reason: new Unsupported({ capability }) })
  const reads = Effect.fnUntraced(function* (model: ModelId, operation: string) {
    const all = sourcesOf(connector, model)
    if (all.every(({ scope }) => scope === undefined)) {
      return all.length === 0 ? yield* unsupported(operation, model) : all
    }
    const { scope } = yield* connection.credentials
    const granted = grantedSourcesOf(connector, model, scope)
    return granted.length === 0 ? yield* unsupported(operation, `${model} without the scope ${all[0]!.scope}`) : granted
  })
  const writeOf = (model: WriteId, operation: Operation) => {
    const found = (connector.writes as Record<string, Record<string, Write> | undefined>)[model]?.[operation]
    return found === undefined
      ? Effect.fail(unsupported(`write ${model}`, `${operation} ${model}`))
      : Effect.succeed(found)
  }
  const lookups: Client["lookups"] = (read) =>
    runLookups(connector, send, settings, read.lookups, [], `list ${read.model}`)

  const listSource = (read: Read, options: ListOptions) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const millis = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const now = new Date(millis).toISOString()
        const request = {
          now,
          from: options.from ?? daysBack(now, 730),
          since: within(read, options.since ?? null, now),
          lookups: (yield* lookups(read)).found
        }
        return Stream.paginate(
          undefined as unknown,
          Effect.fnUntraced(function* (state: unknown) {
            const page = yield* readPage(connector, send, read, { ...request, settings, state })
            const refused = page.refusals[0]
            if (refused !== undefined) return yield* refusalError(connector, read, refused)
            return [page.items, page.next === null ? Option.none() : Option.some(page.next)] as const
          })
        )
      })
    )

  const find: Client["find"] = Effect.fnUntraced(function* (model, id) {
    for (const read of yield* reads(model, `get ${model}`)) {
      const { answers, found } = yield* lookups(read)
      const item = yield* readOne(connector, send, read, id, settings, found)
      if (item !== null) return { item, source: read.source, answers }
    }
    return null
  })

  return {
    sources: (model) => reads(model, `list ${model}`),
    page: (read, request) => readPage(connector, send, read, { ...request, settings }),
    lookups,
    ids: (read, context) => readIds(connector, send, read, { ...context, settings }),
    list: (model, options = {}) =>
      Stream.unwrap(
        Effect.map(reads(model, `list ${model}`), (sources) =>
          Stream.flatMap(Stream.fromIterable(sources), (read) => listSource(read, options))
        )
      ),
    get: (model, id) => Effect.map(find(model, id), (found) => found?.item ?? null),
    find,
    chunks: (model, operation, entries) => Effect.map(writeOf(model, operation), (write) => chunksOf(write, entries)),
    chunk: (model, operation, chunk, options) =>
      Effect.flatMap(writeOf(model, operation), (write) =>
        writeChunk(connector, send, write, settings, chunk, options)
      ),
    write: Effect.fnUntraced(function* (model, operation, items, options = {}) {
      const write = yield* writeOf(model, operation)
      const key = options.key ?? crypto.randomUUID()
      const chunks = chunksOf(
        write,
        items.map((input, position) => ({ position, input }))
      )
      const results = yield* Effect.forEach(chunks, (chunk) =>
        writeChunk(connector, send, write, settings, chunk, { key, repeated: false })
      )
      return results.flat()
    }),
    call: Effect.fnUntraced(function* (call) {
      const fault = callFault(call, owned)
      if (fault !== null) {
        return yield* new ConnectorError({ connector: connector.id, operation: "passthrough", reason: fault })
      }
      return yield* send(call, {
        operation: "passthrough",
        repeatable: call.method === undefined || call.method === "GET" || call.method === "HEAD",
        raw: true
      })
    }),
    check: Effect.asVoid(send(connector.check, { operation: "check the connection", repeatable: true })),
    discover: Effect.gen(function* () {
      if (connector.discover === undefined) return []
      const operation = "find out the account"
      const { body } = yield* send(connector.discover.call, { operation, repeatable: true })
      return connector.discover.choices(yield* decode(connector, operation, connector.discover.response, body))
    }),
    disconnect: Effect.suspend(() => {
      const call = connector.disconnect?.(settings) ?? null
      return call === null ? Effect.void : Effect.asVoid(send(call, { operation: "disconnect", repeatable: true }))
    })
  }
}

const refusalError = (connector: Any, read: Read, { issues, platform_id }: PageResult["refusals"][number]) =>
  new ConnectorError({
    connector: connector.id,
    operation: `list ${read.model}`,
    reason: new Undecodable({ issues: issues.map((issue) => `${platform_id ?? "an item"}: ${issue}`) })
  })
