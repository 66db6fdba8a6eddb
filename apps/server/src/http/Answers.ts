/** Every answer of the interface: plain JSON, prepared JSON text, and the one error envelope. */
import { type ApiError, Failure } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { told } from "../Limits.ts"
import * as RequestInfo from "./RequestInfo.ts"

const contentType = "application/json"

/** Prepared JSON text, as it is. */
export const text = (body: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { contentType })

/** The same in UTF-8. */
export const bytes = (body: Uint8Array): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(body, { contentType })

export const json = (body: unknown): HttpServerResponse.HttpServerResponse => text(JSON.stringify(body))

/** `{ data }`. */
export const data = (value: unknown): HttpServerResponse.HttpServerResponse => json({ data: value })

const timesOf = ({ id, since }: RequestInfo.RequestFacts) => ({
  request_timestamp: since.toISOString(),
  response_timestamp: new Date().toISOString(),
  request_id: id
})

/** The members of `value` with the times and the id of the request. */
export const timed = (value: object): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestInfo.current, (facts) => {
    // It is another one each time.
    facts.mayBeKept = false
    return json({ ...value, ...timesOf(facts) })
  })

/** The same with `data`, JSON text that may be large, in front: it is put between the rest as it is. */
export const timedText = (data: string, rest: object): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestInfo.current, (facts) => {
    const head = '{"data":'
    const end = `,${JSON.stringify({ ...rest, ...timesOf(facts) }).slice(1)}`
    // Written once into its place: a text made of three would be copied before it is made bytes of.
    const body = Buffer.allocUnsafeSlow(head.length + Buffer.byteLength(data) + Buffer.byteLength(end))
    const at = body.write(head)
    body.write(end, at + body.write(data, at))
    return bytes(body)
  })

const others = new WeakSet<HttpServerResponse.HttpServerResponse>()
/** What somebody else expects, such as a platform as the receipt of its webhook: it leaves as it is, errors too. */
export const raw = (
  body: string,
  options: { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined }
): HttpServerResponse.HttpServerResponse => {
  const response = HttpServerResponse.raw(body, { status: options.status, headers: options.headers ?? {} })
  others.add(response)
  return response
}
/** The same of an answer that is made already, such as a file. */
export const asItIs = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  others.add(response)
  return response
}
export const isRaw = (response: HttpServerResponse.HttpServerResponse): boolean => others.has(response)

const prepared = new WeakSet<HttpServerResponse.HttpServerResponse>()
/** An answer whose bytes are there once for all who ask: it takes no room of its own. */
export const shared = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  prepared.add(response)
  return response
}
export const isShared = (response: HttpServerResponse.HttpServerResponse): boolean => prepared.has(response)

const bodyOf = (error: ApiError.ApiError, { faults, id, since }: RequestInfo.RequestFacts) => {
  const body = Failure.bodyOf(error, since, id)
  return faults === null ? body : { ...body, error: { ...body.error, details: told(error.details, faults) } }
}

/** The answer to a request that failed. */
export const failure = (
  error: ApiError.ApiError,
  facts: RequestInfo.RequestFacts
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(bodyOf(error, facts)), {
    status: error.status,
    contentType,
    headers: {
      ...(error.retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(error.retryAfter))) }),
      ...(error.replayed === true ? { "idempotent-replayed": "true" } : {})
    }
  })
