/**
 * Where call budgets are kept, and the place that embedders have them in: the memory of one process.
 */
import * as Effect from "effect/Effect"
import * as Budget from "./Budget.ts"
import * as Time from "./Time.ts"

/** Where lines have one process, and nothing to wait for: nothing is told before it is needed. */
export interface Memory {
  readonly lease: null
  /** Moves the budget of a key by one exchange. */
  readonly exchange: (key: string, said: Budget.Exchange, clock: Time.Clock) => Budget.Answer
}
/** Where processes share the budgets. */
export interface Shared {
  /** How long calls under way count when nothing is heard of their process any more, in milliseconds. */
  readonly lease: number
  /** Moves the budget of a key by one exchange, atomically. */
  readonly exchange: (key: string, said: Budget.Exchange) => Effect.Effect<Budget.Answer>
}
/** A store that is overseen. */
export type BudgetStore = (Memory | Shared) & {
  /** Takes back what the platform said of times to stay away, of a key and those below it (`key:…`). */
  readonly lift: (key: string) => Effect.Effect<void>
  /** How budgets stand; those that nothing is known of are left out. */
  readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Budget.Usage>>
}

/** Milliseconds, for the memory of a process. */
const timed = (): ((clock: Time.Clock) => number) => {
  // Platforms say by the calendar when a window begins anew, but a calendar may be set, forward or back, while windows run:
  // it is looked at once, and the clock that nobody sets goes on from there.
  let begun: { readonly calendar: number; readonly monotonic: bigint } | undefined
  return (clock) => {
    const monotonic = clock.monotonicTimeNanosUnsafe()
    begun ??= { calendar: clock.currentTimeMillisUnsafe(), monotonic }
    return begun.calendar + Number(monotonic - begun.monotonic) / 1e6
  }
}

/** Keeps them in these states, for lines that nobody oversees. */
export const memory = (states: Map<string, Budget.State>, now = timed()): Memory => ({
  lease: null,
  exchange: (key, said, clock) => {
    const state = states.get(key) ?? Budget.empty()
    states.set(key, state)
    return Budget.exchange(state, said, now(clock))
  }
})

/** Keeps them in these states, for who wants to see what they are moved to. */
export const over = (states: Map<string, Budget.State>): BudgetStore => {
  const now = timed()
  return {
    ...memory(states, now),
    lift: (key) =>
      Effect.sync(() => {
        for (const [own, state] of states) if (own === key || own.startsWith(`${key}:`)) Budget.lift(state)
      }),
    read: (keys) =>
      Time.clockWith((clock) =>
        Effect.sync(() => {
          const moment = now(clock)
          return new Map(
            keys.flatMap((key) => {
              const state = states.get(key)
              return state === undefined ? [] : [[key, Budget.usage(state, moment)] as const]
            })
          )
        })
      )
  }
}
