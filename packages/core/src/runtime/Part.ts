/** What not everybody needs is loaded by who does: a bundler keeps it apart from the rest. */
import * as Effect from "effect/Effect"
import { type Any, isLater, type LaterRead } from "../contract/Connector.ts"
import { ConnectorError, Unavailable } from "../contract/ConnectorError.ts"
import type { ModelId } from "../contract/Models.ts"

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

/** The connector with the reads of a model, loaded where they are apart. */
export const reading = (connector: Any, model: ModelId, operation: string): Effect.Effect<Any, ConnectorError> => {
  const own: object | undefined = connector.reads[model]
  return isLater<LaterRead>(own)
    ? Effect.map(part(connector, operation, `what reads ${model}`, own.load), ({ reads }) => ({
        ...connector,
        reads: { ...connector.reads, ...reads }
      }))
    : Effect.succeed(connector)
}

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
