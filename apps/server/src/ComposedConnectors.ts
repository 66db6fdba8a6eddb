/** The connectors this server composes, as a service. */
import { Registry } from "@svc/core/runtime"
import type { Connector } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class Connectors extends Context.Service<Connectors, Registry.Registry>()("@svc/server/Connectors") {
  /** Fails the start, with a sentence, when one of them cannot be composed. */
  static readonly layer = (connectors: ReadonlyArray<Connector.Any>): Layer.Layer<Connectors> =>
    Layer.effect(
      Connectors,
      Effect.sync(() => Registry.make(connectors))
    )
}
