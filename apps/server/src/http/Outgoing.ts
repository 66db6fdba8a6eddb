/**
 * What every answer passes on its way out: a caller that has it already is told so, and what is large is compressed. The
 * tag is of the text, weak, so that it is the same in every coding.
 */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Answers from "./Answers.ts"
import * as Encoding from "./Encoding.ts"
import type { RequestFacts } from "./RequestInfo.ts"
import * as Tags from "./Tags.ts"

type Response = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest

/** Smaller answers fit in a packet as they are. */
export const SMALLEST = 1024

/** Its caller may keep it, and has to ask before using it again; nobody on the way may. */
const kept = "private, no-cache"

/** What an answer depends on beside its address: what it says so far, and these names of headers. */
export const varies = (response: Response, names: ReadonlyArray<string>): string =>
  [...new Set([...(response.headers["vary"]?.toLowerCase().split(/[\s,]+/) ?? []), ...names])].join(", ")

const tagged = (response: Response, request: Request): Response => {
  const { body } = response
  if (body._tag !== "Uint8Array") return response
  // A session, which people have instead of a key, comes as a cookie.
  const secret = request.headers["api_key"] ?? request.headers["cookie"] ?? ""
  const etag = Tags.weak(body.text ?? body.body, secret)
  const headers = { etag, "cache-control": kept }
  return Tags.names(request.headers["if-none-match"], [etag])
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.setHeaders(response, headers)
}

const encoded = (response: Response, coding: Encoding.Coding): Effect.Effect<Response> => {
  const { body } = response
  if (body._tag === "Stream") {
    const stream = Encoding.compressedStream(body.stream, coding)
    const made = HttpServerResponse.setBody(response, HttpBody.stream(stream, body.contentType))
    return Effect.succeed(HttpServerResponse.setHeader(made, "content-encoding", coding))
  }
  if (body._tag !== "Uint8Array" || body.contentLength <= SMALLEST) return Effect.succeed(response)
  return Effect.map(Encoding.compressed(body.body, coding), (bytes) =>
    bytes.length >= body.contentLength
      ? response
      : HttpServerResponse.setHeader(
          HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType)),
          "content-encoding",
          coding
        )
  )
}

/**
 * An answer as it leaves. `isCompressed` is false where a page holds what its reader's browser must keep to itself beside
 * what others may have put there. What is prepared for all, or said as somebody else expects it, leaves as it is.
 */
export const finished = (
  answer: Response,
  request: Request,
  facts: RequestFacts,
  isCompressed: boolean
): Effect.Effect<Response> => {
  if (Answers.isRaw(answer) || Answers.isShared(answer)) return Effect.succeed(answer)
  const isTagged = facts.mayBeKept && answer.status === 200
  const response = isTagged ? tagged(answer, request) : answer
  const isSuitable =
    isCompressed &&
    response.headers["content-encoding"] === undefined &&
    Encoding.isCompressible(response.headers["content-type"])
  const names = [...(isSuitable || isTagged ? ["accept-encoding"] : []), ...(isTagged ? ["api_key"] : [])]
  const known = names.length === 0 ? response : HttpServerResponse.setHeader(response, "vary", varies(response, names))
  const coding = isSuitable ? Encoding.chosen(request.headers["accept-encoding"]) : null
  return coding === null ? Effect.succeed(known) : encoded(known, coding)
}
