/**
 * An HTTP client over `fetch` with no more than core asks of one: bodies that are texts, answers that are read whole. It is
 * there for the size of bundles: effect's own client also streams, which takes nine more kilobytes.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Bounds from "../contract/Bounds.ts"

const tried = <A>(request: HttpClientRequest, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
  })

/** The body, unless there is more of it than is read. */
const bytesOf = async ({ body }: Response): Promise<ArrayBuffer> => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    length += piece.value.length
    if (length > Bounds.answer) {
      await reader?.cancel()
      throw Object.assign(new Error("The answer is too large."), { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" })
    }
    pieces.push(piece.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}

/** What core reads of an answer. */
const answerOf = (
  request: HttpClientRequest,
  response: Response
): Pick<HttpClientResponse, "status" | "headers" | "text" | "arrayBuffer"> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers) as HttpClientResponse["headers"],
  text: tried(request, async () => new TextDecoder().decode(await bytesOf(response))),
  arrayBuffer: tried(request, () => bytesOf(response))
})

/** Makes the client. */
export const make = (fetch: typeof globalThis.fetch): HttpClient.HttpClient =>
  HttpClient.make((request, url, signal) =>
    Effect.map(
      tried(request, () => {
        const { body, headers, method } = request
        return fetch(url, {
          method,
          headers,
          signal,
          // Followed, a redirect would take a connector's own credential headers to another host.
          redirect: "manual",
          ...(body._tag === "Uint8Array" ? { body: body.body as Uint8Array<ArrayBuffer> } : {})
        })
      }),
      (response) => answerOf(request, response) as HttpClientResponse
    )
  )
