/**
 * Waiting for what somebody else's fiber does. Where each request has a context of its own (Workers), a fiber may go on
 * only in that of its own request, and another request can end at any moment without a word: so who waits has a promise
 * and a timer of its own, and who holds something shows that it lives.
 */
import * as Effect from "effect/Effect"
import * as Time from "./Time.ts"

/** How often somebody shows that it lives, and after how long a silence it is taken for gone, in milliseconds. */
const beat = 1000
const silence = 10_000

/** The life of a request that takes part in something that others share. By the calendar's clock, which no test moves. */
export interface Life {
  /** Shows that it lives, beside what it shows by itself. */
  readonly show: () => void
  readonly isOver: () => boolean
  readonly end: () => void
}
/** Begins with the caller's request. */
export const begin = (): Life => {
  let seen = Date.now()
  const show = () => {
    seen = Date.now()
  }
  const timer = setInterval(show, beat)
  return { show, isOver: () => Math.abs(Date.now() - seen) > silence, end: () => clearInterval(timer) }
}

/** What the one fiber that waits for it is woken by, in its own context. */
export interface Bell {
  readonly ring: () => void
  /** Ends when it rings, at once where it has rung already. */
  readonly wait: Effect.Effect<void>
}
export const bell = (): Bell => {
  let hasRung = false
  let wake = () => {}
  const isSilent = () => !hasRung
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    wait: hasRequests
      ? Effect.gen(function* () {
          for (let pause = 5; isSilent(); pause = Math.min(pause * 1.5, 40)) yield* Time.sleep(pause)
        })
      : Effect.callback<void>((resume) => {
          if (hasRung) return resume(Effect.void)
          wake = () => resume(Effect.void)
        })
  }
}
/**
 * Whether requests have contexts of their own: only workerd has this global. There nobody may wake another request's fiber (older
 * compatibility dates do not even hand a promise over), so it looks by a timer of its own.
 */
const hasRequests = "WebSocketPair" in globalThis

export interface Turns {
  /** Runs alone: others wait until it has ended, or until its request is gone. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}
export const make = (): Turns => {
  let holder: Life | null = null
  const waiting = new Set<Bell>()
  const isTaken = () => holder !== null && !holder.isOver()
  return {
    alone: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          while (isTaken()) {
            const own = bell()
            waiting.add(own)
            yield* Effect.ensuring(
              restore(Effect.raceFirst(own.wait, Time.sleep(beat))),
              Effect.sync(() => waiting.delete(own))
            )
          }
          const life = (holder = begin())
          return yield* Effect.ensuring(
            restore(effect),
            Effect.sync(() => {
              life.end()
              if (holder === life) holder = null
              // Whoever has waited longest. If its request is gone, the others look by themselves.
              const [next] = waiting
              next?.ring()
            })
          )
        })
      )
  }
}
