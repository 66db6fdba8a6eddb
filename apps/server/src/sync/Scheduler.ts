/**
 * Starts the runs that are due, at the moment they are. Every process may do so: what one claims, the others skip. While there
 * is more than one claim takes, it goes on at once; otherwise it sleeps until the next is due.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { batch } from "./Due.ts"
import { Syncs } from "./Syncs.ts"

/**
 * Longest sleep, in milliseconds: a schedule that was made meanwhile is due after an hour at least, but a clock may be set. The
 * shortest gathers what becomes due meanwhile into one claim.
 */
const longest = 5_000
const shortest = 250
/** Claims that are made at once: what one holds, the other passes over. A claim is the work of one session of the database. */
const claims = 2

export const layer: Layer.Layer<never, never, Syncs> = Layer.effectDiscard(
  Effect.gen(function* () {
    const syncs = yield* Syncs
    const round = Effect.gen(function* () {
      const wait = (yield* syncs.untilDue) ?? longest
      if (wait > 0) return yield* Effect.sleep(Math.max(shortest, Math.min(longest, wait)))
      const claimed = yield* Effect.all(
        Array.from({ length: claims }, () => syncs.claimDue),
        { concurrency: claims }
      )
      if (claimed.every(({ models }) => models < batch)) yield* Effect.sleep(shortest)
    })
    yield* round.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("Due syncs could not be claimed.", cause), Effect.sleep(longest))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
