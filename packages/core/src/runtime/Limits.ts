/**
 * The call budget of a connection: the connector's windows and its number of calls at once, shared by everything that
 * calls through one connection. Built on effect's RateLimiter, whose store decides how far the budget is shared.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Semaphore from "effect/Semaphore"
import { at, type Call, type Headers } from "../Call.ts"
import type { Cost, Limits as Declared } from "../Connector.ts"
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
  /** `since` by the clock that nobody sets, `began` by the calendar. */
  readonly windows: Map<number, { used: number; since: number; began: number; max: number }>
  /** No call before this moment: the platform said so. */
  blockedUntil: number
  readonly points: Points
}

/**
 * A bucket of points as this process knows it; every answer corrects it, so that other processes' use shows too. Moments are
 * milliseconds of the monotonic clock: the calendar may be set, forward or back, while a budget fills up.
 */
interface Points {
  /** As of `at`; below zero when calls wait for what is still to come. */
  available: number
  at: number
  maximum: number
  restoreRate: number
  /** Points of calls under way. */
  reserved: number
  /** What calls were reckoned to need, by their shape. */
  readonly costs: Map<string, number>
}
/** More different calls than this are forgotten. */
const manyShapes = 500

/** Calls of one shape cost the same: the same query of the same path. */
const shapeOf = ({ body, method, path }: Call): string =>
  `${method ?? "GET"} ${path} ${String(at(body, "query") ?? "")}`

const needOf = (points: Points, call: Call | undefined): number =>
  call === undefined ? 0 : Math.min(points.costs.get(shapeOf(call)) ?? 0, points.maximum)

const fill = (points: Points, now: number) => {
  const come = (Math.max(0, now - points.at) / 1000) * points.restoreRate
  points.available = Math.min(points.maximum, points.available + come)
  points.at = now
}
/** Milliseconds until a call's points are there. */
const waitOf = (points: Points, need: number): number =>
  need === 0 || points.restoreRate <= 0 ? 0 : Math.max(0, ((need - points.available) / points.restoreRate) * 1000)

const learn = (points: Points, call: Call, { available, maximum, requested, restoreRate }: Cost, now: number) => {
  const others = Math.max(0, points.reserved - needOf(points, call))
  Object.assign(points, { available: available - others, at: now, maximum, restoreRate })
  if (requested === null) return
  if (points.costs.size >= manyShapes) points.costs.clear()
  points.costs.set(shapeOf(call), requested)
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
      patience: Duration.Input,
      /** What is called, where calls cost points. */
      call?: Call
    ) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E | RateLimited, R>
    /** Takes in what an answer says of the budget: remaining calls, a time to stay away (seconds), points. */
    readonly observe: (
      key: string,
      declared: Declared,
      headers: Headers,
      retryAfter: number | undefined,
      told?: { readonly call: Call; readonly cost: Cost }
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
          windows: new Map(
            declared.windows.map(({ seconds, max }) => [seconds, { used: 0, since: -Infinity, began: 0, max }])
          ),
          blockedUntil: -Infinity,
          points: {
            available: Infinity,
            at: 0,
            maximum: Infinity,
            restoreRate: 0,
            reserved: 0,
            costs: new Map()
          }
        }
        budgets.set(key, made)
        return made
      }
      const count = (own: Budget, now: number, today: number) => {
        for (const [seconds, window] of own.windows) {
          if (now - window.since >= seconds * 1000) {
            window.since = now
            window.began = today
            window.used = 0
          }
          window.used++
        }
      }
      const turn = Effect.fnUntraced(function* (
        key: string,
        declared: Declared,
        patience: number,
        call: Call | undefined
      ) {
        const own = budget(key, declared)
        const now = yield* clock
        fill(own.points, now)
        const need = needOf(own.points, call)
        let wait = Math.max(0, own.blockedUntil - now, waitOf(own.points, need))
        if (wait > patience) return yield* new RateLimited({ retryAfter: Math.ceil(wait / 1000) })
        for (const { max, seconds } of declared.windows) {
          wait = Math.max(wait, yield* reserve(limiter, `${key}:${seconds}`, max, seconds, patience))
        }
        own.points.available -= need
        own.points.reserved += need
        const free = Effect.sync(() => {
          own.points.reserved -= need
        })
        if (wait > 0) yield* Effect.onInterrupt(Effect.sleep(wait), () => free)
        count(own, yield* clock, yield* Clock.currentTimeMillis)
        return { own, free }
      })
      return Limits.of({
        within: (key, declared, patience, call) => (run) =>
          Effect.suspend(() =>
            budget(key, declared).concurrent.withPermit(
              Effect.flatMap(turn(key, declared, Duration.toMillis(patience), call), ({ free, own }) => {
                own.underWay++
                return Effect.ensuring(
                  run,
                  Effect.flatMap(free, () =>
                    Effect.sync(() => {
                      own.underWay--
                    })
                  )
                )
              })
            )
          ),
        observe: Effect.fnUntraced(function* (key, declared, headers, retryAfter, told) {
          const own = budget(key, declared)
          const now = yield* clock
          if (told !== undefined) learn(own.points, told.call, told.cost, now)
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
            windows: [...(own?.windows ?? [])].map(([seconds, { began, max, used }]) => ({
              seconds,
              max,
              used,
              since: began
            }))
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
    steadily,
    Effect.orDie
  )
  if (refused === null) return 0
  const wait = Duration.toMillis(refused)
  if (wait > patience) return yield* new RateLimited({ retryAfter: Math.ceil(wait / 1000) })
  const { delay } = yield* limiter.consume({ ...window, onExceeded: "delay" }).pipe(steadily, Effect.orDie)
  return Duration.toMillis(delay)
})

/** Milliseconds that only ever go on. */
const steady = (clock: Clock.Clock) => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
const clock = Effect.clockWith((own) => Effect.sync(() => steady(own)))

/** Runs the limiter by the monotonic clock: it measures durations. */
const steadily = Effect.updateService(Clock.Clock, (own): Clock.Clock => ({
  currentTimeMillisUnsafe: () => steady(own),
  currentTimeMillis: Effect.sync(() => steady(own)),
  currentTimeNanosUnsafe: () => own.monotonicTimeNanosUnsafe(),
  currentTimeNanos: own.monotonicTimeNanos,
  monotonicTimeNanosUnsafe: () => own.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: own.monotonicTimeNanos,
  sleep: (duration) => own.sleep(duration)
}))
