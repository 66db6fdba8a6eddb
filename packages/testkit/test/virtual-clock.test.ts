/** The clock that leaps: sleepers wake in their order, and never while something is under way. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { VirtualClock } from "../src/index.ts"

const start = Date.parse("2026-03-15T00:00:00Z")

it("wakes sleepers in the order of their time, whenever they went to sleep", async () => {
  const { clock, now } = VirtualClock.make(start)
  const woken: Array<readonly [string, number]> = []
  const sleeper = (name: string, millis: number) =>
    Effect.andThen(
      Effect.sleep(millis),
      Effect.sync(() => void woken.push([name, now() - start]))
    )
  const all = [sleeper("hour", 3_600_000), sleeper("third", 1000 / 3), sleeper("second", 1000)]
  await Effect.runPromise(Effect.all(all, { concurrency: "unbounded" }).pipe(Effect.provideService(Clock.Clock, clock)))
  expect(woken).toEqual([
    ["third", 334],
    ["second", 1000],
    ["hour", 3_600_000]
  ])
})

it("stands still while something is under way, and passes while that waits by the clock", async () => {
  const { clock, hold, now, wait } = VirtualClock.make(start)
  let finish = () => {}
  const work = hold(() => new Promise<void>((done) => (finish = done)))
  let isAwake = false
  const slept = Effect.runPromise(
    Effect.sleep("1 minute").pipe(
      Effect.tap(() => Effect.sync(() => (isAwake = true))),
      Effect.provideService(Clock.Clock, clock)
    )
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
  expect([isAwake, now()]).toEqual([false, start])
  finish()
  await Promise.all([work, slept])
  expect(now()).toBe(start + 60_000)
  await hold(() => wait(5))
  expect(now()).toBe(start + 65_000)
})

it("ends a wait whose caller gives up", async () => {
  const { hold, now, wait } = VirtualClock.make(start)
  const gone = AbortSignal.abort(new Error("enough"))
  await expect(hold(() => wait(5, gone))).rejects.toThrow("enough")
  expect(now()).toBe(start)
})
