/** A transport over an HTTP client of effect's, for programs that have one. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import { observing, type OnCall } from "./Made.ts"
import type { Incoming, Outgoing, Transport } from "./Transport.ts"

const traced: NonNullable<Transport["traced"]> = ({ host, method, name }, call) =>
  call.pipe(
    Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
    Effect.withSpan(name, {
      kind: "client",
      attributes: { "http.request.method": method, "server.address": host }
    })
  )

/** Makes the transport; of each call is told who wants to hear of it. */
export const make = (http: HttpClient.HttpClient, told?: OnCall): Transport => {
  const send = ({ body, headers, isTraced = false, method, url }: Outgoing) => {
    const bare = HttpClientRequest.make(method)(url).pipe(HttpClientRequest.setHeaders(headers))
    const request =
      body === undefined
        ? bare
        : typeof body.content === "string"
          ? HttpClientRequest.bodyText(bare, body.content, body.type)
          : HttpClientRequest.bodyUint8Array(bare, body.content, body.type)
    const answer = Effect.map(http.execute(request), (response): Incoming => ({
      status: response.status,
      headers: response.headers,
      get text() {
        return response.text
      },
      get arrayBuffer() {
        return response.arrayBuffer
      },
      get readable() {
        return Stream.toReadableStreamEffect(response.stream)
      }
    }))
    return isTraced
      ? Effect.provideService(answer, HttpClient.TracerPropagationEnabled, false)
      : // The client's own span would hold the address, in whose query keys travel; and trace headers would tell every
        // platform of the caller's own tracing.
        Effect.provideService(answer, HttpClient.TracerDisabledWhen, () => true)
  }
  return Object.assign(send, { traced, ...(told === undefined ? {} : { observe: observing(told) }) })
}
