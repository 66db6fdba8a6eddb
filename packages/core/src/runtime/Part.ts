/** What not everybody needs is loaded by who does: a bundler keeps it apart from the rest. */
import * as Effect from "effect/Effect"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, Unavailable } from "../contract/ConnectorError.ts"
import { type Arguments, faultOf } from "./Given.ts"
import type * as Inbound from "./Inbound.ts"

/** Loads a part; what cannot be loaded is named. */
export const part = <A>(connector: Any, operation: string, what: string, load: () => Promise<A>) =>
  Effect.tryPromise({
    try: load,
    catch: (error) =>
      new ConnectorError({
        connector: connector.id,
        operation,
        reason: new Unavailable({
          message: `The app's bundle lacks ${what}: ${error instanceof Error ? error.message : String(error)}`
        })
      })
  })

/** What core has beside what reads. */
export type Later = typeof import("./Later.ts")
let loaded: Later | undefined
/** Loads it. */
export const later = (connector: Any, operation: string): Effect.Effect<Later, ConnectorError> =>
  Effect.suspend(() =>
    loaded === undefined
      ? part(connector, operation, "what is loaded later", async () => (loaded = await import("./Later.ts")))
      : Effect.succeed(loaded)
  )
/** A call that is loaded later, once its arguments are what they are to be. */
export const told = <A, E, R>(
  connector: Any,
  operation: string,
  given: (own: Later["Given"]) => Arguments,
  call: () => Effect.Effect<A, E, R>
): Effect.Effect<A, ConnectorError | E, R> =>
  Effect.flatMap(
    later(connector, operation),
    ({ Given }): Effect.Effect<A, ConnectorError | E, R> => faultOf(connector, operation, given(Given)) ?? call()
  )
/** `Inbound.receiveWeb`. */
export const receiveWeb = <C extends Any>(
  connector: C,
  request: Request | Inbound.NodeRequest,
  proofs: Inbound.Proofs,
  client?: Parameters<typeof Inbound.receiveWeb>[3]
) =>
  Effect.flatMap(later(connector, "receive"), ({ Inbound }) => Inbound.receiveWeb(connector, request, proofs, client))
