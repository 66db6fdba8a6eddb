/** One question for all that ask it at the same time. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/**
 * Runs one at a time, for all that ask while another one is under way; each begins after it was asked for, and goes on whoever gives up.
 * Who has to wait for another one anyway waits until `pace` milliseconds after that one began, so that the more ask, the more share one.
 */
export const shared = <A, E>(run: Effect.Effect<A, E>, pace = 0): Effect.Effect<A, E> => {
  const turn = Semaphore.makeUnsafe(1)
  let next: Deferred.Deferred<A, E> | undefined
  let isUnderWay = false
  let begun = 0
  return Effect.suspend(() => {
    if (next !== undefined) return Deferred.await(next)
    const own = (next = Deferred.makeUnsafe<A, E>())
    const rest = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, begun + pace - now)))
    const begin = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      next = undefined
      isUnderWay = true
      begun = now
      return Effect.ensuring(
        run,
        Effect.sync(() => {
          isUnderWay = false
        })
      )
    })
    return turn
      .withPermits(1)(isUnderWay && pace > 0 ? Effect.andThen(rest, begin) : begin)
      .pipe(
        Effect.onExit((exit) => Deferred.done(own, exit)),
        Effect.uninterruptible
      )
  })
}
