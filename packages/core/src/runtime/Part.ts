/** What not everybody needs is loaded by who does: a bundler keeps it apart from the rest. */
import * as Effect from "effect/Effect"
import { type Any, isLater, type Writes } from "../contract/Connector.ts"
import { ConnectorError, Unavailable } from "../contract/ConnectorError.ts"
import type * as Inbound from "./Inbound.ts"

const part = <A>(connector: string, operation: string, what: string, load: () => Promise<A>) =>
  Effect.tryPromise({
    try: load,
    catch: (error) =>
      new ConnectorError({
        connector,
        operation,
        reason: new Unavailable({
          message: `The app's bundle lacks the part that ${what}: ${error instanceof Error ? error.message : String(error)}`
        })
      })
  })
export const writer = (connector: Any) => part(connector.id, "write", "writes", () => import("./Writing.ts"))
/** The connector's writes, loaded where they are apart. */
export const writesOf = ({ id, writes }: Any): Effect.Effect<Writes, ConnectorError> =>
  isLater(writes)
    ? Effect.map(part(id, "write", "writes", writes.load), (own) => own.writes)
    : Effect.succeed(writes as Writes)
export const subscriber = (connector: Any) =>
  part(connector.id, "register a webhook", "registers webhooks", () => import("./Subscribing.ts"))
export const files = (connector: Any) => part(connector.id, "move a file", "moves files", () => import("./Files.ts"))
/** `Inbound.receiveWeb`. */
export const receiveWeb = <C extends Any>(
  connector: C,
  request: Request | Inbound.NodeRequest,
  proofs: Inbound.Proofs,
  client?: Parameters<typeof Inbound.receiveWeb>[3]
) =>
  Effect.flatMap(
    part(connector.id, "receive", "receives webhooks", () => import("./Inbound.ts")),
    (own) => own.receiveWeb(connector, request, proofs, client)
  )
