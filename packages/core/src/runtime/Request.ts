/**
 * Sends one call: credentials, base address, headers, budget, retry, refresh of a refused token, and the mapping of every
 * failure to a `ConnectorError`. Nothing else in the project talks to a platform.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type App, type Credentials, methodOf, type Session, type Single } from "../contract/Auth.ts"
import { base64, bytesToBase64 } from "../contract/Base64.ts"
import * as Bounds from "../contract/Bounds.ts"
import {
  type BytesBody,
  type Call,
  type EncodedBody,
  type Headers,
  isBytesBody,
  isEncodedBody
} from "../contract/Call.ts"
import { type Any, type Cost, limitsOf, settingsOf } from "../contract/Connector.ts"
import {
  AuthExpired,
  ConnectorError,
  fromAnswer,
  InvalidCall,
  type Reason,
  Rejected,
  TimedOut,
  Unavailable,
  Undecodable,
  UnknownOutcome
} from "../contract/ConnectorError.ts"
import { isSecret, malformed, placesOf, type Settings, type Values } from "../contract/Setting.ts"
import * as Json from "./Json.ts"
import type { Lines } from "./Lines.ts"
import { redactor } from "./Redact.ts"
import * as Time from "./Time.ts"
import type { Failure, Incoming, Outgoing, Span, Transport } from "./Transport.ts"
import * as Turns from "./Turns.ts"

/** What a client needs to speak for one connection. */
export interface Connection {
  /** Names the rate budget: all clients with one key share it. */
  readonly key: string
  readonly settings: Values
  /** The name of the way it is authorised, where the connector has several; the first when absent. */
  readonly method?: string | null | undefined
  /** Asked before every call, so a refreshing source can rotate tokens. */
  readonly credentials: Effect.Effect<Credentials, ConnectorError>
  /** Called with credentials the platform refused; answers newer ones. Without it a 401 is final. */
  readonly renew?: (refused: Credentials) => Effect.Effect<Credentials, ConnectorError>
  /** The operator's own registration at the platform, for connectors whose calls name it. */
  readonly app?: App | undefined
  /** An operator's address instead of the connector's own. */
  readonly baseUrl?: string | undefined
  /** What its platform is believed, where that is not what others are. */
  readonly bounds?: Partial<Bounds.Movable> | undefined
}

/** How patient and how persistent calls are. Tests and background jobs replace it. */
export interface Policy {
  /** Tries after the first, for calls that may be repeated. */
  readonly retries: number
  /** First pause between tries; doubled each time. Milliseconds, as all of them. */
  readonly pause: number
  /** Longest wait for a turn in the rate budget or for a platform's Retry-After. */
  readonly patience: number
  /** Longest time for one answer. */
  readonly timeout: number
}
export const Policy = Context.Reference<Policy>("@svc/core/Policy", {
  defaultValue: () => ({ retries: 3, pause: 300, patience: 20_000, timeout: 60_000 })
})

/** What platforms are believed at most; whoever makes a layer of clients may move it. */
export const Believed = Context.Reference<Bounds.Bounded>("@svc/core/Believed", { defaultValue: () => Bounds.bounded })

/**
 * Origins that an operator wrote down for the connector whose call is made. A transport that guards against addresses which
 * users type may dial these; they belong to this call, never to another connector's.
 */
export const Trusted = Context.Reference<ReadonlySet<string>>("@svc/core/Trusted", { defaultValue: () => new Set() })
/** The origins of the addresses that are there. */
export const originsOf = (...addresses: ReadonlyArray<string | undefined>): ReadonlySet<string> =>
  new Set(addresses.flatMap((own) => (own !== undefined && URL.canParse(own) ? [new URL(own).origin] : [])))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; its text where it cannot be parsed. */
  readonly body: unknown
  /** Set when `body` is not a JSON value: bytes that are no text come as base64. */
  readonly encoding?: "text" | "base64"
  /** Origins that are the platform's: of the address that was asked, and of the one that an operator's stands for. */
  readonly origins?: ReadonlySet<string>
  /** Why a body that could be parsed is handed on as its text: it is of a shape that nothing should walk over. */
  readonly beyond?: string
  /** The JSON text of the body, where it comes unparsed (see `SendOptions.isVerbatim`): `body` is null then. */
  readonly json?: string
  /** The bytes of the body as they come (see `SendOptions.isStreamed`): `body` is null then. */
  readonly readable?: ReadableStream<Uint8Array>
}

/** What takes secrets out of what an answer says, for who shows some of it although it was a success. */
export const cleanerOf = (answer: Answer): (<A>(value: A) => A) => cleaners.get(answer) ?? ((value) => value)
const cleaners = new WeakMap<Answer, <A>(value: A) => A>()

export interface SendOptions {
  readonly operation: string
  /** Whether sending the call twice does no harm. */
  readonly repeatable: boolean
  /** Answers of any status come back as they are: passthrough. */
  readonly raw?: boolean
  /**
   * Of a raw call, for who hands the answer on: decides which texts come unparsed, as `Answer.json`. An answer that somebody
   * has to look into is parsed all the same: one that holds a secret, a refusal, one whose connector reads costs out of it.
   */
  readonly isVerbatim?: (json: string, secrets: ReadonlyArray<string>) => boolean
  /** Whether a success is handed on as its bytes, unread; a refusal is read. */
  readonly isStreamed?: boolean
  /** Whether its items are looked at one by one: how deep they are is then the affair of each. */
  readonly itemised?: boolean
  /** What the call itself holds and nobody may be shown, beside the credentials. */
  readonly secrets?: ReadonlyArray<string>
}
export interface Send {
  (call: Call, options: SendOptions): Effect.Effect<Answer, ConnectorError>
  /** What its platform is believed; the bounds of core where there are none. */
  readonly bounds?: Bounds.Bounded
}

const trimmed = (url: string): string => url.replace(/\/+$/, "")

/** The address a call goes to. An overridden base address moves the other bases of the same host along. */
export const addressOf = (connector: Any, connection: Connection, call: Call): string => {
  const resolve = (address: string | ((settings: Values) => string)): string =>
    trimmed(typeof address === "function" ? address(connection.settings) : address)
  const own = resolve(connector.http.baseUrl)
  const base = connection.baseUrl === undefined ? own : trimmed(connection.baseUrl)
  if (call.base === undefined) return base
  const named = connector.http.bases?.[call.base]
  if (named === undefined) throw new Error(`${connector.id} declares no base named ${call.base}`)
  const other = resolve(named)
  return connection.baseUrl !== undefined && new URL(other).origin === new URL(own).origin
    ? new URL(base).origin + new URL(other).pathname.replace(/\/$/, "")
    : other
}

/** How a connection is authorised. Throws for a way that the connector does not have. */
export const authOf = (connector: Any, method: Connection["method"]): Single => {
  const auth = methodOf(connector.auth, method)
  if (auth === undefined) throw new Error(`${connector.id} has no authorisation named ${method}.`)
  return auth
}

/** What stands for credentials in a call. */
export const credentialParts = (
  auth: Single,
  credentials: Credentials
): { readonly headers?: Headers; readonly query?: Readonly<Record<string, string>> } => {
  switch (auth._tag) {
    case "OAuth2":
      return {
        headers: { [auth.header ?? "authorization"]: `${auth.prefix ?? "Bearer "}${credentials["access_token"] ?? ""}` }
      }
    case "ClientCredentials":
      return { headers: { authorization: `Bearer ${credentials["access_token"] ?? ""}` } }
    case "Basic":
      return {
        headers: {
          authorization: `Basic ${base64(`${credentials["username"] ?? ""}:${credentials["password"] ?? ""}`)}`
        }
      }
    case "ApiKey":
      return {
        ...(auth.headers === undefined ? {} : { headers: auth.headers(credentials) }),
        ...(auth.query === undefined ? {} : { query: auth.query(credentials) })
      }
    case "Signed":
    case "None":
      return {}
  }
}

const noApp: App = { clientId: "", clientSecret: "" }
/** The operator's registration where calls name it; what a connector does not ask for, its functions do not see. */
export const appOf = ({ app: asked }: Any, { app = noApp }: Pick<Connection, "app">): App => ({
  clientId: asked?.clientId === undefined ? "" : app.clientId,
  clientSecret: asked?.clientSecret === undefined ? "" : app.clientSecret
})
/** Why nothing can be sent for want of what the operator was to give; null when it is there. */
export const appFault = (connector: Any, connection: Pick<Connection, "app">): InvalidCall | null => {
  const app = appOf(connector, connection)
  const missing = Object.entries(connector.app ?? {}).find(([name]) => app[name as keyof App] === "")
  return missing === undefined
    ? null
    : new InvalidCall({
        field: `app.${missing[0]}`,
        message: `must be the operator's ${missing[1]}, which calls of ${connector.name} carry`
      })
}

/** Whether a text can be the value of a header. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Whether calls can carry what stands for these credentials in their headers. */
const isSendable = ({ headers = {} }: { readonly headers?: Headers }): boolean =>
  Object.values(headers).every((value) => value === undefined || isHeaderValue(value))

/** Names of those credentials that keep calls from being sent: they hold what no header can. */
export const unsendable = (auth: Single, credentials: Credentials): ReadonlyArray<string> =>
  isSendable(credentialParts(auth, credentials))
    ? []
    : Object.keys(credentials).filter((name) => !isHeaderValue(credentials[name] ?? ""))

const encoded = (
  connector: Any,
  settings: Values,
  credentials: Credentials,
  body: unknown
): EncodedBody | BytesBody | undefined => {
  if (body === undefined) return undefined
  if (isEncodedBody(body) || isBytesBody(body)) return body
  return (
    connector.http.encode?.(body, settings, credentials) ?? {
      _tag: "EncodedBody",
      content: JSON.stringify(body),
      contentType: "application/json"
    }
  )
}
const utf16 = (text: string): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) bytes.setUint16(i * 2, text.charCodeAt(i), true)
  return new Uint8Array(bytes.buffer)
}
const sentBody = (body: EncodedBody | BytesBody, type: string = body.contentType): NonNullable<Outgoing["body"]> => ({
  content: isBytesBody(body) || body.charset === undefined ? body.content : utf16(body.content),
  type
})

/** Null when there is none: the host of some platforms is what their user typed. */
const urlOf = (address: string, call: Call, extra: Readonly<Record<string, string>> | undefined): URL | null => {
  let url: URL
  try {
    url = new URL(address + call.path)
  } catch {
    return null
  }
  for (const [name, value] of Object.entries({ ...call.query, ...extra })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
    }
  }
  return url
}

/** Seconds, or an HTTP date; undefined when absent or unreadable. */
const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const value = headers["retry-after"]
  if (!value?.trim()) return undefined
  const seconds = Number(value)
  // By the platform's own clock where it tells it, so that a wrong clock on either side does no harm.
  const from = Date.parse(headers["date"] ?? "") || now
  return Bounds.waitOf(Number.isNaN(seconds) ? (Date.parse(value) - from) / 1000 : seconds, Infinity)
}

/** Seconds until the points that a call needed will be there; undefined when they are, or when nobody knows. */
const costWaitOf = (cost: Cost | null): number | undefined =>
  cost !== null && cost.requested !== null && cost.restoreRate > 0 && cost.requested > cost.available
    ? Math.ceil((cost.requested - cost.available) / cost.restoreRate)
    : undefined

/** Codes of failures that happened before a byte was sent. */
const unsent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
])
/** The code of a transport that was sent more than it keeps. */
const tooLarge = "UND_ERR_RES_EXCEEDED_MAX_SIZE"
/** The code of a transport that refuses to speak to an address, such as one inside the server's own network. */
const refusedTarget = "ERR_TARGET_REFUSED"

/** The failure with a known code among those behind an error. */
const causeWith = (error: unknown, isKnown: (code: string) => boolean): { readonly message?: unknown } | undefined => {
  for (let cause: unknown = error, depth = 0; typeof cause === "object" && cause !== null && depth < 8; depth++) {
    const { code, cause: inner, reason } = cause as { code?: unknown; cause?: unknown; reason?: unknown }
    if (typeof code === "string" && isKnown(code)) return cause
    cause = inner ?? reason
  }
  return undefined
}

/** Why nothing may be sent with these settings: an address made of them could be anybody's. */
export const settingFault = (connector: Any, settings: Values): InvalidCall | null => {
  const name = malformed(connector.settings, settings)
  return name === null
    ? null
    : new InvalidCall({ field: `settings.${name}`, message: "The setting does not have the form that it must have." })
}

/** What types cannot say of a setting that only some ways have: with this one it must be given. */
const missingFault = (connector: Any, { method, settings }: Connection): InvalidCall | null => {
  const lacking = Object.entries(settingsOf(connector, method)).find(
    ([name, setting]) =>
      setting.methods !== undefined &&
      setting.optional !== true &&
      placesOf(setting).every(({ _tag }) => _tag === "Asked") &&
      (settings[name] ?? "") === ""
  )
  return lacking === undefined
    ? null
    : new InvalidCall({
        field: `settings.${lacking[0]}`,
        message: "The setting is required where it is connected this way."
      })
}

/** Makes the sender of one connection. */
export const makeSend = (
  transport: Transport,
  limits: Lines,
  policy: Policy,
  connector: Any,
  connection: Connection,
  believed?: Bounds.Bounded
): Send & { readonly bounds: Bounds.Bounded } => {
  const bounds = Bounds.moved(connection.bounds, believed)
  const auth = authOf(connector, connection.method)
  const declared = { ...limitsOf(connector, connection.settings), wait: bounds.wait }
  const bodyOf = readBody(connector)
  const isLookedInto =
    connector.http.parse !== undefined || connector.http.failureInside !== undefined || declared.cost !== undefined
  const trusted = originsOf(connection.baseUrl)
  const app = appOf(connector, connection)
  const secretSettings = [...secretSettingsOf(connector, connection.settings), app.clientSecret]
  const timeout = Math.max(policy.timeout, (connector.http.timeout ?? 0) * 1000)

  /** Calls that are counted apart have a budget of their own beside the connection's. */
  const budgetOf = (call: Call) => {
    const { apart } = declared
    return apart?.calls(call) === true
      ? { key: `${connection.key}:apart`, own: { ...declared, windows: apart.windows } }
      : { key: connection.key, own: declared }
  }
  /** What calls weigh on has windows of its own, in which nothing else counts; as many may be under way as there is room for. */
  const { weighed } = declared
  const scale = weighed && {
    key: `${connection.key}:weighed`,
    own: { ...weighed, concurrent: unbounded, wait: bounds.wait }
  }
  const weightOf = (call: Call): number => {
    if (weighed === undefined) return 0
    const weight = weighed.weigh(call)
    const room = Math.min(...weighed.windows.map(({ max }) => max - Math.max(1, Math.floor(max / 10))))
    // A call that is heavier than a window would never go; an amount that is none is taken for one.
    return Number.isFinite(weight) ? Math.max(0, Math.min(Math.ceil(weight), room)) : 1
  }
  const inBudget =
    (call: Call) =>
    <A, E, R>(run: Effect.Effect<A, E, R>) => {
      const { key, own } = budgetOf(call)
      const weight = weightOf(call)
      const paid =
        scale && weight > 0 ? limits.within(scale.key, scale.own, policy.patience, undefined, weight)(run) : run
      return limits.within(key, own, policy.patience, call)(paid)
    }

  const asError =
    (operation: string) =>
    <A, E>(effect: Effect.Effect<A, E | Reason>): Effect.Effect<A, ConnectorError> =>
      Effect.mapError(effect, (error) =>
        (error as { readonly _tag?: string })._tag === "ConnectorError"
          ? (error as unknown as ConnectorError)
          : new ConnectorError({ connector: connector.id, operation, reason: error as Reason })
      )

  const request = Effect.fnUntraced(function* (call: Call, credentials: Credentials) {
    const method = call.method ?? "GET"
    const parts = credentialParts(auth, credentials)
    if (!isSendable(parts)) {
      return yield* new Unavailable({ message: "The credentials hold a character that cannot be sent." })
    }
    const query = { ...connector.http.query?.(connection.settings, app), ...call.query }
    const url = urlOf(addressOf(connector, connection, call), { ...call, query }, parts.query)
    if (url === null) return yield* new Rejected({ message: "The address of the platform is not a URL." })
    const body = yield* Effect.try({
      try: () => encoded(connector, connection.settings, credentials, call.body),
      catch: (error) =>
        new InvalidCall({ field: "body", message: error instanceof Error ? error.message : String(error) })
    })
    const { headers: signing = {}, query: signed = {} } =
      auth._tag === "Signed"
        ? yield* Effect.flatMap(Time.millis, (now) =>
            Effect.promise(() => auth.signing({ method, url, credentials, settings: connection.settings }, body, now))
          )
        : {}
    for (const [name, value] of Object.entries(signed)) url.searchParams.append(name, value)
    const headers = defined({
      accept: "application/json",
      ...connector.http.headers?.(connection.settings, app),
      ...call.headers,
      ...parts.headers,
      ...signing
    })
    // Written in one way throughout, also what the connector's own path says.
    url.search = url.searchParams.toString()
    const outgoing: Outgoing = {
      method,
      url,
      headers,
      body: body === undefined ? undefined : sentBody(body, headers["content-type"])
    }
    return outgoing
  })

  const { observe } = transport
  /** What takes the secrets out of what is told of calls: the same for all with the same credentials. */
  let cleaner: { readonly credentials: Credentials; readonly clean: (text: string) => string } | undefined
  const toldWithout = (credentials: Credentials, secrets: ReadonlyArray<string>, options: SendOptions) => {
    if (options.secrets !== undefined) return redactor(secrets)
    if (cleaner?.credentials !== credentials) cleaner = { credentials, clean: redactor(secrets) }
    return cleaner.clean
  }

  const once = Effect.fnUntraced(function* (
    call: Call,
    options: SendOptions,
    credentials: Credentials,
    renewable: boolean,
    turn: Turn
  ) {
    const secrets = [...secretsOf(auth, credentials), ...secretSettings, ...(options.secrets ?? [])]
    const clean = redactor(secrets)
    const { isVerbatim } = options
    const isHandedOn = (text: string): boolean => isVerbatim !== undefined && !isLookedInto && isVerbatim(text, secrets)
    const fail = (reason: Reason) =>
      new ConnectorError({ connector: connector.id, operation: options.operation, reason })
    const lost = (error: unknown): Reason => {
      const refused = causeWith(error, (code) => code === refusedTarget)
      if (refused !== undefined) return new Rejected({ message: String(refused.message) })
      return options.repeatable || causeWith(error, (code) => unsent.has(code)) !== undefined
        ? new Unavailable({ message: "The platform could not be reached." })
        : new UnknownOutcome({ message: "The connection to the platform broke before its answer came." })
    }
    const excessive = (status: number, said: unknown): Reason => {
      // Whoever runs core may say how much it reads.
      const issue = String(said).startsWith("the body ") ? String(said) : "the body is larger than is read here"
      return options.repeatable
        ? new Undecodable({ status, issues: [issue], isBeyond: true })
        : new UnknownOutcome({ status, message: `The platform's answer cannot be read: ${issue}.` })
    }
    const late = (): Reason =>
      options.repeatable
        ? new TimedOut({ message: "The platform did not answer in time." })
        : new UnknownOutcome({ message: "The platform did not answer in time." })
    const outgoing = yield* Effect.mapError(request(call, credentials), fail)
    const spoken = transport(outgoing).pipe(
      Effect.flatMap((response) =>
        options.isStreamed === true && response.status < 300
          ? Effect.map(response.readable, (readable): Answer => ({
              status: response.status,
              headers: response.headers,
              body: null,
              readable
            }))
          : Effect.mapError(bodyOf(response, { bounds, itemised: options.itemised === true, isHandedOn }), (error) => {
              const large = causeWith(error, (code) => code === tooLarge)
              return large === undefined ? error : fail(excessive(response.status, large.message))
            })
      ),
      Effect.provideService(Trusted, trusted),
      Effect.mapError((error: Failure | ConnectorError) =>
        error._tag === "ConnectorError" ? error : fail(lost(error))
      ),
      Time.within(timeout, () => Effect.fail(fail(late())))
    )
    const { method, url } = outgoing
    const span: Span = { name: `${connector.id} ${options.operation}`, method, host: url.hostname }
    const seen =
      observe === undefined
        ? spoken
        : observe(
            outgoing,
            {
              connector: connector.id,
              key: connection.key,
              operation: options.operation,
              ...turn,
              clean: toldWithout(credentials, secrets, options)
            },
            spoken
          )
    const answer = yield* transport.traced === undefined ? seen : transport.traced(span, seen)
    const now = yield* Time.millis
    const cost =
      answer.readable === undefined ? (declared.cost?.({ body: answer.body, headers: answer.headers }) ?? null) : null
    const retryAfter = retryAfterOf(answer.headers, now) ?? costWaitOf(cost)
    const said =
      answer.status >= 400
        ? (connector.http.failure?.({ status: answer.status, body: answer.body, headers: answer.headers }) ?? {})
        : answer.encoding === undefined && answer.readable === undefined
          ? (connector.http.failureInside?.({ body: answer.body, headers: answer.headers }) ?? null)
          : null
    const reason =
      said === null ? null : fromAnswer(answer.status, clean(answer.body), clean(said), retryAfter, bounds.wait)
    const stay = reason?._tag === "RateLimited" ? (reason.retryAfter ?? 1) : undefined
    const { key, own } = budgetOf(call)
    yield* limits.observe(key, own, answer.headers, stay, cost === null ? undefined : { call, cost })
    if (scale?.own.remaining !== undefined) yield* limits.observe(scale.key, scale.own, answer.headers, undefined)
    if (options.raw) {
      return reason?._tag === "AuthExpired" && renewable
        ? yield* Effect.fail(fail(reason))
        : { ...answer, headers: clean(answer.headers), body: clean(answer.body) }
    }
    if (reason !== null) {
      // A 5xx to a call that must not be repeated leaves open whether it was carried out; 503 says it was not.
      return yield* fail(
        reason._tag === "Unavailable" && !options.repeatable && answer.status !== 503 && said?.applied !== false
          ? new UnknownOutcome({ status: answer.status, body: reason.body, message: reason.message })
          : reason
      )
    }
    if (answer.encoding !== undefined && answer.body !== "") {
      const issue = answer.beyond ?? `the body is not ${connector.http.parse ? "in the platform's format" : "JSON"}`
      return yield* fail(
        options.repeatable
          ? new Undecodable({ status: answer.status, issues: [issue], isBeyond: answer.beyond !== undefined })
          : new UnknownOutcome({ status: answer.status, message: `The platform's answer cannot be read: ${issue}.` })
      )
    }
    const real: Connection = { ...connection, baseUrl: undefined }
    const origins = originsOf(addressOf(connector, connection, call), addressOf(connector, real, call))
    const whole: Answer = { ...answer, origins }
    cleaners.set(whole, clean)
    return whole
  })

  const session = auth._tag === "ApiKey" ? auth.session : undefined
  const operation = "log in"
  /** The keys with what their login answers; `refused` is what is not taken any more. */
  const loggedIn = Effect.fnUntraced(function* (own: Session, keys: Credentials, refused: Credentials | null) {
    const kept = sessionOf(keys)
    return yield* kept.turns.alone(
      Effect.gen(function* () {
        if (kept.credentials !== null && kept.credentials !== refused) return kept.credentials
        kept.credentials = null
        const call = own.login(keys, connection.settings)
        const turn = { asked: yield* moment(observe), attempt: 1 }
        const { body, status } = yield* inBudget(call)(
          once(call, { operation, repeatable: true }, keys, false, turn)
        ).pipe(asError(operation))
        const found = own.found(body)
        if (found === null) {
          const reason = new AuthExpired({ status, message: "The platform refuses to log in with these keys." })
          return yield* new ConnectorError({ connector: connector.id, operation, reason })
        }
        return (kept.credentials = { ...keys, ...found })
      })
    )
  })

  const fault =
    settingFault(connector, connection.settings) ??
    missingFault(connector, connection) ??
    appFault(connector, connection)
  const send: Send = Effect.fnUntraced(function* (call, options) {
    if (fault !== null) {
      return yield* new ConnectorError({ connector: connector.id, operation: options.operation, reason: fault })
    }
    let keys = yield* connection.credentials
    let current = session === undefined ? keys : null
    let refused: Credentials | null = null
    let renewable = connection.renew !== undefined
    let resumable = session !== undefined
    let sent = 0
    const attempt = Effect.fnUntraced(function* () {
      current ??= yield* loggedIn(session!, keys, refused)
      const keysOf = current
      const asked = yield* moment(observe)
      const spoken = Effect.suspend(() =>
        once(call, options, keysOf, renewable || resumable, { asked, attempt: ++sent })
      )
      return yield* inBudget(call)(spoken).pipe(asError(options.operation))
    })
    for (let tried = 0; ; tried++) {
      const result = yield* Effect.result(attempt())
      if (result._tag === "Success") return result.success
      const error = result.failure
      if (error.reason._tag === "AuthExpired" && resumable && current !== null) {
        resumable = false
        refused = current
        current = null
        continue
      }
      if (error.reason._tag === "AuthExpired" && connection.renew !== undefined && renewable) {
        renewable = false
        const fresh = yield* Effect.result(connection.renew(keys))
        if (fresh._tag === "Failure") return yield* Effect.fail(fresh.failure)
        keys = fresh.success
        current = session === undefined ? keys : null
        continue
      }
      const wait = retryPause(error.reason, options, tried, policy)
      if (wait === null) return yield* Effect.fail(error)
      yield* Time.sleep(wait)
    }
  })
  return Object.assign(send, { bounds })
}

/** When a call was to be sent, and how often it was by then. */
interface Turn {
  readonly asked: number
  readonly attempt: number
}
/** Milliseconds since 1970, where somebody is told of them. */
const moment = (observe: Transport["observe"]): Effect.Effect<number> => (observe === undefined ? nothing : Time.millis)
const nothing = Effect.succeed(0)

/** More calls than are ever under way, as a number that a database takes too. */
const unbounded = 2_000_000_000

interface Kept {
  readonly turns: Turns.Turns
  credentials: Credentials | null
}
/** Sessions by the keys that they were given for: whoever holds the same keys goes on with the same session. */
const sessions = new WeakMap<Credentials, Kept>()
/** Goes on with a session that is known, for who has logged in already. */
export const resume = (keys: Credentials, found: Credentials): void => {
  sessionOf(keys).credentials = { ...keys, ...found }
}
const sessionOf = (keys: Credentials): Kept => {
  const known = sessions.get(keys) ?? { turns: Turns.make(), credentials: null }
  sessions.set(keys, known)
  return known
}

/** Milliseconds until the next try, or null when there is none. */
const retryPause = (reason: Reason, options: SendOptions, tried: number, policy: Policy): number | null => {
  if (tried >= policy.retries || options.raw === true) return null
  const { patience } = policy
  const backoff = policy.pause * 2 ** tried
  switch (reason._tag) {
    // Nothing was carried out, so even a call that must not be repeated may go again.
    case "RateLimited": {
      const wait = reason.retryAfter === undefined ? backoff : reason.retryAfter * 1000
      return wait > patience ? null : wait
    }
    case "Unavailable": {
      const wait = Math.max(backoff, (reason.retryAfter ?? 0) * 1000)
      return wait > patience ? null : wait
    }
    // An answer that was cut off, or the page of somebody in between.
    case "TimedOut":
      return options.repeatable ? backoff : null
    case "Undecodable":
      return options.repeatable && reason.isBeyond !== true ? backoff : null
    default:
      return null
  }
}

const defined = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]]))
  )

/** Values of a connection that must never be shown. */
const secretsOf = (auth: Single, credentials: Credentials): ReadonlyArray<string> => {
  switch (auth._tag) {
    case "OAuth2":
    case "ClientCredentials":
      return ["access_token", "refresh_token", "client_secret"].flatMap((name) => credentials[name] ?? [])
    case "Basic":
      return [
        credentials["password"] ?? "",
        base64(`${credentials["username"] ?? ""}:${credentials["password"] ?? ""}`)
      ]
    case "ApiKey":
    case "Signed": {
      const shown = auth._tag === "ApiKey" ? (auth.session?.shown ?? []) : []
      const isShown = (name: string) => shown.includes(name) || auth.fields[name]?.secret === false
      const typed = Object.keys(auth.fields).filter((name) => !isShown(name))
      // What a login answered is secret as its keys are.
      const answered = auth._tag === "ApiKey" && auth.session !== undefined ? Object.keys(credentials) : []
      return [...typed, ...answered.filter((name) => !isShown(name))].flatMap((name) => credentials[name] ?? [])
    }
    case "None":
      return []
  }
}

/** Values of settings that are secret: a platform may say them again as it may say a key. */
export const secretSettingsOf = (connector: Any, values: Readonly<Record<string, string | undefined>>): Array<string> =>
  Object.entries(connector.settings as Settings).flatMap(([name, setting]) =>
    isSecret(setting) ? (values[name] ?? []) : []
  )

const textual = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|x-www-form-urlencoded)|multipart\/)/i

/** What is to be done with a body. */
interface Use {
  readonly bounds: Bounds.Bounded
  readonly itemised: boolean
  readonly isHandedOn: (json: string) => boolean
}

const readBody =
  (connector: Any) =>
  (response: Incoming, use: Use): Effect.Effect<Answer, Failure> => {
    const { headers, status } = response
    const type = headers["content-type"]
    if (type !== undefined && !textual.test(type)) {
      return Effect.map(response.arrayBuffer, (buffer) =>
        bytesBody(connector, status, headers, use, new Uint8Array(buffer))
      )
    }
    const charset = charsetOf(type)
    return connector.http.parse === undefined && (charset === undefined || charset === "utf-8")
      ? Effect.map(response.text, (text) => textBody(connector, status, headers, use, text))
      : Effect.map(response.arrayBuffer, (buffer) =>
          textBody(connector, status, headers, use, decoded(new Uint8Array(buffer), charset))
        )
  }

const charsetOf = (type: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type ?? "")?.[1]?.toLowerCase()

/** Text by its byte order mark, by zeros where no text has any, by its declared charset, else as UTF-8. */
const decoded = (bytes: Uint8Array, charset: string | undefined): string => {
  const [first, second] = bytes
  const wide =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? "utf-16le"
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)
        ? "utf-16be"
        : undefined
  const isUtf8 = first === 0xef && second === 0xbb
  try {
    return new TextDecoder(wide ?? (isUtf8 ? "utf-8" : (charset ?? "utf-8"))).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const textBody = (connector: Any, status: number, headers: Headers, use: Use, text: string): Answer => {
  const { bounds, isHandedOn, itemised } = use
  if (text === "") return { status, headers, body: null }
  if (status < 400 && isHandedOn(text)) return { status, headers, body: null, json: text }
  try {
    const body = connector.http.parse === undefined ? Json.parse(text) : connector.http.parse(text, Json.parse)
    const beyond = itemised && status < 400 ? null : Bounds.faultOf(body, bounds, Infinity)
    return beyond === null ? { status, headers, body } : { status, headers, body: text, encoding: "text", beyond }
  } catch {
    return { status, headers, body: text, encoding: "text" }
  }
}

const bytesBody = (connector: Any, status: number, headers: Headers, use: Use, bytes: Uint8Array): Answer => {
  try {
    return textBody(connector, status, headers, use, new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return { status, headers, body: bytesToBase64(bytes), encoding: "base64" }
  }
}
