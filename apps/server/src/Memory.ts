/**
 * Keeps the memory of the process near what it needs. The engine collects garbage when there is pressure, which an idle
 * process never has: it would keep what its start left, some seventy megabytes, and slowly more.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** When an idle process is looked after: at first, once the start has been answered for, and how often, in milliseconds. */
const first = 10_000
const every = 5 * 60_000
/** Part of that time in which an idle process may have been busy. */
const idle = 0.1
/** What is worth a collection, in bytes. */
const worth = 1024 * 1024

/**
 * The engine collects old objects when there are twice as many as were needed. By itself it lets them come to some hundred
 * megabytes, by the size of the machine: pages of a sync, long stored.
 */
export const bound = (): void => setFlagsFromString("--heap-growing-percent=100")

type Collect = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void

/**
 * Collects for the length of the scope what the start left, and what an idle process has gathered since. It stands still
 * for about a tenth of a second meanwhile, so a busy one is left alone.
 */
export const keepSmall: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => {
      // Node has no other way to ask for a collection.
      setFlagsFromString("--expose-gc")
      const run = runInNewContext("gc") as Collect
      setFlagsFromString("--no-expose-gc")
      let needed = 0
      let before = performance.eventLoopUtilization()
      const look = () => {
        const now = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(now, before)
        before = now
        if (utilization >= idle || process.memoryUsage().heapUsed < needed + worth) return
        run({ type: "major", flavor: "last-resort" })
        needed = process.memoryUsage().heapUsed
      }
      return [setTimeout(look, first).unref(), setInterval(look, every).unref()]
    }),
    (timers) => Effect.sync(() => timers.forEach(clearTimeout))
  )
)
