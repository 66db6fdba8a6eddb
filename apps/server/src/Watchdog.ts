/**
 * Ends a process whose event loop stands still: a connector's function that never returns would keep it from answering,
 * from renewing its leases and from stopping. What it was busy with is taken up again, and given up after some times.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import type { WatchdogInput } from "./WatchdogWorker.ts"

/** How often the loop shows that it turns, in milliseconds. */
const beat = 250

/** Watches this process for the length of the scope. It is ended when its loop stands still for so many seconds; 0 watches nothing. */
export const watch = (seconds: number): Effect.Effect<void, never, Scope.Scope> =>
  seconds === 0
    ? Effect.void
    : Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => {
            const beats = new Int32Array(new SharedArrayBuffer(4))
            const extension = import.meta.url.endsWith(".ts") ? "ts" : "js"
            const worker = new Worker(new URL(`./WatchdogWorker.${extension}`, import.meta.url), {
              workerData: { beats, seconds } satisfies WatchdogInput,
              execArgv: [],
              name: "watchdog"
            })
            worker.unref()
            const timer = setInterval(() => Atomics.add(beats, 0, 1), beat)
            timer.unref()
            return { timer, worker }
          }),
          ({ timer, worker }) =>
            Effect.promise(() => {
              clearInterval(timer)
              return worker.terminate()
            })
        )
      )
