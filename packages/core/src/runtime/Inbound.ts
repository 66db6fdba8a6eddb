/** Checks a platform's own webhook with the connector's pure description of it. */
import * as Effect from "effect/Effect"
import * as Bounds from "../contract/Bounds.ts"
import { type Any, sourcesOf } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall, Unsupported } from "../contract/ConnectorError.ts"
import type { Inbound, InboundEvent, InboundRequest, InboundResponse } from "../contract/Inbound.ts"
import { hash, hmac, timingSafeEqual } from "./Hmac.ts"
import type { Event, Received as Offered } from "./Offer.ts"
import * as Json from "./Json.ts"

/** Seconds a signed time may be off. */
const tolerance = 300

export interface Received {
  /** What the platform is answered. */
  readonly response: InboundResponse
  /** What it told; empty for a handshake or a refused request. */
  readonly events: ReadonlyArray<InboundEvent>
  readonly accepted: boolean
}

/** Verifies a request and reads its events. `secrets` are those in force, two during a rotation. Never fails. */
export const receive = Effect.fnUntraced(function* (
  inbound: Inbound,
  request: InboundRequest,
  secrets: ReadonlyArray<string>
): Effect.fn.Return<Received> {
  const refusal: Received = { response: inbound.refusal ?? { status: 401 }, events: [], accepted: false }
  const handshake = inbound.handshake?.(request) ?? null
  if (handshake !== null) return { response: handshake, events: [], accepted: true }
  const signature = yield* Effect.sync(() => inbound.signature(request)).pipe(
    Effect.catchDefect(() => Effect.succeed(null))
  )
  // An empty secret is one that was never set: nothing may be believed for it.
  const inForce = secrets.filter((secret) => secret !== "")
  if (signature === null || inForce.length === 0) return refusal
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  if (signature.timestamp !== undefined && !(Math.abs(now / 1000 - signature.timestamp) <= tolerance)) return refusal
  const expected = yield* Effect.forEach(inForce, (secret) =>
    Effect.promise(() =>
      signature.secret === "prefix"
        ? hash(signature.algorithm, secret + signature.message, signature.encoding)
        : hmac(signature.algorithm, secret, signature.message, signature.encoding)
    )
  )
  if (!signature.signatures.some((given) => expected.some((right) => timingSafeEqual(right, given)))) return refusal
  const receipt = inbound.receipt ?? { status: 200 }
  const events = yield* Effect.sync(() => inbound.events(Json.parse(request.body), request)).pipe(
    Effect.catchDefect(() => Effect.succeed([] as ReadonlyArray<InboundEvent>))
  )
  // What is longer is the id of nothing.
  const named = events.filter(({ platform_id }) => platform_id.length <= Bounds.id)
  return { response: receipt, events: named, accepted: true }
})

/** A web request as connectors see it; its body is read. */
export const requestOf = async (request: Request): Promise<InboundRequest> => ({
  method: request.method,
  url: new URL(request.url),
  headers: Object.fromEntries(request.headers),
  body: await request.text()
})

/** The answer to the platform as a web response. */
export const responseOf = ({ body, headers, status }: InboundResponse): Response =>
  new Response(body ?? null, { status, ...(headers === undefined ? {} : { headers: { ...headers } }) })

/**
 * Verifies a web request and reads its events, those of models that the connector reads; `Unsupported` when its platform
 * has no webhooks.
 */
export const receiveWeb = Effect.fnUntraced(function* <C extends Any>(
  connector: C,
  request: Request,
  secrets: ReadonlyArray<string>
): Effect.fn.Return<Offered<C>, ConnectorError> {
  const { inbound } = connector
  if (inbound === undefined) {
    return yield* new ConnectorError({
      connector: connector.id,
      operation: "receive",
      reason: new Unsupported({ capability: "webhooks" })
    })
  }
  const read = yield* Effect.tryPromise({
    try: () => requestOf(request),
    catch: (error) =>
      new ConnectorError({
        connector: connector.id,
        operation: "receive",
        reason: new InvalidCall({
          field: "request",
          message: `The request cannot be read: ${error instanceof Error ? error.message : String(error)}`
        })
      })
  })
  const received = yield* receive(inbound, read, secrets)
  return {
    accepted: received.accepted,
    events: received.events.filter((event): event is Event<C> => sourcesOf(connector, event.model).length > 0),
    response: responseOf(received.response)
  }
})
