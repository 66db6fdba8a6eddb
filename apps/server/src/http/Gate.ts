/**
 * What every request passes, whatever it asks for: it gets an id, its address is measured, it is timed and logged under
 * the name of its route, and whatever goes wrong on the way leaves as the one error envelope.
 */
import { ApiError } from "@svc/core/api"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { AppConfig } from "../AppConfig.ts"
import { DatabaseInfo } from "../database/Database.ts"
import { isUnavailable } from "../database/Unavailable.ts"
import { type Limit, type Limits, tooManyBytes } from "../Limits.ts"
import * as Answers from "./Answers.ts"
import * as Origins from "./Origins.ts"
import * as Outgoing from "./Outgoing.ts"
import { WINDOW } from "./Rates.ts"
import * as RequestInfo from "./RequestInfo.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import { Room, type Shared, SMALL } from "./Room.ts"
import * as RouteTable from "./RouteTable.ts"
import { type Lane, Turns } from "./Turns.ts"

const security: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
}
/** What others may show says so by itself. */
const shared = ({ headers }: HttpServerResponse.HttpServerResponse): Readonly<Record<string, string>> => {
  const own = headers["cross-origin-resource-policy"]
  return own === undefined ? {} : { "cross-origin-resource-policy": own }
}
/** For answers that are no pages and bring no policy of their own. */
const policy = "default-src 'none'; frame-ancestors 'none'"
/** The older word for what the policy says; none for a page that names who may have it in a frame, which the word cannot. */
const framing = (own: string): Readonly<Record<string, string>> =>
  /frame-ancestors (?!'none')/.test(own) ? {} : { "x-frame-options": "DENY" }

const isText = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"] === undefined || response.headers["content-type"].startsWith("text/plain")

const shown = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
/** The message for an address that is not there. */
const missing = (request: HttpServerRequest.HttpServerRequest): ApiError.ApiError =>
  ApiError.make("not-found", `There is nothing at ${shown(RouteTable.pathOf(request.url))}.`)

/** The methods an address takes: those of its routes, HEAD where it takes GET, and OPTIONS, which says so. */
const allowed = (methods: ReadonlySet<string>): ReadonlyArray<string> =>
  [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted()

/** The answer to a method that an address does not take, and to OPTIONS; null for one that it takes. */
const answerOfMethod = (
  request: HttpServerRequest.HttpServerRequest,
  route: RouteTable.Found | null,
  facts: RequestInfo.RequestFacts,
  origins: Origins.Origins
): HttpServerResponse.HttpServerResponse | null => {
  if (route === null) return null
  const methods = allowed(route.methods)
  const allow = { allow: methods.join(", ") }
  if (request.method === "OPTIONS") {
    const headers = { ...allow, ...origins.preflight(request, route, methods) }
    return HttpServerResponse.empty({ status: 204, headers })
  }
  if (methods.includes(request.method)) return null
  const path = shown(RouteTable.pathOf(request.url))
  const message = `${path} does not take ${request.method.slice(0, 20)}; it takes ${allow.allow}.`
  return HttpServerResponse.setHeaders(Answers.failure(ApiError.make("method-not-allowed", message), facts), allow)
}

/**
 * A read with its empty parameters left out: clients write an absent value as `next=`. Other requests stay as they are,
 * for a platform may have signed the address.
 */
const withoutEmpty = (
  request: HttpServerRequest.HttpServerRequest,
  route: RouteTable.Found | null
): HttpServerRequest.HttpServerRequest => {
  const at = request.url.indexOf("?")
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (at === -1 || !isRead || route?.template.startsWith("/v3/") !== true) return request
  const [query = "", ...rest] = request.url.slice(at + 1).split("#")
  const parts = query.split("&")
  const kept = parts.filter((part) => !/^[^=]*=?$/.test(part))
  if (kept.length === parts.length) return request
  const fragment = rest.length === 0 ? "" : `#${rest.join("#")}`
  return request.modify({
    url: `${request.url.slice(0, at)}${kept.length === 0 ? "" : `?${kept.join("&")}`}${fragment}`
  })
}

const errorOf = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest
): ApiError.ApiError => {
  switch (response.status) {
    case 404:
    case 405:
      return missing(request)
    case 413:
      return ApiError.make("payload-too-large", "The request is too large.")
    case 415:
      return ApiError.make("unsupported-media-type", "Send the body as application/json in UTF-8.")
  }
  return response.status >= 500
    ? ApiError.make("unknown-error", "Something went wrong here. Tell us the request id if it goes on.")
    : ApiError.make("invalid-params", "The request is not valid.")
}

/** Pages that people connect on: a browser shows them with cookies of its own. */
const isPage = (route: RouteTable.Found | null): boolean =>
  route !== null && /^\/(?:connect|oauth)\//.test(route.template)

/** What a browser was made to ask with a cookie may hold a secret beside what somebody else chose: its length tells of it. */
const isCompressed = (request: HttpServerRequest.HttpServerRequest, route: RouteTable.Found | null): boolean =>
  !isPage(route) && request.headers["cookie"] === undefined

/** The lane of a request without a key; null where it needs no turn, or takes one when it is known whose key it has. */
const laneOf = (route: RouteTable.Found | null): Lane | null => {
  if (route === null) return null
  if (isPage(route)) return "people"
  return route.template.startsWith("/v3/core/inbound/") ? "open" : null
}

const unavailable = ApiError.later(
  "platform-unavailable",
  "The database of the service is not available at the moment.",
  1
)

const handle = Effect.fnUntraced(function* <E, R>(
  http: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  request: HttpServerRequest.HttpServerRequest,
  route: RouteTable.Found | null,
  facts: RequestInfo.RequestFacts,
  urlBytes: Limit,
  turns: Turns["Service"],
  full: Effect.Effect<void> | null,
  origins: Origins.Origins
) {
  if (Buffer.byteLength(request.url) > urlBytes.most) {
    return Answers.failure(tooManyBytes("The address", urlBytes), facts)
  }
  const answer = answerOfMethod(request, route, facts, origins)
  if (answer !== null) return answer
  // Until there is space on the disk of the embedded database, nobody would answer.
  const lane = laneOf(route)
  const inTurn = lane === null ? http : Effect.andThen(turns.take(facts, facts.address ?? "unknown", lane), http)
  // A race that cannot be interrupted would go on for a caller who has hung up.
  const raced = full === null ? inTurn : Effect.interruptible(Effect.raceFirst(inTurn, Effect.as(full, null)))
  const exit = yield* Effect.exit(raced)
  if (Exit.isSuccess(exit)) {
    const { value } = exit
    if (value === null) return Answers.failure(unavailable, facts)
    // Plain text of a client's error comes from the router's own checks; pages and JSON are somebody's answer.
    return value.status >= 400 && isText(value) && !Answers.isRaw(value)
      ? Answers.failure(errorOf(value, request), facts)
      : value
  }
  if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.failCause(exit.cause as Cause.Cause<E>)
  const error = Cause.squash(exit.cause)
  if (error instanceof ApiError.ApiError) return Answers.failure(error, facts)
  if (isUnavailable(error)) {
    yield* Effect.logWarning("A request failed because the database is not available.", exit.cause)
    return Answers.failure(unavailable, facts)
  }
  const [response, cause] = yield* HttpServerError.causeResponse(exit.cause)
  if (response.status >= 500) yield* Effect.logError("A request failed.", cause)
  return Answers.failure(errorOf(response, request), facts)
})

/** Spans that nobody looks at are not made: a service and each of its statements has one. */
const untraced = Effect.withTracerEnabled(false)

/** Whether anybody looks at spans. */
const isTraced: Effect.Effect<boolean> = Effect.map(Effect.tracer, (tracer) => tracer !== Tracer.nativeTracer)

/** The request as a span, named after its route. The address itself is not told: it may hold a token. */
const traced = <E, R>(
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  request: HttpServerRequest.HttpServerRequest,
  route: string,
  requestId: string
) =>
  handled.pipe(
    Effect.tap(({ status }) =>
      Effect.annotateCurrentSpan({
        "http.response.status_code": status,
        ...(status >= 500 ? { "error.type": String(status) } : {})
      })
    ),
    Effect.withSpan(`${request.method} ${route}`, {
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(request.headers)),
      attributes: { "http.request.method": request.method, "http.route": route, request_id: requestId }
    })
  )

/** A large answer takes room until its caller has taken it; where there is none, the caller is told to come again. */
const withRoom = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest,
  room: Shared,
  facts: RequestInfo.RequestFacts
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  const size = body._tag === "Uint8Array" ? body.contentLength : 0
  if (size <= SMALL || Answers.isShared(response) || request.method === "HEAD") return response
  const owner = facts.organisation
  const broken = room.take(size, owner)
  if (broken !== null) {
    const message = `Answers that nobody has taken yet take up all ${broken.most} bytes there are for them (${broken.setting}).`
    return Answers.failure(ApiError.later("platform-unavailable", message, 1), facts)
  }
  const out = NodeHttpServerRequest.toServerResponse(request)
  const free = () => room.free(size, owner)
  if (out.closed) free()
  else out.once("close", free)
  return response
}

/**
 * A request and its answer on their way. A generator written inside a function that runs for each request would be a new
 * one each time, and the engine keeps such a one, and the answer with it, until its next full collection.
 */
const pass = Effect.fnUntraced(function* <E, R>(
  http: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  table: RouteTable.RouteTable,
  { faults, urlBytes }: Limits,
  room: Shared,
  turns: Turns["Service"],
  proxies: number,
  full: Effect.Effect<void> | null,
  origins: Origins.Origins
) {
  const asked = yield* HttpServerRequest.HttpServerRequest
  const found = table.find(RouteTable.pathOf(asked.url))
  const request = withoutEmpty(asked, found)
  const facts = RequestInfo.begin(request.headers["request-id"], RequestInfo.addressOf(request, proxies), faults)
  const route = found?.template ?? "unknown"
  const isProbe = route === "/healthz" || route === "/readyz"
  const handled = handle(http, request, found, facts, urlBytes, turns, full, origins).pipe(
    // Within its turn: to compress is work.
    Effect.flatMap((response) => Outgoing.finished(response, request, facts, isCompressed(request, found))),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.provideService(RequestInfo.RequestInfo, facts),
    Effect.ensuring(
      Effect.sync(() => {
        facts.release?.()
        facts.turn?.end()
      })
    ),
    Effect.annotateLogs({ request_id: facts.id })
  )
  const made = yield* isProbe || !(yield* isTraced) ? untraced(handled) : traced(handled, request, route, facts.id)
  const response = withRoom(made, request, room, facts)
  const seconds = (Date.now() - facts.since.getTime()) / 1000
  yield* RequestMetrics.record(request.method, route, response.status, seconds)
  if (!isProbe) {
    yield* Effect.logInfo("request").pipe(
      Effect.annotateLogs({
        request_id: facts.id,
        method: request.method,
        route,
        status: response.status,
        ms: Math.round(seconds * 1000)
      })
    )
  }
  const origin = origins.of(request, found)
  return HttpServerResponse.setHeaders(response, {
    ...(origin === null ? undefined : { ...origin, vary: Outgoing.varies(response, ["origin"]) }),
    "request-id": facts.id,
    ...(facts.rate === null ? undefined : rateFields(facts.rate)),
    ...security,
    ...shared(response),
    ...framing(response.headers["content-security-policy"] ?? policy),
    "content-security-policy": response.headers["content-security-policy"] ?? policy,
    "cache-control": response.headers["cache-control"] ?? "no-store"
  })
})

/** What a key may still ask for, as the IETF's draft of rate limit fields writes it. */
const rateFields = ({ left, limit, reset }: NonNullable<RequestInfo.RequestFacts["rate"]>) => ({
  "ratelimit-policy": `"key";q=${limit};w=${WINDOW}`,
  ratelimit: `"key";r=${left};t=${reset}`
})

/** The gate, for a server with these routes. */
export const layer = (
  table: RouteTable.RouteTable
): Layer.Layer<never, never, HttpRouter.HttpRouter | AppConfig | DatabaseInfo | Room | Turns> =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const { consoleOrigins, limits, origins: named = [], trustedProxies } = yield* AppConfig
      const origins = Origins.make(named, consoleOrigins)
      const database = yield* DatabaseInfo
      const { answers } = yield* Room
      const turns = yield* Turns
      const full = database.kind === "embedded" ? database.full : null
      return (http) => pass(http, table, limits, answers, turns, trustedProxies, full, origins)
    }),
    { global: true }
  )
