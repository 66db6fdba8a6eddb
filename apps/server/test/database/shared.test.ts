/** Questions that many share: when each begins, and who gets which answer. */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { shared } from "../../src/database/Shared.ts"

/** Answers when each question began, of which every one takes ten milliseconds. */
const begun = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* Effect.sleep(10)
  return now
})
/** What each is answered that asks at such a moment, all from the first on. */
const asked = (ask: Effect.Effect<number>, moments: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const all = yield* Effect.forkChild(
      Effect.forEach(moments, (moment) => Effect.andThen(Effect.sleep(moment), ask), { concurrency: "unbounded" })
    )
    yield* TestClock.adjust(1000)
    return (yield* Fiber.join(all)).map((moment) => moment - start)
  })

it.effect("who asks while one is under way shares the next, which begins when that one has ended", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* asked(shared(begun), [0, 1, 9, 11, 25, 35]), [0, 10, 10, 20, 30, 40])
  })
)

it.effect("who has to wait waits for the pace, and who comes alone never does", () =>
  Effect.gen(function* () {
    // The first is alone. The second waits for it, and those that come until its turn share it; then one comes alone again.
    assert.deepStrictEqual(yield* asked(shared(begun, 40), [0, 1, 39, 45, 120]), [0, 40, 40, 80, 120])
    assert.deepStrictEqual(yield* asked(shared(begun, 40), [0, 11, 22]), [0, 11, 22])
  })
)
