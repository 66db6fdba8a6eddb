/**
 * Lets requests in: a known key, with the scope the endpoint demands, and a query and body that can be read at all. The
 * order matters: who is not known learns nothing about his body.
 */
import { Access, ApiError, Sessions as SessionsApi, Visibility } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpMethod from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { ApiKeys, operator } from "../connections/ApiKeys.ts"
import { Sessions } from "../connections/Sessions.ts"
import { Attempts, ofKeys } from "./Attempts.ts"
import * as Bodies from "./Bodies.ts"
import { type Caller, CurrentCaller, CurrentView, demand } from "./Caller.ts"
import * as Config from "../Config.ts"
import { atMost, type Limit, noRoom } from "../Limits.ts"
import { Rates } from "./Rates.ts"
import * as Repeats from "./Repeats.ts"
import * as RequestInfo from "./RequestInfo.ts"
import { Room } from "./Room.ts"
import * as RouteTable from "./RouteTable.ts"
import { Turns } from "./Turns.ts"
import { Counting, type Whose } from "../usage/Usage.ts"
import { Vault } from "../secrets/Vault.ts"

const unknown = (sent: boolean): ApiError.ApiError =>
  ApiError.make(
    "unauthenticated",
    sent ? "The API key is not known, or no longer valid." : "Send an API key in the header api_key."
  )

const tooMany = (limit: Limit, retryAfter: number): ApiError.ApiError =>
  ApiError.later(
    "rate-limited",
    `Too many API keys from this address were not valid: ${atMost(limit)} in ten seconds.`,
    retryAfter
  )

const signedOut = ApiError.make("unauthenticated", "The session has ended: sign in to the console again.")
const foreign = ApiError.make(
  "operation-denied",
  "A request with a session must come from a page of this service. Send an API key in the header api_key."
)

/**
 * Whether a page of this service, or the console of another origin that was named, sent a request, as far as the browser says. What another site makes a browser send is no
 * act of whoever signed in; and a program that is no browser has an API key.
 */
const isOwn = (
  request: HttpServerRequest.HttpServerRequest,
  origin: string,
  elsewhere: ReadonlyArray<string>
): boolean => {
  const { headers, method } = request
  const site = headers["sec-fetch-site"]
  const isRead = method === "GET" || method === "HEAD"
  if (elsewhere.includes(headers["origin"] ?? "")) return site === undefined || site === "same-site"
  if (site !== undefined) return site === "same-origin" || (isRead && site === "none")
  // A browser from before that header says at least where what changes something comes from.
  return isRead || headers["origin"] === origin
}

/** Whose session it is that the request brings instead of a key; null when it brings none. */
const ofSession = Effect.fnUntraced(function* (
  sessions: Sessions["Service"],
  turns: Turns["Service"],
  origin: string,
  elsewhere: ReadonlyArray<string>
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.headers["cookie"] === undefined) return null
  const name = origin.startsWith("https:") ? SessionsApi.secureCookie : SessionsApi.cookie
  const secret = request.cookies[name]
  if (secret === undefined || secret === "") return null
  if (!isOwn(request, origin, elsewhere)) return yield* foreign
  const facts = yield* RequestInfo.current
  const address = facts.address ?? "unknown"
  const caller = yield* sessions.authenticate(Redacted.make(secret), (lookUp) =>
    turns.during(facts, address, "open", lookUp)
  )
  return caller ?? (yield* signedOut)
})

/** Whose key it is. One that was not heard of just now is looked for in the turn of its address. */
export const identified = Effect.fnUntraced(function* (
  keys: ApiKeys["Service"],
  attempts: Attempts["Service"],
  credential: Redacted.Redacted,
  turns: Turns["Service"]
) {
  if (Redacted.value(credential) === "") return yield* unknown(false)
  const facts = yield* RequestInfo.current
  const address = facts.address ?? "unknown"
  const caller = yield* keys.authenticate(credential, (lookUp) => turns.during(facts, address, "open", lookUp))
  if (caller !== null) return caller
  const rule = ofKeys(yield* Config.Kept)
  const wait = attempts.wait(address, rule)
  if (wait > 0) return yield* tooMany(rule.limit, wait)
  attempts.failed(address, rule)
  return yield* unknown(true)
})

/** Takes a place among the requests of its organisation, until it is answered, and waits for its turn among those of others. */
const seated = Effect.fnUntraced(function* (
  { keyId, organisationId }: Caller,
  { requests }: Room["Service"],
  turns: Turns["Service"]
) {
  const facts = yield* RequestInfo.current
  facts.organisation = organisationId
  const broken = requests.take(1, organisationId)
  if (broken !== null) return yield* noRoom("Too many requests are under way", broken)
  yield* RequestInfo.atEnd(() => requests.free(1, organisationId))
  yield* turns.take(facts, keyId, "keyed", organisationId)
})

/** An endpoint that declares no query takes none; one that does checks its own. */
const noQuery = (query: URLSearchParams): Effect.Effect<void, ApiError.ApiError> => {
  const [first, ...rest] = [...new Set(query.keys())].map((name): ApiError.ErrorDetail => {
    const message = `Unknown query parameter ${JSON.stringify(name.slice(0, 100))}: none is taken here.`
    return { code: "invalid-params", message, field: name }
  })
  return first === undefined ? Effect.void : Effect.fail(ApiError.many([first, ...rest]))
}

/** Who sent the request, and its body; `rules` are null for a method without one. */
const admit = Effect.fnUntraced(function* (
  keys: ApiKeys["Service"],
  sessions: Effect.Effect<Caller | null, ApiError.ApiError, HttpServerRequest.HttpServerRequest>,
  attempts: Attempts["Service"],
  credential: Redacted.Redacted,
  scope: Access.Scope,
  rules: Bodies.Rules | null,
  room: Room["Service"],
  rates: Rates["Service"],
  turns: Turns["Service"],
  takesQuery: boolean
) {
  const bySession = Redacted.value(credential) === "" ? yield* sessions : null
  const caller = bySession ?? (yield* identified(keys, attempts, credential, turns))
  yield* rates.count(caller)
  yield* seated(caller, room, turns)
  yield* demand(caller, scope)
  const request = yield* HttpServerRequest.HttpServerRequest
  const query = yield* Bodies.query(request.url)
  if (!takesQuery) yield* noQuery(query)
  const read = rules === null ? { value: undefined, request } : yield* Bodies.read(request, rules, room.bodies)
  return { caller, body: read.value, request: read.request, facts: yield* RequestInfo.current }
})

/** What the body of an endpoint holds. */
const kindOf = ({ annotations }: { readonly annotations: Context.Context<never> }): Access.BodyKind["Service"] =>
  Context.getOrElse(annotations, Access.BodyKind, () => "management" as const)

/** The company of which a request asks, as far as it names one. */
const named = (url: string, body: unknown): number | null => {
  const inBody = Predicate.hasProperty(body, "company_id") ? body.company_id : undefined
  if (inBody !== undefined) return Number.isSafeInteger(inBody) ? (inBody as number) : null
  const [, digits] =
    /^\/v3\/core\/companies\/(\d{1,15})(?=[/?]|$)|[?&](?:svc_)?company_id(?:(?:\[|%5B)eq(?:\]|%5D))?=(\d{1,15})(?=&|$)/i
      .exec(url)
      ?.filter((part) => part !== undefined) ?? []
  return digits === undefined ? null : Number(digits)
}
const whose = ({ companyId, organisationId }: Caller, url: string, body: unknown): Whose => ({
  organisationId,
  companyId: companyId ?? named(url, body)
})

/** What a handler failed with; effect wraps it, so that a failure of the key's check is another. */
const reasonOf = (error: unknown): unknown => (Predicate.hasProperty(error, "error") ? error.error : error)

export const layer: Layer.Layer<
  Access.Authentication,
  never,
  ApiKeys | AppConfig | Attempts | Rates | Room | Sessions | SqlClient.SqlClient | Turns | Vault
> = Layer.effect(
  Access.Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const attempts = yield* Attempts
    const { baseUrl, console, consoleOrigins = [], limits } = yield* AppConfig
    const rules = Bodies.rulesOf(limits)
    const room = yield* Room
    const rates = yield* Rates
    const turns = yield* Turns
    const sessions = console
      ? ofSession(yield* Sessions, turns, new URL(baseUrl).origin, consoleOrigins)
      : Effect.succeed(null)
    const count = yield* Counting
    const once = Repeats.make(yield* SqlClient.SqlClient, yield* Vault, limits.keptAnswerBytes)
    return Access.Authentication.of({
      api_key: (http, { credential, endpoint, group }) =>
        Effect.flatMap(
          admit(
            keys,
            sessions,
            attempts,
            credential,
            Visibility.scopeOf(group, endpoint),
            HttpMethod.hasBody(endpoint.method) ? rules[kindOf(endpoint)] : null,
            room,
            rates,
            turns,
            endpoint.query !== undefined
          ),
          ({ body, caller, facts, request }) => {
            count(whose(caller, request.url, body), { requests: 1 })
            facts.mayBeKept = Visibility.isTagged(endpoint)
            const onRepeat = Context.getOrElse(endpoint.annotations, Access.OnRepeat, () => "rolls-back" as const)
            const key = request.headers["idempotency-key"]
            const operation = `${request.method} ${RouteTable.pathOf(request.url)}`
            const carriedOut =
              endpoint.method !== "POST" || key === undefined || onRepeat === "own"
                ? http
                : once({ key, caller, operation, body, onRepeat }, http, reasonOf)
            return carriedOut.pipe(
              Effect.provideService(CurrentCaller, caller),
              Effect.provideService(CurrentView, Visibility.viewOf(endpoint, caller.scopes)),
              Effect.provideService(Bodies.ParsedBody, { value: body }),
              Effect.provideService(HttpServerRequest.HttpServerRequest, request)
            )
          }
        )
    })
  })
)

/** Lets everybody in as the operator: for the command line on this machine, whose requests reach no network. */
export const operatorLayer: Layer.Layer<Access.Authentication, never, ApiKeys | AppConfig | Room> = Layer.effect(
  Access.Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const rules = Bodies.rulesOf((yield* AppConfig).limits)
    const room = yield* Room
    return Access.Authentication.of({
      api_key: (http, { endpoint }) =>
        Effect.gen(function* () {
          const caller = operator(yield* keys.organisation)
          const request = yield* HttpServerRequest.HttpServerRequest
          const read = HttpMethod.hasBody(endpoint.method)
            ? yield* Bodies.read(request, rules[kindOf(endpoint)], room.bodies)
            : { value: undefined, request }
          return yield* http.pipe(
            Effect.provideService(CurrentCaller, caller),
            Effect.provideService(CurrentView, Visibility.viewOf(endpoint, caller.scopes)),
            Effect.provideService(Bodies.ParsedBody, { value: read.value }),
            Effect.provideService(HttpServerRequest.HttpServerRequest, read.request)
          )
        })
    })
  })
)
