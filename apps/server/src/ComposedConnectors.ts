/** The connectors this server composes, as a service. */
import { Registry } from "@svc/core/runtime"
import type { Connector } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ComposedPackages from "./ComposedPackages.ts"

export class Connectors extends Context.Service<Connectors, Registry.Registry>()("@svc/server/Connectors") {
  /**
   * Fails the start, with a sentence, when one of them cannot be composed. `program` is the file that composes them, for what
   * the manifests of the packages beside it say.
   */
  static readonly layer = (connectors: ReadonlyArray<Connector.Any>, program?: string): Layer.Layer<Connectors> =>
    Layer.effect(
      Connectors,
      Effect.promise(async () => {
        const said = program === undefined ? null : await ComposedPackages.fault(program, connectors)
        if (said !== null) throw new Error(said)
        return Registry.make(connectors)
      })
    )
}
