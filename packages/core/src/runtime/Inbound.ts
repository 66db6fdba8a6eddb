/** Checks a platform's own webhook with the connector's pure description of it. */
import * as Effect from "effect/Effect"
import type { Inbound, InboundEvent, InboundRequest, InboundResponse } from "../Inbound.ts"
import { hash, hmac, timingSafeEqual } from "./Hmac.ts"

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
  if (signature === null || secrets.length === 0) return refusal
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  if (signature.timestamp !== undefined && !(Math.abs(now / 1000 - signature.timestamp) <= tolerance)) return refusal
  const expected = yield* Effect.forEach(secrets, (secret) =>
    Effect.promise(() =>
      signature.secret === "prefix"
        ? hash(signature.algorithm, secret + signature.message, signature.encoding)
        : hmac(signature.algorithm, secret, signature.message, signature.encoding)
    )
  )
  if (!signature.signatures.some((given) => expected.some((right) => timingSafeEqual(right, given)))) return refusal
  const receipt = inbound.receipt ?? { status: 200 }
  const events = yield* Effect.sync(() => inbound.events(JSON.parse(request.body), request)).pipe(
    Effect.catchDefect(() => Effect.succeed([] as ReadonlyArray<InboundEvent>))
  )
  return { response: receipt, events, accepted: true }
})
