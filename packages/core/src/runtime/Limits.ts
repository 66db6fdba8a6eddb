/**
 * The call budget of a connection: the connector's windows and its number of calls at once, shared by everything that
 * calls through one connection. Built on effect's RateLimiter, whose store decides how far the budget is shared.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Semaphore from "effect/Semaphore"
import type { Headers } from "../Call.ts"
import type { Limits as Declared } from "../Connector.ts"
import { RateLimited } from "../ConnectorError.ts"

/** Use of one window, as a connection's `rate_limits` shows it. */
export interface Usage {
  readonly seconds: number
  readonly max: number
  readonly used: number
  /** When the window began, milliseconds since the epoch. */
  readonly since: number
}

interface Budget {
  readonly concurrent: Semaphore.Semaphore
  underWay: number
  readonly windows: Map<number, { used: number; since: number; max: number }>
  /** No call before this moment, milliseconds since the epoch: the platform said so. */
  blockedUntil: number
}

export class Limits extends Context.Service<
  Limits,
  {
    /**
     * Runs a call inside the budget. Waits for its turn at most `patience`; fails with `RateLimited` when the turn would
     * come later, so that a background job can sleep instead.
     */
    readonly within: (
      key: string,
      declared: Declared,
      patience: Duration.Input
    ) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E | RateLimited, R>
    /** Takes in what an answer says of the budget: remaining calls, or a time to stay away (seconds). */
    readonly observe: (
      key: string,
      declared: Declared,
      headers: Headers,
      retryAfter: number | undefined
    ) => Effect.Effect<void>
    readonly usage: (key: string) => { readonly concurrent: number; readonly windows: ReadonlyArray<Usage> }
  }
>()("@svc/core/Limits") {
  static readonly layerStore: Layer.Layer<Limits, never, RateLimiter.RateLimiter> = Layer.effect(
    Limits,
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const budgets = new Map<string, Budget>()
      const budget = (key: string, declared: Declared): Budget => {
        const known = budgets.get(key)
        if (known !== undefined) return known
        const made: Budget = {
          concurrent: Semaphore.makeUnsafe(declared.concurrent ?? 4),
          underWay: 0,
          windows: new Map(declared.windows.map(({ seconds, max }) => [seconds, { used: 0, since: 0, max }])),
          blockedUntil: 0
        }
        budgets.set(key, made)
        return made
      }
      const count = (own: Budget, now: number) => {
        for (const [seconds, window] of own.windows) {
          if (now - window.since >= seconds * 1000) {
            window.since = now
            window.used = 0
          }
          window.used++
        }
      }
      const turn = Effect.fnUntraced(function* (key: string, declared: Declared, patience: number) {
        const own = budget(key, declared)
        const now = yield* clock
        let wait = Math.max(0, own.blockedUntil - now)
        if (wait > patience) return yield* new RateLimited({ retryAfter: Math.ceil(wait / 1000) })
        for (const { max, seconds } of declared.windows) {
          wait = Math.max(wait, yield* reserve(limiter, `${key}:${seconds}`, max, seconds, patience))
        }
        if (wait > 0) yield* Effect.sleep(wait)
        count(own, yield* clock)
        return own
      })
      return Limits.of({
        within: (key, declared, patience) => (call) =>
          Effect.suspend(() =>
            budget(key, declared).concurrent.withPermit(
              Effect.flatMap(turn(key, declared, Duration.toMillis(patience)), (own) => {
                own.underWay++
                return Effect.ensuring(
                  call,
                  Effect.sync(() => {
                    own.underWay--
                  })
                )
              })
            )
          ),
        observe: Effect.fnUntraced(function* (key, declared, headers, retryAfter) {
          const own = budget(key, declared)
          const now = yield* clock
          if (retryAfter !== undefined) own.blockedUntil = Math.max(own.blockedUntil, now + retryAfter * 1000)
          for (const { seconds, remaining } of declared.remaining?.(headers) ?? []) {
            const window = own.windows.get(seconds)
            if (window !== undefined && Number.isFinite(remaining)) window.used = Math.max(0, window.max - remaining)
          }
        }),
        usage: (key) => {
          const own = budgets.get(key)
          return {
            concurrent: own?.underWay ?? 0,
            windows: [...(own?.windows ?? [])].map(([seconds, { max, used, since }]) => ({ seconds, max, used, since }))
          }
        }
      })
    })
  )
  /** A budget for this process alone. */
  static readonly layer: Layer.Layer<Limits> = Limits.layerStore.pipe(
    Layer.provide(RateLimiter.layer),
    Layer.provide(RateLimiter.layerStoreMemory)
  )
}

/**
 * Takes one call out of a window and answers how long to wait for it, in milliseconds. A turn beyond `patience` is not
 * taken: refused callers must not push the queue back.
 */
const reserve = Effect.fnUntraced(function* (
  limiter: RateLimiter.RateLimiter,
  key: string,
  limit: number,
  seconds: number,
  patience: number
) {
  const window = { key, algorithm: "token-bucket", window: Duration.seconds(seconds), limit } as const
  const refused = yield* limiter.consume({ ...window, onExceeded: "fail" }).pipe(
    Effect.as(null),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", (exceeded) => Effect.succeed(exceeded.retryAfter)),
    Effect.orDie
  )
  if (refused === null) return 0
  const wait = Duration.toMillis(refused)
  if (wait > patience) return yield* new RateLimited({ retryAfter: Math.ceil(wait / 1000) })
  const { delay } = yield* limiter.consume({ ...window, onExceeded: "delay" }).pipe(Effect.orDie)
  return Duration.toMillis(delay)
})

const clock = Effect.clockWith((c) => c.currentTimeMillis)
