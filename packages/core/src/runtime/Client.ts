/**
 * The platform client: a connector and a connection made into something that lists, gets, writes and calls. It is what
 * embedders use through `connect`, and what the server's sync, uploads and passthrough stand on (`Served.ts`).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { scopeOf } from "../contract/Auth.ts"
import { bounded, type Bounded } from "../contract/Bounds.ts"
import type { Call } from "../contract/Call.ts"
import { type Any, checkOf, sourcesOf } from "../contract/Connector.ts"
import { ConnectorError, fromAnswer, Unsupported } from "../contract/ConnectorError.ts"
import type { File, Filed } from "../contract/Files.ts"
import type { InboundAsk } from "../contract/Inbound.ts"
import * as Known from "../contract/Known.ts"
import type { ModelId } from "../contract/Models.ts"
import { isGranted, type Position, type Read, type ReadContext } from "../contract/Read.ts"
import { normal, type Values } from "../contract/Setting.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"
import * as Lines from "./Lines.ts"
import {
  isNamedBy,
  type Item,
  type LookedUp,
  type LookupAnswers,
  readOne,
  readPosition,
  runLookups
} from "./Reading.ts"
import type { Download, Ending, Uploaded } from "./Files.ts"
import * as Part from "./Part.ts"
import { type ListOptions, mistake, type Pages, type Positions, present } from "./Steps.ts"
import * as Steps from "./Steps.ts"
import { type Answer, authOf, type Connection, makeSend, Policy } from "./Request.ts"
import type { Kept, KeepOptions } from "./Subscribing.ts"
import type { Subscription } from "./Subscription.ts"
import type { Transport } from "./Transport.ts"
import type { Progress, WriteResult } from "./Writing.ts"

export interface WriteOptions {
  /** Makes repeats harmless where the platform has keys. */
  readonly key?: string
  /** When the items were first written with this key, ISO 8601, for a repeat of theirs; now when absent. */
  readonly begun?: string
  /** Keeps how far items that take several calls have come, by a key for each item. */
  readonly progress?: {
    readonly load: (key: string) => Effect.Effect<Progress | null>
    readonly keep: (key: string, progress: Progress) => Effect.Effect<void>
  }
}

/** What the calls of a client are made of. */
export interface Parts {
  readonly connector: Any
  readonly connection: Connection
  readonly transport: Transport
  readonly policy: Policy
  readonly send: Bound
  /** The same for a connection with other settings. */
  readonly sending: (own: Connection) => Bound
  readonly settings: Values
  /** The sources a model is read from with these credentials; fails with `Unsupported` when there is none. */
  readonly reads: (model: ModelId, operation: string) => Effect.Effect<ReadonlyArray<Read>, ConnectorError>
  /** What the connector's `check` is answered; fails when the connection does not work. */
  readonly checked: Effect.Effect<unknown, ConnectorError>
}
type Bound = ReturnType<typeof makeSend>

/** A client for one connection, without the static types of an embedder's. */
export interface Client {
  readonly parts: Parts
  /** Answers of a read's lookups, asked once for each run. */
  readonly lookups: (read: Read) => Effect.Effect<LookedUp, ConnectorError>
  /** Where the platform's count of changes stands; null where the read has none. */
  readonly position: (
    read: Read,
    context: Omit<ReadContext, "settings">
  ) => Effect.Effect<Position | null, ConnectorError>
  /** The same for each source of a model that has one. */
  readonly positions: (model: ModelId) => Effect.Effect<Positions, ConnectorError>
  /** Begins a listing of a model, from all its sources: see `Listing.items` for it as a stream. */
  readonly pages: (model: ModelId, options?: ListOptions) => Effect.Effect<Pages, ConnectorError>
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
  /** Writes items; one result each, in their order. */
  readonly write: (
    model: WriteId,
    operation: Operation,
    items: ReadonlyArray<unknown>,
    options?: WriteOptions
  ) => Effect.Effect<ReadonlyArray<WriteResult>, ConnectorError>
  /** Begins to fetch the bytes of a document; `Unsupported` where the platform does not hand them out. */
  readonly download: (document: Filed, options?: Ending) => Effect.Effect<Download, ConnectorError>
  /** Attaches a file to a record, and answers the document that it became. */
  readonly upload: (file: File) => Effect.Effect<Uploaded, ConnectorError>
  /** Passes a call through: any answer of the platform is an answer, whatever its status. */
  readonly call: (call: Call) => Effect.Effect<Answer, ConnectorError>
  /** As `call`, for who wants what the call asks for: a refusal of the platform is a failure with its reason. */
  readonly demand: (call: Call) => Effect.Effect<Answer, ConnectorError>
  /** One cheap call that fails when the connection does not work. */
  readonly check: Effect.Effect<void, ConnectorError>
  /**
   * Asks the platform whether a webhook is its own. False as well where it refuses the question, which is made of what
   * anybody may have sent.
   */
  readonly proves: (asked: InboundAsk, registered?: ReadonlyArray<string>) => Effect.Effect<boolean, ConnectorError>
  /** Brings the webhooks that are registered for the connection to what they are to be (see `Subscribing.keep`). */
  readonly subscribe: <E = never>(options: KeepOptions<E>) => Effect.Effect<Kept, ConnectorError | E>
  /** Removes them; answers how many that were. */
  readonly unsubscribe: (subscription: Subscription) => Effect.Effect<number, ConnectorError>
}

/** A client with a budget of its own, for who has no layers. */
export const open = (transport: Transport, connector: Any, connection: Connection): Client =>
  make(transport, Lines.alone(), Context.get(Context.empty(), Policy), bounded, connector, connection)

/** A client within these limits. */
export const make = (
  transport: Transport,
  limits: Lines.Lines,
  policy: Policy,
  believed: Bounded,
  connector: Any,
  given: Connection
): Client => {
  // A connector with a core of its own has made them known there.
  Known.add(connector.models)
  const connection: Connection = { ...given, settings: normal(connector.settings, given.settings) }
  const sending = (own: Connection) => makeSend(transport, limits, policy, connector, own, believed)
  const send = sending(connection)
  const { settings } = connection
  const auth = authOf(connector, connection.method)
  const unsupported = (operation: string, capability: string) =>
    new ConnectorError({ connector: connector.id, operation, reason: new Unsupported({ capability }) })
  const granted = Effect.fnUntraced(function* (own: Any, model: ModelId, operation: string) {
    const all = sourcesOf(own, model)
    if (all.every(({ scope }) => scope === undefined)) {
      return all.length === 0 ? yield* unsupported(operation, model) : all
    }
    const scope = scopeOf(auth, yield* connection.credentials)
    const found = all.filter((read) => isGranted(read, scope))
    return found.length === 0 ? yield* unsupported(operation, `${model} without the scope ${all[0]!.scope}`) : found
  })
  const reads = (model: ModelId, operation: string) =>
    Effect.flatMap(Part.reading(connector, model, operation), (own) => granted(own, model, operation))
  /** What is loaded by who first needs it. */
  const later = <A, E>(operation: string, use: (parts: Part.Later) => Effect.Effect<A, E>) =>
    Effect.flatMap(Part.later(connector, operation), use)
  const lookups: Client["lookups"] = (read) =>
    runLookups(connector, send, settings, read.lookups, [], `list ${read.model}`)

  const position: Client["position"] = (read, context) => readPosition(connector, send, read, { ...context, settings })

  const pages: Client["pages"] = Effect.fnUntraced(function* (model, options = {}) {
    const operation = `list ${model}`
    const own = yield* Part.reading(connector, model, operation)
    const sources = yield* granted(own, model, operation)
    return yield* Steps.begin({ connector: own, send, settings, lookups, position }, model, sources, options)
  })
  const positions: Client["positions"] = Effect.fnUntraced(function* (model) {
    const now = yield* present
    const found: Record<string, Position> = {}
    for (const read of yield* reads(model, `list ${model}`)) {
      const own = yield* position(read, { now })
      if (own !== null) found[read.source] = own
    }
    return found
  })
  const checked = Effect.fnUntraced(function* () {
    const operation = "check the connection"
    const { body, status } = yield* send(checkOf(connector, settings), { operation, repeatable: true })
    const failure = connector.checked?.(body, settings) ?? null
    if (failure === null) return body
    const reason = fromAnswer(status, body, failure, undefined, send.bounds.wait)
    return yield* new ConnectorError({ connector: connector.id, operation, reason })
  })

  const find: Client["find"] = Effect.fnUntraced(function* (model, id) {
    if (typeof id !== "string" || id === "") {
      return yield* mistake(connector, `get ${model}`, "id", "must be a platform's id, a text that is not empty")
    }
    // An item without the record that the id names: another source may have it.
    let without: Effect.Success<ReturnType<Client["find"]>> = null
    for (const read of yield* reads(model, `get ${model}`)) {
      const { answers, found } = yield* lookups(read)
      const item = yield* readOne(connector, send, read, id, settings, found)
      if (item === null) continue
      const shown = { item, source: read.source, answers }
      if (isNamedBy(item, id)) return shown
      without ??= shown
    }
    return without
  })

  const parts: Parts = { connector, connection, transport, policy, send, sending, settings, reads, checked: checked() }
  return {
    parts,
    lookups,
    position,
    positions,
    pages,
    get: (model, id) =>
      Effect.map(find(model, id), (found) => (found !== null && isNamedBy(found.item, id) ? found.item : null)),
    find,
    write: (...of) => later("write", ({ ClientWrites }) => ClientWrites.write(parts, ...of)),
    download: (...of) => later("download DOCUMENTS", ({ Files }) => Files.download(parts, ...of)),
    upload: (file) => later("upload DOCUMENTS", ({ Files }) => Files.upload(parts, file)),
    call: (call) => later("passthrough", ({ Confine }) => Confine.passed(parts, call, true)),
    demand: (call) => later("passthrough", ({ Confine }) => Confine.passed(parts, call, false)),
    check: Effect.asVoid(parts.checked),
    proves: (...of) => later("receive", ({ Inbound }) => Inbound.proves(parts, ...of)),
    subscribe: (options) =>
      later("register a webhook", ({ Subscribing }) => Subscribing.keep(connector, send, settings, options)),
    unsubscribe: (subscription) =>
      later("remove a webhook", ({ Subscribing }) => Subscribing.remove(connector, send, settings, subscription))
  }
}
