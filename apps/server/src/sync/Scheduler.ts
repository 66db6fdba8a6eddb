/** Starts the runs that are due. Every process may do so: what one claims, the others skip. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Syncs } from "./Syncs.ts"

/** How often due models are looked for. */
const every = "5 seconds"

export const layer: Layer.Layer<never, never, Syncs> = Layer.effectDiscard(
  Effect.gen(function* () {
    const syncs = yield* Syncs
    yield* syncs.claimDue.pipe(
      Effect.catchCause((cause) => Effect.logError("Due syncs could not be claimed.", cause)),
      Effect.schedule(Schedule.spaced(every)),
      Effect.forkScoped
    )
  })
)
