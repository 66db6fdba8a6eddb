/** The memory of the process: what nobody needs any more is given back without being pressed for. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import { vi } from "vitest"
import * as Memory from "../../src/Memory.ts"

const megabyte = 1024 * 1024
/** Fills so many megabytes with objects that nothing holds; gives how much of the heap is used then. */
const litter = (megabytes: number): number => {
  const before = process.memoryUsage().heapUsed
  while (process.memoryUsage().heapUsed < before + megabytes * megabyte) {
    held.push(Array.from({ length: 10_000 }, (_, index) => ({ index, text: `${index}` })))
  }
  const used = process.memoryUsage().heapUsed
  held = []
  return used
}
let held: Array<ReadonlyArray<unknown>> = []

it.effect("collects what the start left, and later what was gathered while there was little to do", () =>
  Effect.gen(function* () {
    vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ idle: 99, active: 1, utilization: 0.01 })
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] })
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.useRealTimers().restoreAllMocks()))
    const left = litter(60)
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Memory.keepSmall
        vi.advanceTimersByTime(10_000)
        assert.isBelow(process.memoryUsage().heapUsed, left - 50 * megabyte)
        const gathered = litter(60)
        vi.advanceTimersByTime(5 * 60_000)
        assert.isBelow(process.memoryUsage().heapUsed, gathered - 50 * megabyte)
      })
    )
    assert.strictEqual(vi.getTimerCount(), 0)
  })
)
