/**
 * A clock whose time passes only when everybody waits for it: as soon as no call is under way and nothing else moves, it
 * leaps to the moment the next sleeper wants to be woken at. Waits of minutes then take no time, and in their right order.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** A clock that a test moves. */
export interface VirtualClock {
  /** The clock as effects know it. */
  readonly clock: Clock.Clock
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Sleeps on this clock; rejects with the signal's reason when that is aborted. */
  readonly wait: (seconds: number, signal?: AbortSignal) => Promise<void>
  /** Keeps time from passing while something is under way that does not sleep on this clock. */
  readonly hold: <A>(use: () => Promise<A>) => Promise<A>
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Turns of the event loop without any movement after which everybody is taken to wait. */
const quietTurns = 3

/** A clock that begins at a moment, in milliseconds. */
export const make = (start: number): VirtualClock => {
  let time = start
  let held = 0
  let moves = 0
  let isWatching = false
  const sleepers = new Set<Sleeper>()
  const sleep = (millis: number, wake: () => void): (() => void) => {
    const sleeper: Sleeper = { at: time + Math.max(0, Math.ceil(millis)), wake }
    sleepers.add(sleeper)
    moves++
    if (!isWatching) {
      isWatching = true
      watch(moves, 0)
    }
    return () => sleepers.delete(sleeper)
  }
  const watch = (seen: number, quiet: number): void => {
    setImmediate(() => {
      if (sleepers.size === 0) isWatching = false
      else if (held > 0 || moves !== seen) watch(moves, 0)
      else if (quiet < quietTurns) watch(seen, quiet + 1)
      else {
        time = Math.min(...[...sleepers].map(({ at }) => at))
        for (const sleeper of sleepers) {
          if (sleeper.at > time) continue
          sleepers.delete(sleeper)
          sleeper.wake()
        }
        watch(moves, 0)
      }
    })
  }
  return {
    now: () => time,
    wait: async (seconds, signal) => {
      held--
      try {
        await new Promise<void>((done, fail) => {
          const forget = sleep(seconds * 1000, done)
          const giveUp = () => {
            forget()
            fail(signal?.reason)
          }
          if (signal?.aborted === true) giveUp()
          else signal?.addEventListener("abort", giveUp)
        })
      } finally {
        held++
      }
    },
    hold: async (use) => {
      held++
      moves++
      try {
        return await use()
      } finally {
        held--
        moves++
      }
    },
    clock: {
      currentTimeMillisUnsafe: () => time,
      currentTimeMillis: Effect.sync(() => time),
      currentTimeNanosUnsafe: () => BigInt(time) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(time) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => BigInt(time) * 1_000_000n,
      monotonicTimeNanos: Effect.sync(() => BigInt(time) * 1_000_000n),
      sleep: (duration) => {
        const millis = Duration.toMillis(duration)
        return Number.isFinite(millis)
          ? Effect.callback<void>((resume) => {
              const forget = sleep(millis, () => resume(Effect.void))
              return Effect.sync(forget)
            })
          : Effect.never
      }
    }
  }
}
