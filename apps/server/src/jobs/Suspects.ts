/**
 * Work whose process died while it was done. It is done one piece at a time in a process, so that the next death tells whose
 * it was, and what only stood beside it is not given up for it.
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

/** Waits for its turn; gives what ends the turn, which otherwise lasts as long as the scope. */
export type Turn = Effect.Effect<() => void, never, Scope.Scope>

export const make: Effect.Effect<Turn> = Effect.map(Semaphore.make(1), (turns) =>
  Effect.gen(function* () {
    const begun = Latch.makeUnsafe(false)
    const over = Latch.makeUnsafe(false)
    yield* Effect.forkScoped(turns.withPermits(1)(Effect.andThen(begun.open, over.await)))
    yield* begun.await
    return () => void over.openUnsafe()
  })
)
