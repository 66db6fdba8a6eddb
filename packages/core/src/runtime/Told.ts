/** Calls of the doors that are loaded later, with the checks of their arguments. */
import * as Effect from "effect/Effect"
import type { Any } from "../contract/Connector.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import { type Arguments, faultOf } from "./Given.ts"
import type * as Inbound from "./Inbound.ts"
import { type Later, later } from "./Part.ts"

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
