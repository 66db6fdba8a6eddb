/** One question for all that ask it at the same time. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Runs one at a time, for all that ask while another one is under way; each begins after it was asked for, and goes on whoever gives up. */
export const shared = <A, E>(run: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const turn = Semaphore.makeUnsafe(1)
  let next: Deferred.Deferred<A, E> | undefined
  return Effect.suspend(() => {
    if (next !== undefined) return Deferred.await(next)
    const own = (next = Deferred.makeUnsafe<A, E>())
    return turn
      .withPermits(1)(
        Effect.suspend(() => {
          next = undefined
          return run
        })
      )
      .pipe(
        Effect.onExit((exit) => Deferred.done(own, exit)),
        Effect.uninterruptible
      )
  })
}
