/**
 * The time between a signal and the end of listening. A load balancer learns from `/readyz` that this process is leaving and
 * sends nobody any more; who comes all the same is served, and told to open a new connection for the next request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Config } from "../Config.ts"

export class Drain extends Context.Service<
  Drain,
  {
    /** True from the signal on. */
    readonly isLeaving: () => boolean
    readonly leave: Effect.Effect<void>
  }
>()("@svc/server/http/Drain") {
  static readonly layer: Layer.Layer<Drain> = Layer.sync(Drain, () => {
    let leaving = false
    return { isLeaving: () => leaving, leave: Effect.sync(() => void (leaving = true)) }
  })

  /** Leaves when its scope closes, and holds up for the configured time whatever it was built on. */
  static readonly onStop = (config: Config): Layer.Layer<never, never, Drain> =>
    Layer.effectDiscard(
      Effect.flatMap(Drain, ({ leave }) =>
        Effect.addFinalizer(() =>
          Effect.andThen(
            leave,
            config.drainSeconds === 0 ? Effect.void : Effect.sleep(`${config.drainSeconds} seconds`)
          )
        )
      )
    )
}
