/**
 * The connector contract. A connector is a value: data for what is static and pure functions at the leaves; everything
 * that runs (calls, paging, retry, limits, tokens, storage) is core's or the server's.
 */
import type { Account } from "./Account.ts"
import { type App, type Auth, type AuthSettings, type Credentials, methodsOf, nameOf, type Single } from "./Auth.ts"
import type { Call, EncodedBody, Headers, Query } from "./Call.ts"
import type { PlatformFailure } from "./ConnectorError.ts"
import type { Files } from "./Files.ts"
import type { Further } from "./Further.ts"
import type { Inbound } from "./Inbound.ts"
import * as Known from "./Known.ts"
import type { AnyModel } from "./Model.ts"
import type { ModelId } from "./Models.ts"
import * as Read from "./Read.ts"
import { ofMethod, type Settings, type Values } from "./Setting.ts"
import type * as Write from "./Write.ts"
import type { OperationsOf, WriteId } from "./Writes.ts"
import type { Decoder } from "./Wire.ts"

/** The contract's version; the server refuses a connector of another with a sentence. */
export const contract = 2

/** The categories of the interface; CUSTOM is for platforms that fit none. */
export const categories = ["ACCOUNTING", "PAYMENTS", "CRM", "ECOMMERCE", "CUSTOM"] as const
/** What kind of platform a connector is for. */
export type Category = (typeof categories)[number]

/** At most `max` calls in any `seconds` on end, wherever the platform's own window begins. */
export interface LimitWindow {
  /** Calls that may be made in it. */
  readonly max: number
  /** How long it is. */
  readonly seconds: number
}
/** What an answer says is left of one window. */
export interface Remaining {
  /** How long the window is, which tells it from others of the connector. */
  readonly seconds: number
  /** Calls that may still be made in it; 0 when there are none. */
  readonly remaining: number
  /** When the platform begins to count anew, seconds since the epoch, where it says so. */
  readonly resetAt?: number
}
/** What an answer says of a budget of points: one bucket for each connection, which fills up again. */
export interface Cost {
  /** Points the call was reckoned to need before it ran; null when the answer does not say. */
  readonly requested: number | null
  /** Points in the bucket after the call. */
  readonly available: number
  /** Points in a full bucket. */
  readonly maximum: number
  /** Points that come back each second. */
  readonly restoreRate: number
}
/** Several limits at once, such as one for a second and one for a day. */
export type Windows = ReadonlyArray<LimitWindow>
/** How many calls the platform takes of one connection. */
export interface Limits {
  /** A function where the plan decides, which a setting names: a day's calls of an organisation, say. */
  readonly windows: Windows | ((settings: AuthSettings) => Windows)
  /** Calls under way at once; 4 when absent. */
  readonly concurrent?: number
  /** Why the platform has no limit at all, where none is declared. */
  readonly unlimited?: string
  /** Calls that do not count in `windows` and have some of their own, such as searches. */
  readonly apart?: { readonly calls: (call: Call) => boolean; readonly windows: ReadonlyArray<LimitWindow> }
  /**
   * Budgets that calls weigh on: what a call costs is known before it is made, as a number of a day's tokens or of a month's
   * calls. Beside `windows`, which count each call as one. Whole numbers; nothing where a call is free. Where several
   * processes or a restart come between, what was spent is kept.
   */
  readonly weighed?: {
    readonly weigh: (call: Call) => number
    readonly windows: Windows | ((settings: AuthSettings) => Windows)
    /** What is left of these windows, as the platform's headers report it. */
    readonly remaining?: (headers: Headers) => ReadonlyArray<Remaining>
  }
  /** Calls still allowed as the platform's headers report them, by window length in seconds. */
  readonly remaining?: (headers: Headers) => ReadonlyArray<Remaining>
  /**
   * For platforms where calls cost points: what an answer says of them, null where it says nothing. A call like one made
   * before waits until its points are there, and one that is refused for them goes again when they will be.
   */
  readonly cost?: (answer: { readonly body: unknown; readonly headers: Headers }) => Cost | null
}

/** The limits of one connection. */
export interface SettledLimits extends Limits {
  /** Those of the connection's own plan. */
  readonly windows: Windows
  /** What calls weigh, with the windows of the connection's own plan; absent where all weigh the same. */
  readonly weighed?: NonNullable<Limits["weighed"]> & { readonly windows: Windows }
}
/** The limits of a connection with these settings. */
export const limitsOf = ({ http }: Any, settings: Values): SettledLimits => {
  const { weighed, ...limits } = http.limits
  const of = (windows: Limits["windows"]) => (typeof windows === "function" ? windows(settings) : windows)
  return {
    ...limits,
    windows: of(limits.windows),
    ...(weighed === undefined ? {} : { weighed: { ...weighed, windows: of(weighed.windows) } })
  }
}

/** How the platform is reached: its address, headers, limits and errors. */
export interface Http<V> {
  /** Without trailing slash. An operator can override it. */
  readonly baseUrl: string | ((settings: V) => string)
  /** Further addresses, which a call names by `base`. An operator's override of `baseUrl` moves those on the same host along. */
  readonly bases?: Readonly<Record<string, string | ((settings: V) => string)>>
  /** Sent with every call. `app` is what the connector's `app` asks the operator for. */
  readonly headers?: (settings: V, app: App) => Headers
  /** Parameters of every call, such as an organisation's id; a call's own of the same name win, and callers may not set them. */
  readonly query?: (settings: V, app: App) => Query
  /** How many calls the platform takes of one connection. */
  readonly limits: Limits
  /** Longest time for one answer in seconds, where a platform needs longer than others. */
  readonly timeout?: number
  /** Reads an error answer (status 400 and above). */
  readonly failure?: (answer: {
    readonly status: number
    readonly body: unknown
    readonly headers: Headers
  }) => PlatformFailure
  /** For platforms that answer errors with a success status: null when the answer is a success. */
  readonly failureInside?: (answer: { readonly body: unknown; readonly headers: Headers }) => PlatformFailure | null
  /**
   * How a body's text becomes a value; JSON when absent. Throws when it cannot. `json` reads JSON as core does, with every
   * digit: an id of twenty digits stays as it was written, where `JSON.parse` would make another one of it.
   */
  readonly parse?: (text: string, json: (text: string) => unknown) => unknown
  /** How the body of a call becomes text, where that is not JSON or holds the credentials. Patches are merged before. */
  readonly encode?: (body: unknown, settings: V, credentials: Credentials) => EncodedBody
  /** Why a caller's own call must not go to the platform, such as one that makes users; null for one that may. */
  readonly passthrough?: (call: Call, settings: V) => string | null
}

/** A lookup after authorisation whose answer holds settings, such as the tenants a token may use. */
export interface Discover {
  /** Made of what is known by then. With `Further.pages` the answer is the list of all pages' items. */
  readonly call: Further | ((settings: AuthSettings) => Further)
  /** Schema of the answer, or of the list of all pages' items. */
  readonly response: Decoder<unknown>
  /** The accounts in the answer: what people call each, and the settings that choosing it gives a connection. Empty for none. */
  readonly choices: (
    body: any
  ) => ReadonlyArray<{ readonly name: string; readonly settings: Readonly<Record<string, string>> }>
}
/** The question which accounts a user may choose among, with what its answer holds. */
export const discover = <B>(options: {
  readonly call: Discover["call"]
  readonly response: Decoder<B>
  readonly choices: (body: NoInfer<B>) => ReturnType<Discover["choices"]>
}): Discover => options

/** How a data model is read: from one source or from several. */
export type Sources<M extends ModelId> = Read.Read<M> | ReadonlyArray<Read.Read<M>>
/** Reads by data model; a model that is not there is not offered. */
export type Reads = { readonly [M in ModelId]?: Sources<M> | LaterRead<M> }
/** Writes by data model and operation; what is not there is not offered. */
export type Writes = { readonly [M in WriteId]?: { readonly [Op in OperationsOf<M>]?: Write.Write<M, Op> } }

/** Writes, and how bytes of documents are moved, in a module of their own, which is loaded with the first of them. */
export interface Later<out W extends Writes = Writes> {
  readonly _tag: "Later"
  /** Loads the module; asked for once, with the first write. */
  readonly load: () => Promise<{ readonly writes: W; readonly files?: Files }>
}
/**
 * Keeps what writes out of what a program loads at its start, since many only read: `Connector.later(() => import("./writes.ts"))`
 * for a module that exports `writes`, and `files` where bytes of documents are moved.
 */
export const later = <const W extends Writes>(load: Later<W>["load"]): Later<W> => ({ _tag: "Later", load })
/** Whether writes, or the reads of a model, are loaded with the first of them. */
export const isLater = <L extends { readonly _tag: "Later" } = Later>(own: object | undefined): own is L =>
  (own as Partial<L> | undefined)?._tag === "Later"

/** The reads of a data model in a module of their own, which is loaded with the first of them. */
export interface LaterRead<M extends ModelId = any> {
  readonly _tag: "Later"
  /** How it can be known that records are gone, which is told before anything is loaded. */
  readonly deletions: Read.Deletions
  /** Loads the module. */
  readonly load: () => Promise<{ readonly reads: { readonly [_ in M]: Sources<M> } }>
}
/**
 * Keeps the reads of some models out of what a program loads at its start, where they are made of something that the others are not:
 * `...Connector.laterReads({ BILLS: "ids" }, () => import("./vouchers.ts"))` among `reads`, for a module that exports `reads` of
 * these models. Each is named with how its deletions are known.
 */
export const laterReads = <const D extends { readonly [M in ModelId]?: Read.Deletions }>(
  deletions: D,
  load: () => Promise<{ readonly reads: { readonly [M in keyof D & ModelId]: Sources<M> } }>
): { readonly [M in keyof D & ModelId]: LaterRead<M> } =>
  Object.fromEntries(
    Object.entries(deletions).map(([model, own]) => [model, { _tag: "Later", deletions: own, load }])
  ) as never

/** What can be written, whether or not it is loaded later. */
export type WrittenBy<W> = W extends Later<infer Own> ? Own : W
/** How models are read, whether or not that is loaded later. */
export type ReadBy<R> = { readonly [M in keyof R]: R[M] extends LaterRead ? Sources<M & ModelId> : R[M] }
/** A connector with all that it is made of. */
export type Whole<C> =
  C extends Connector<
    infer Id extends string,
    infer S extends Settings,
    infer R extends Reads,
    infer W,
    infer M extends string
  >
    ? Connector<Id, S, ReadBy<R> extends infer Own extends Reads ? Own : never, WrittenBy<W>, M>
    : never
/** Whether nothing of a connector is loaded later. */
export const isWhole = ({ reads, writes }: Any): boolean =>
  !isLater(writes) && !Object.values<object>(reads).some((own) => isLater(own))
/**
 * The same connector with all that is loaded later, for who looks into it; `connect` needs none of it. Throws where the reads are
 * not what was said of them.
 */
export const whole = async <C extends Any>(connector: C): Promise<Whole<C>> => {
  if (isWhole(connector)) return connector as never
  const reads: Record<string, any> = { ...connector.reads }
  for (const [model, own] of Object.entries(reads)) {
    if (!isLater<LaterRead>(own)) continue
    reads[model] = (await own.load()).reads[model]
    const known = deletionsOf({ ...connector, reads }, model as ModelId)
    if (known !== own.deletions)
      throw new Error(
        `${connector.id} says that deletions of ${model} are "${own.deletions}", and they are "${known}".`
      )
  }
  return { ...connector, reads, ...(isLater(connector.writes) ? await connector.writes.load() : {}) } as never
}

/** A connector: everything that is known of a platform, as a value. */
export interface Connector<
  out Id extends string = string,
  in out S extends Settings = any,
  out R extends Reads = Reads,
  out W = Writes,
  out M extends string = string
> {
  /** Version of the contract that the connector was made for. */
  readonly contract: typeof contract
  /** Upper case with underscores, such as `XERO`; the wire's `integration_type`. */
  readonly id: Id
  /** What people call the platform. */
  readonly name: string
  /** What kind of platform it is: the category that its connections are listed under. */
  readonly category: Category
  /** The data models that it reads and writes, `Models.accounting` and the like: what checks its records. */
  readonly models: Readonly<Record<string, AnyModel>>
  /** One way to be authorised, or `Auth.choice` of several. */
  readonly auth: Auth<M>
  /** What a connection is told besides its credentials, by name, and where each comes from. Empty for none. */
  readonly settings: S
  /** Several are stages, such as environments and then their companies: each is asked with what the one before has found. */
  readonly discover?: Discover | ReadonlyArray<Discover>
  /**
   * What calls need of the operator's own registration, named in the words of the platform, such as `{ clientSecret: "API key" }`.
   * The operator gives it where OAuth clients are given, and `http.headers` and `http.query` see it. OAuth clients need no entry.
   */
  readonly app?: { readonly [K in keyof App]?: string }
  /** How the account behind credentials is known: two are two connections, and one connected again is the same. */
  readonly account: Account<Extract<keyof S, string>>
  /** How the platform is reached. */
  readonly http: Http<Values<S>>
  /** One cheap call that proves the credentials. */
  readonly check: Call | ((settings: Values<S>) => Call)
  /** What a successful answer to `check` shows to be wrong, such as another account than the settings name. */
  readonly checked?: (body: unknown, settings: Values<S>) => PlatformFailure | null
  /** How to end the authorisation at the platform itself, beside revoking tokens. */
  readonly disconnect?: (settings: Values<S>) => Call | null
  /** How each data model is read, or `Connector.laterReads` of a module that knows; a model that is not there is not offered. */
  readonly reads: R
  /** Each model's operations, or `Connector.later` of a module that has them. */
  readonly writes: W
  /** The bytes of documents, of a connector that reads DOCUMENTS; absent as well where `writes` loads them. */
  readonly files?: Files
  /** How the platform's own webhooks are understood; absent where it sends none. */
  readonly inbound?: Inbound
}
/** A connector whatever its types. */
export type Any = Connector<string, any, any, any, any>

/** Declares a connector. */
export const make = <
  const Id extends string,
  const S extends Settings,
  const R extends Reads,
  const W extends Writes | Later,
  const M extends string = never
>(
  options: Omit<Connector<Id, S, R, W, M>, "contract">
): Connector<Id, S, R, W, M> => {
  Known.add(options.models)
  return { contract, ...options }
}

/** A read of a data model: {@link Read.make} under a shorter name. */
export const read = Read.make

/** The call that proves the credentials of a connection with these settings. */
export const checkOf = ({ check }: Any, settings: Values): Call =>
  typeof check === "function" ? check(settings) : (check as Call)
/** The settings of connections that are authorised in one of the connector's ways, by its name or as it is. */
export const settingsOf = ({ auth, settings }: Any, method: string | null | undefined | Single): Settings =>
  ofMethod(
    settings as Settings,
    typeof method === "object" && method !== null
      ? (methodsOf(auth).find(([, own]) => own === method)?.[0] ?? null)
      : nameOf(auth, method)
  )
/** The stages in which accounts are found out; none where credentials lead to one. */
export const discoveriesOf = ({ discover: declared }: Any): ReadonlyArray<Discover> =>
  declared === undefined ? [] : Array.isArray(declared) ? declared : [declared as Discover]

/** The sources a connector reads a model from; throws where they are loaded later (`Connector.whole`). */
export const sourcesOf = (connector: Any, model: ModelId): ReadonlyArray<Read.Read> => {
  const found = (connector.reads as Reads)[model]
  if (found === undefined) return []
  if (isLater<LaterRead>(found)) throw new Error(`The reads of ${model} are loaded by \`Connector.whole\`.`)
  return [found as Read.Read | ReadonlyArray<Read.Read>].flat()
}
/** Those of them that credentials with the given `scope` (`Auth.scopeOf`) may use. */
export const grantedSourcesOf = (connector: Any, model: ModelId, scope: string | undefined): ReadonlyArray<Read.Read> =>
  sourcesOf(connector, model).filter((read) => Read.isGranted(read, scope))

const ways: Partial<Record<Read.Deletes["_tag"], Read.Deletions>> = {
  IdListing: "ids",
  Events: "events",
  None: "never"
}
/** How a model's deletions are known. Of several sources the one counts that asks most of whoever keeps the records. */
export const deletionsOf = (connector: Any, model: ModelId): Read.Deletions => {
  const own: object | undefined = connector.reads[model]
  if (isLater<LaterRead>(own)) return own.deletions
  const found = sourcesOf(connector, model).map((read) => {
    if (Read.isProvenByListing(read)) return "listing"
    const way = ways[read.deletes._tag] ?? "told"
    return read.changes !== undefined && way !== "ids" ? "told" : way
  })
  return (["listing", "ids", "told", "events"] as const).find((way) => found.includes(way)) ?? "never"
}
