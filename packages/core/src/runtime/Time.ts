/**
 * The program's clock, in milliseconds: effect's, where one is provided, as tests do, and the runtime's own otherwise. effect's
 * own clock and its `sleep` and `timeout` bring a duration in all its forms into every bundle.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What is asked of a clock of effect's. */
export interface Clock {
  /** Milliseconds since 1970, by the calendar. */
  readonly currentTimeMillisUnsafe: () => number
  /** Nanoseconds of a clock that nobody sets. */
  readonly monotonicTimeNanosUnsafe: () => bigint
  /** A clock of effect's is handed a duration, and reads a number as milliseconds. */
  readonly sleep: (milliseconds: number) => Effect.Effect<void>
}

/** Longer, timers end at once. */
const longest = 2 ** 31 - 1
const own: Clock = {
  currentTimeMillisUnsafe: () => Date.now(),
  monotonicTimeNanosUnsafe: () => BigInt(Math.round(performance.now() * 1e6)),
  sleep: (milliseconds) =>
    milliseconds > 0
      ? Effect.callback((resume) => {
          const timer = setTimeout(() => resume(Effect.void), Math.min(milliseconds, longest))
          return Effect.sync(() => clearTimeout(timer))
        })
      : Effect.yieldNow
}
/** The one under which effect's own clock is known. */
const Clock = Context.Reference<Clock>("effect/Clock", { defaultValue: () => own })

/** Makes an effect of the program's clock. */
export const clockWith = <A, E, R>(use: (clock: Clock) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock, use)

/** Milliseconds since 1970. */
export const millis: Effect.Effect<number> = /* @__PURE__ */ clockWith((clock) =>
  Effect.succeed(clock.currentTimeMillisUnsafe())
)

/** Waits. */
export const sleep = (milliseconds: number): Effect.Effect<void> => clockWith((clock) => clock.sleep(milliseconds))

/** Breaks off what takes longer, and goes on with something else. */
export const within =
  <B, F, S>(milliseconds: number, late: () => Effect.Effect<B, F, S>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | F, R | S> =>
    Effect.raceFirst(effect, Effect.flatMap(sleep(milliseconds), late))
