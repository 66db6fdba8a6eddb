/**
 * `POST /mcp`: the tools for agents over Streamable HTTP. Each request is answered with one JSON document, by itself: no
 * session is kept, so that every process answers every request, and nothing is open that a stop would wait for.
 */
import { ApiError } from "@svc/core/api"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { AppConfig } from "../AppConfig.ts"
import { ApiKeys } from "../connections/ApiKeys.ts"
import { Attempts } from "../http/Attempts.ts"
import { identified } from "../http/Authentication.ts"
import * as Bodies from "../http/Bodies.ts"
import type { Caller } from "../http/Caller.ts"
import { Rates } from "../http/Rates.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { Room } from "../http/Room.ts"
import { Turns } from "../http/Turns.ts"
import * as Inside from "./Inside.ts"
import * as Protocol from "./Protocol.ts"
import * as Tools from "./Tools.ts"

export type Needs = ApiKeys | AppConfig | Attempts | HttpRouter.HttpRouter | Rates | Room | Turns
type Response = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest
export type Handler = (request: Request) => Effect.Effect<Response, never, Scope.Scope>

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))

const session = "mcp-session-id"

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json", headers })
const nothing = (status: number): Response => HttpServerResponse.empty({ status })

const refused = (fault: Protocol.Fault): Response => json(Protocol.failure(fault), fault.status)

/** What is refused before there is a message, as the protocol says it: an error without an id. */
const failed = ({ code, details, message, retryAfter, status }: ApiError.ApiError): Response => {
  const isUnread = status === 400
  return json(
    Protocol.failure({
      code: isUnread ? Protocol.codes.parse : Protocol.codes.refused,
      message: details[0]?.message ?? message,
      id: null,
      data: { code }
    }),
    status,
    {
      ...(status === 401 ? { "www-authenticate": 'Bearer realm="svc"' } : {}),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) })
    }
  )
}

/** The key of a request: as a bearer's token, which is what clients of the protocol send, or in the interface's own header. */
const credentialOf = ({ authorization, api_key }: Readonly<Record<string, string | undefined>>): Redacted.Redacted =>
  Redacted.make(/^bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? api_key ?? "")

const takesJson = (accept: string | undefined): boolean =>
  accept === undefined || /(application\/(json|\*)|\*\/\*)/i.test(accept)

const unacceptable = json(
  Protocol.failure({
    code: Protocol.codes.refused,
    message: "Accept application/json: that is what is answered.",
    id: null
  }),
  406
)

const sane = /^[!-~]{1,128}$/

/** How the endpoint answers, made when it is first asked. */
export const make: Effect.Effect<Handler & { readonly end: Handler }, never, Needs> = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const attempts = yield* Attempts
  const { baseUrl, limits, name, origins: named = [] } = yield* AppConfig
  const rates = yield* Rates
  const room = yield* Room
  const turns = yield* Turns
  const app = (yield* HttpRouter.HttpRouter).asHttpEffect()

  const about: Protocol.About = {
    name: "svc",
    title: name ?? "svc",
    version,
    instructions: Tools.instructions
  }
  const unlimited = { ...limits.listItems, most: Number.POSITIVE_INFINITY }
  // What the body carries is looked at once more, by the rules of the endpoint that it is for: here is only its envelope.
  const rules: Bodies.Rules = {
    ...Bodies.rulesOf(limits).passthrough,
    depth: { ...limits.bodyDepth, most: limits.bodyDepth.most + 3 },
    listItems: unlimited,
    textLength: unlimited,
    nameLength: unlimited
  }
  const origins = new Set([new URL(baseUrl).origin, ...named])

  /** Calls under way that can be taken back: by key, session and id. */
  const underWay = new Map<string, Deferred.Deferred<null>>()
  const placeOf = ({ keyId }: Caller, { headers }: Request, id: unknown): string =>
    JSON.stringify([keyId, headers[session] ?? null, id])

  /** Lets in who may be here at all. */
  const admitted = Effect.fnUntraced(function* (request: Request) {
    const { origin } = request.headers
    // A page of somebody else's that has got itself our address by its name's resolution still tells where it is from.
    if (origin !== undefined && !origins.has(origin)) {
      return yield* ApiError.make(
        "operation-denied",
        `Pages of ${JSON.stringify(origin.slice(0, 200))} may not call here.`
      )
    }
    const credential = credentialOf(request.headers)
    const caller = yield* identified(keys, attempts, credential, turns)
    const facts = yield* RequestInfo.current
    facts.organisation = caller.organisationId
    yield* rates.count(caller)
    return { caller, key: Redacted.value(credential), requestId: facts.id }
  })

  const answerTo = Effect.fnUntraced(function* (
    request: Request,
    call: Protocol.Call,
    caller: Caller,
    ask: Inside.Ask
  ): Effect.fn.Return<Response> {
    const { method, params } = call
    const known = Protocol.answered(call, about)
    if (known !== undefined) {
      return json(known, 200, method === "initialize" ? { [session]: randomUUID() } : {})
    }
    if (method === "tools/list") return json(Protocol.tools(call, about, yield* Tools.offered(caller, ask)))
    if (method !== "tools/call") return refused(Protocol.noMethod(call))
    const tool = Tools.named(caller, params["name"])
    if (typeof tool === "string") return refused(Protocol.noTool(call, tool))
    const place = placeOf(caller, request, call.id)
    const cancelled = yield* Deferred.make<null>()
    underWay.set(place, cancelled)
    const result = yield* Tools.call(tool, params["arguments"], ask, limits.toolAnswerLength.most).pipe(
      Effect.raceFirst(Deferred.await(cancelled)),
      Effect.ensuring(
        Effect.sync(() => {
          if (underWay.get(place) === cancelled) underWay.delete(place)
        })
      )
    )
    // Who took the call back does not want to hear of it.
    if (result === null) return nothing(202)
    const { isError, structured, text } = result
    return json(
      Protocol.success(call, about, {
        content: [{ type: "text", text }],
        ...(structured === undefined ? {} : { structuredContent: structured }),
        ...(isError === true ? { isError } : {})
      })
    )
  })

  const post = Effect.fnUntraced(function* (request: Request) {
    const { caller, key, requestId } = yield* admitted(request)
    if (!takesJson(request.headers["accept"])) return unacceptable
    const { value } = yield* Bodies.read(request, rules, room.bodies)
    const message = Protocol.read(request.headers, value)
    switch (message._tag) {
      case "Fault":
        return refused(message)
      case "Notice": {
        const { method, params } = message
        if (method === "notifications/cancelled") {
          const own = underWay.get(placeOf(caller, request, params["requestId"]))
          if (own !== undefined) yield* Deferred.succeed(own, null)
        }
        return nothing(202)
      }
      case "Call": {
        const ask = Inside.asking(app, key, request, requestId, yield* Effect.scope)
        return yield* answerTo(request, message, caller, ask)
      }
    }
  })

  /** A client that leaves: what it has under way ends. */
  const end = Effect.fnUntraced(function* (request: Request) {
    const { caller } = yield* admitted(request)
    const own = request.headers[session]
    if (own === undefined || !sane.test(own)) {
      return yield* ApiError.make("missing-params", "Send the session to end in the header Mcp-Session-Id.")
    }
    const prefix = placeOf(caller, request, 0).slice(0, -2)
    for (const [place, cancelled] of underWay) {
      if (place.startsWith(prefix)) yield* Deferred.succeed(cancelled, null)
    }
    return nothing(204)
  })

  const said =
    <R>(answer: (request: Request) => Effect.Effect<Response, ApiError.ApiError, R>) =>
    (request: Request) =>
      Effect.catch(answer(request), (error) => Effect.succeed(failed(error)))
  return Object.assign(said(post), { end: said(end) })
})
