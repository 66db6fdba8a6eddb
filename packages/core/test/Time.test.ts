/** Time is the program's: of the clock that effect has, where there is one, and of the runtime itself otherwise. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as Time from "../src/runtime/Time.ts"

const late = () => Effect.succeed("late")

describe("where a clock is provided", () => {
  it.effect("it is that one which tells the time, sleeps and breaks off", () =>
    Effect.gen(function* () {
      const from = yield* Clock.currentTimeMillis
      expect(yield* Time.millis).toBe(from)
      const sleeping = yield* Effect.forkChild(Effect.as(Time.sleep(86_400_000), "awake"))
      const limited = yield* Effect.forkChild(Effect.never.pipe(Time.within(3_600_000, late)))
      yield* TestClock.adjust("1 hour")
      expect(yield* Fiber.join(limited)).toBe("late")
      expect(sleeping.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("23 hours")
      expect(yield* Fiber.join(sleeping)).toBe("awake")
      expect(yield* Time.millis).toBe(from + 86_400_000)
    })
  )
})

describe("where none is", () => {
  it.live("times are the runtime's own, as effect's are", () =>
    Effect.gen(function* () {
      const [own, real] = [yield* Time.clockWith(Effect.succeed), yield* Clock.Clock]
      expect(Math.abs(own.currentTimeMillisUnsafe() - real.currentTimeMillisUnsafe())).toBeLessThan(50)
      const [before, since] = [real.monotonicTimeNanosUnsafe(), own.monotonicTimeNanosUnsafe()]
      yield* Time.sleep(20)
      const [theirs, ours] = [real.monotonicTimeNanosUnsafe() - before, own.monotonicTimeNanosUnsafe() - since]
      expect(Number(ours)).toBeGreaterThan(19e6)
      expect(Math.abs(Number(ours - theirs))).toBeLessThan(5e6)
    })
  )

  it.live("what takes no longer ends as it does, and what waits for ever is broken off", () =>
    Effect.gen(function* () {
      expect(yield* Effect.succeed("in time").pipe(Time.within(Infinity, late))).toBe("in time")
      expect(yield* Effect.flip(Effect.fail("at fault").pipe(Time.within(Infinity, late)))).toBe("at fault")
      expect(yield* Effect.never.pipe(Time.within(5, late))).toBe("late")
      yield* Time.sleep(0)
      yield* Time.sleep(-1)
    })
  )
})
