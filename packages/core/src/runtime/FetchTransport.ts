/**
 * A transport over `fetch`, with no more than core asks of one. It is there for the size of bundles: effect's own client also
 * streams, follows and retries, which takes some eight kilobytes more.
 */
import * as Effect from "effect/Effect"
import * as Bounds from "../contract/Bounds.ts"
import type { Any } from "../contract/Connector.ts"
import { later } from "./Part.ts"
import { mistake } from "./Steps.ts"
import type { CallMade, Failure, Incoming, Observe, Transport } from "./Transport.ts"

/** The body, unless there is more of it than is read. */
const bytesOf = async ({ body }: Response, most: number): Promise<ArrayBuffer> => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    length += piece.value.length
    if (length > most) {
      await reader?.cancel()
      throw Object.assign(new Error(`the body is larger than ${most} bytes (bounds.answer)`), {
        code: "UND_ERR_RES_EXCEEDED_MAX_SIZE"
      })
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

/** Makes the transport; `onCall` is told of each call, and an answer has so many bytes at most. */
export const make = (
  connector: Any,
  fetch: typeof globalThis.fetch,
  onCall?: (call: CallMade) => void,
  most: number = Bounds.answer
): Transport => {
  const send = sending(connector, fetch, most)
  return onCall === undefined ? send : Object.assign(send, { observe: observing(connector, onCall) })
}

/** Tells of calls by what is loaded later: few ask to be told. A call fails where that cannot be loaded, rather than go untold. */
const observing =
  (connector: Any, onCall: (call: CallMade) => void): Observe =>
  (outgoing, about, call) =>
    Effect.flatMap(later(connector, about.operation), ({ Made }) => Made.observingOf(onCall)(outgoing, about, call))

/** Whether it is what the web's `fetch` answers, of whichever realm: a library's own may have another body. */
const isResponse = (answer: Partial<Response> | null | undefined): boolean =>
  typeof answer?.status === "number" &&
  typeof answer.headers?.get === "function" &&
  (answer.body === null || typeof answer.body?.getReader === "function")

const sending =
  (connector: Any, fetch: typeof globalThis.fetch, most: number): Transport =>
  ({ body, headers, method, url }) =>
    Effect.suspend(() => {
      const controller = new AbortController()
      // Whoever is broken off, with the head of an answer or before it, breaks the request off.
      const tried = <A>(run: () => Promise<A>): Effect.Effect<A, Failure> =>
        Effect.onInterrupt(
          Effect.tryPromise({ try: run, catch: (cause): Failure => ({ _tag: "TransportError", cause }) }),
          () => Effect.sync(() => controller.abort())
        )
      const content = typeof body?.content === "string" ? new TextEncoder().encode(body.content) : body?.content
      return Effect.flatMap(
        tried(() =>
          fetch(url, {
            method,
            headers:
              body === undefined || content === undefined
                ? headers
                : { ...headers, "content-type": body.type, "content-length": String(content.length) },
            signal: controller.signal,
            // Followed, a redirect would take a connector's own credential headers to another host.
            redirect: "manual",
            ...(content === undefined ? {} : { body: content as Uint8Array<ArrayBuffer> })
          })
        ),
        (response): Effect.Effect<Incoming> =>
          isResponse(response)
            ? Effect.succeed({
                status: response.status,
                headers: Object.fromEntries(response.headers),
                text: tried(async () => new TextDecoder().decode(await bytesOf(response, most))),
                arrayBuffer: tried(() => bytesOf(response, most)),
                readable: Effect.sync(() => response.body ?? new Blob([]).stream())
              })
            : Effect.die(mistake(connector, "connect", "fetch", "must answer a Response of the web"))
      )
    })
