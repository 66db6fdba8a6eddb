/**
 * The interface, asked from inside: a tool's request takes the way of every other, from the gate to the handler, with the
 * key it came with. So it is checked, limited, counted, audited and shown by the same rules, and there is no second way in.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** What a model reads when a tool could not do what it was asked for. */
export class ToolFailure extends Data.TaggedError("ToolFailure")<{
  readonly message: string
  /** The status that the interface answered; null where it was not asked. */
  readonly status: number | null
}> {}

export interface Asked {
  readonly query?: Iterable<readonly [name: string, value: string]>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export interface Answered {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: any
}
/** Asks the interface; fails with what it refuses, in words. */
export type Ask = (method: string, path: string, asked?: Asked) => Effect.Effect<Answered, ToolFailure>

type Request = HttpServerRequest.HttpServerRequest
type App = ReturnType<HttpRouter.HttpRouter["asHttpEffect"]>

/** A request that stands on the one that carried the tool's call: from the same caller, over the same connection. */
const requestOf = (outer: Request, method: string, url: string, headers: Headers.Headers, bytes: Uint8Array): Request =>
  Object.create(outer, {
    method: { value: method },
    url: { value: url },
    headers: { value: headers },
    arrayBuffer: { value: Effect.sync(() => new Uint8Array(bytes).buffer) },
    text: { value: Effect.sync(() => new TextDecoder().decode(bytes)) },
    stream: { value: Stream.succeed(bytes) },
    modify: {
      value: (options: { readonly url?: string; readonly headers?: Headers.Headers }) =>
        requestOf(outer, method, options.url ?? url, options.headers ?? headers, bytes)
    }
  })

const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new TextEncoder().encode(body._tag === "Raw" ? String(body.body) : "")

interface Envelope {
  readonly error?: {
    readonly code: string
    readonly details?: ReadonlyArray<{ readonly code: string; readonly message: string }>
  }
}
/** How many faults are told: what is wrong with a hundred members is seen by the first of them. */
const told = 10

/** What the interface refuses, in words: each fault with its code. */
const refusalOf = (status: number, headers: Answered["headers"], body: Envelope | undefined): ToolFailure => {
  const { code = "unknown-error", details = [] } = body?.error ?? {}
  const left = details.length - told
  const lines = details.slice(0, told).map((one) => `${one.code}: ${one.message}`)
  const wait = headers["retry-after"]
  return new ToolFailure({
    status,
    message: [
      ...(lines.length === 0 ? [`${code}: the service answered ${status}.`] : lines),
      ...(left > 0 ? [`… and ${left} faults more.`] : []),
      ...(wait === undefined ? [] : [`Try again in ${wait} s.`])
    ].join("\n")
  })
}

/** Asks as the caller of the request under way; `key` is the API key it came with. */
export const asking = (app: App, key: string, outer: Request, requestId: string, scope: Scope.Scope): Ask =>
  Effect.fnUntraced(function* (method, path, { body, headers = {}, query = [] } = {}) {
    const search = new URLSearchParams([...query].map(([name, value]) => [name, value])).toString()
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const forwarded = outer.headers["x-forwarded-for"]
    const request = requestOf(
      outer,
      method,
      search === "" ? path : `${path}?${search}`,
      Headers.fromInput({
        ...headers,
        api_key: key,
        "request-id": requestId,
        "content-length": String(bytes.length),
        ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      }),
      bytes
    )
    const response = yield* app.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.provideService(Scope.Scope, scope),
      Effect.orDie
    )
    const text = new TextDecoder().decode(bytesOf(response))
    const parsed = yield* Effect.try({
      try: () => (text === "" ? undefined : JSON.parse(text)),
      catch: () => new ToolFailure({ status: response.status, message: "unknown-error: the answer was not JSON." })
    })
    if (response.status >= 400) return yield* refusalOf(response.status, response.headers, parsed)
    return { headers: response.headers, body: parsed }
  })
