/** A call budget as a platform sees it: whatever calls take, no window and no moment holds more of them than it allows. */
import { it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect } from "vitest"
import type { Connector } from "../src/contract/index.ts"
import * as BudgetMemory from "../src/runtime/BudgetMemory.ts"
import { Budget, BudgetStore, Limits } from "../src/runtime/index.ts"
import * as Time from "../src/runtime/Time.ts"

const now = Effect.clockWith((clock) => clock.currentTimeMillis)
const make = Effect.map(Layer.build(Limits.Limits.layer), (context) => Context.get(context, Limits.Limits))
const background = Effect.provideService(Limits.Priority, "background")

/** The most moments that any span of this length holds. */
const busiest = (times: ReadonlyArray<number>, span: number): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at - from < span).length))

describe("calls", () => {
  it.effect.each([1, 2, 3, 4, 5, 6])(
    "keep to each window wherever it begins and however long they travel, seed %i",
    (seed) =>
      Effect.gen(function* () {
        let state = seed
        const int = (end: number) => (state = (state * 48_271) % 2_147_483_647) % end
        const declared: Connector.SettledLimits = {
          windows: [
            { max: 5, seconds: 1 },
            { max: 20, seconds: 10 }
          ],
          concurrent: 4
        }
        const limits = yield* make
        const arrivals: Array<number> = []
        let under = 0
        let peak = 0
        const call = Effect.gen(function* () {
          peak = Math.max(peak, ++under)
          yield* Effect.sleep(int(1500))
          arrivals.push(yield* now)
          yield* Effect.sleep(int(300))
          under--
        })
        const callers = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 60 }),
            (_, index) =>
              limits
                .within(
                  "k",
                  declared,
                  Infinity
                )(call)
                .pipe(index % 3 === 0 ? background : (same) => same),
            { concurrency: "unbounded" }
          )
        )
        while (callers.pollUnsafe() === undefined) yield* TestClock.adjust("250 millis")
        expect(arrivals.length).toBe(60)
        expect(peak).toBe(4)
        expect(busiest(arrivals, 1000)).toBeLessThanOrEqual(5)
        expect(busiest(arrivals, 10_000)).toBeLessThanOrEqual(20)
        // Two of three windows are used to the full: it is a limit, not a brake.
        expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(45_000)
      })
  )

  it.effect("are refused at once that would wait for longer than they have patience, with the time to come", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", { windows: [{ max: 2, seconds: 60 }] }, 10_000)
      yield* within(Effect.void)
      yield* TestClock.adjust("20 seconds")
      yield* within(Effect.void)
      const refused = yield* Effect.flip(within(Effect.void))
      // Forty seconds, and the part of a window that calls are counted by.
      expect(refused.retryAfter).toBeGreaterThanOrEqual(40)
      expect(refused.retryAfter).toBeLessThanOrEqual(43)
      yield* TestClock.adjust("34 seconds")
      const waiting = yield* Effect.forkChild(within(Effect.void))
      yield* TestClock.adjust("8 seconds")
      expect(Exit.isSuccess(yield* Fiber.await(waiting))).toBe(true)
    })
  )

  it.effect("wait for a place as long as it takes, and leave none taken when they are given up", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", { windows: [], concurrent: 1 }, 0)
      const latch = yield* Latch.make()
      const first = yield* Effect.forkChild(within(latch.await))
      const second = yield* Effect.forkChild(within(Effect.succeed("second")))
      const third = yield* Effect.forkChild(within(Effect.succeed("third")))
      yield* TestClock.adjust("1 minute")
      expect(third.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(second)
      yield* latch.open
      yield* Fiber.join(first)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(third)).toBe("third")
      const usage = (yield* limits.usage(["k"])).get("k")
      expect(usage?.concurrent).toBe(0)
    })
  )
})

describe("the background", () => {
  it.effect("leaves a place and a part of every window to those who wait for an answer", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", { windows: [{ max: 20, seconds: 600 }], concurrent: 3 }, 0)
      const latch = yield* Latch.make()
      const run = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4], () => within(latch.await), { concurrency: "unbounded", discard: true }).pipe(
          background
        )
      )
      yield* TestClock.adjust("1 second")
      expect((yield* limits.usage(["k"])).get("k")?.concurrent).toBe(2)
      expect(yield* within(Effect.succeed("at once"))).toBe("at once")
      yield* latch.open
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(run)
      for (let made = 5; made < 18; made++) yield* within(Effect.void).pipe(background)
      expect(Exit.isFailure(yield* Effect.exit(within(Effect.void).pipe(background)))).toBe(true)
      for (let made = 18; made < 20; made++) yield* within(Effect.void)
      expect(Exit.isFailure(yield* Effect.exit(within(Effect.void)))).toBe(true)
    })
  )

  it.effect("goes on evenly in a short window instead of stopping for the rest of it", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", { windows: [{ max: 60, seconds: 60 }] }, 5000)
      const times: Array<number> = []
      const walk = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 200 }),
          () => within(Effect.flatMap(now, (at) => Effect.sync(() => times.push(at)))),
          { discard: true }
        ).pipe(background)
      )
      while (walk.pollUnsafe() === undefined) yield* TestClock.adjust("500 millis")
      expect(Exit.isSuccess(yield* Fiber.await(walk))).toBe(true)
      expect(busiest(times, 60_000)).toBeLessThanOrEqual(54)
      expect(times.at(-1)! - times[0]!).toBeLessThan(250_000)
    })
  )

  it.effect("stands back where somebody waits for the one place, however many of it wait", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", { windows: [], concurrent: 1 }, 0)
      const order: Array<string> = []
      const call = (name: string) =>
        within(
          Effect.andThen(
            Effect.sync(() => order.push(name)),
            Effect.sleep("1 second")
          )
        )
      const runs = yield* Effect.forkChild(
        Effect.forEach(["a", "b", "c"], call, { concurrency: "unbounded" }).pipe(background)
      )
      yield* TestClock.adjust("500 millis")
      const asked = yield* Effect.forkChild(call("asked"))
      yield* TestClock.adjust("6 seconds")
      yield* Fiber.join(asked)
      yield* Fiber.join(runs)
      expect(order).toEqual(["a", "asked", "b", "c"])
    })
  )
})

describe("a pause that the platform asked for", () => {
  it.effect("holds for every call, and for no longer than it said", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const declared: Connector.SettledLimits = { windows: [] }
      yield* limits.observe("k", declared, {}, 30)
      for (const turn of [limits.within("k", declared, 10_000), limits.within("k", declared, 0)]) {
        expect((yield* Effect.flip(turn(Effect.void))).retryAfter).toBe(30)
      }
      expect(yield* limits.within("other", declared, 0)(Effect.succeed("free"))).toBe("free")
      yield* TestClock.adjust("30 seconds")
      expect(yield* limits.within("k", declared, 0)(Effect.succeed("free"))).toBe("free")
    })
  )
})

describe("what the platform says is left", () => {
  const declared: Connector.SettledLimits = {
    windows: [{ max: 10, seconds: 60 }],
    remaining: (headers) => [{ seconds: 60, remaining: Number(headers["left"]), resetAt: Number(headers["reset"]) }]
  }
  it.effect("counts those who are not known here, until the platform counts anew", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const within = limits.within("k", declared, 0)
      yield* within(limits.observe("k", declared, { left: "1", reset: "20" }, undefined))
      yield* within(Effect.void)
      expect((yield* Effect.flip(within(Effect.void))).retryAfter).toBe(20)
      expect((yield* limits.usage(["k"])).get("k")?.windows[0]?.used).toBe(10)
      yield* TestClock.adjust("20 seconds")
      yield* within(Effect.void)
      expect((yield* limits.usage(["k"])).get("k")?.windows[0]?.used).toBe(3)
    })
  )
})

describe("processes that share a store", () => {
  /** Two of them, how often the store was asked, and whether it makes those wait who tell it something. */
  const processes = Effect.gen(function* () {
    const states = new Map<string, Budget.State>()
    const memory = BudgetMemory.over(states)
    const { exchange: moved } = BudgetMemory.memory(states)
    const clock = yield* Time.clockWith(Effect.succeed)
    let exchanges = 0
    const open = yield* Latch.make(true)
    const store = BudgetStore.BudgetStore.of({
      ...memory,
      lease: 15_000,
      exchange: (key, said) => {
        exchanges++
        return Effect.yieldNow.pipe(
          Effect.andThen(open.await),
          Effect.andThen(Effect.sync(() => moved(key, said, clock)))
        )
      }
    })
    const process = Effect.map(
      Layer.build(
        Layer.fresh(Limits.Limits.layerStore).pipe(Layer.provide(Layer.succeed(BudgetStore.BudgetStore, store)))
      ),
      (context) => Context.get(context, Limits.Limits)
    )
    return { one: yield* process, two: yield* process, exchanges: () => exchanges, open }
  })
  const single: Connector.SettledLimits = { windows: [], concurrent: 1 }

  it.effect("keep the place of a call that takes longer than a lease, and hear of its end by themselves", () =>
    Effect.gen(function* () {
      const { one, two } = yield* processes
      const long = yield* Effect.forkChild(one.within("k", single, 0)(Effect.sleep(60_000)))
      yield* TestClock.adjust("1 second")
      let entered = 0
      const other = yield* Effect.forkChild(
        two.within("k", single, 0)(Effect.flatMap(now, (at) => Effect.sync(() => (entered = at))))
      )
      yield* TestClock.adjust("58 seconds")
      expect(entered).toBe(0)
      expect((yield* two.usage(["k"])).get("k")?.concurrent).toBe(1)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(long)
      yield* Fiber.join(other)
      expect(entered).toBeGreaterThanOrEqual(60_000)
      expect(entered).toBeLessThan(60_200)
    })
  )

  it.effect("ask it once for each call, and once more at the end", () =>
    Effect.gen(function* () {
      const { exchanges, one, two } = yield* processes
      const declared: Connector.SettledLimits = {
        windows: [
          { max: 1000, seconds: 1 },
          { max: 9000, seconds: 60 }
        ]
      }
      const walk = (limits: typeof one) =>
        Effect.forEach(Array.from({ length: 50 }), () => limits.within("k", declared, 0)(Effect.sleep(5)))
      const walks = yield* Effect.forkChild(Effect.all([walk(one), walk(two)], { concurrency: 2 }))
      while (walks.pollUnsafe() === undefined) yield* TestClock.adjust("1 millis")
      yield* TestClock.adjust("1 minute")
      expect(exchanges()).toBe(102)
      expect((yield* one.usage(["k"])).get("k")).toMatchObject({ concurrent: 0 })
    })
  )

  it.effect("hear at once of a pause that one was told", () =>
    Effect.gen(function* () {
      const { one, two } = yield* processes
      yield* one.within("k", single, 0)(one.observe("k", single, {}, 40))
      expect((yield* Effect.flip(two.within("k", single, 20_000)(Effect.void))).retryAfter).toBe(40)
    })
  )

  it.effect("forget a pause that is lifted while it is told", () =>
    Effect.gen(function* () {
      const { exchanges, one, open } = yield* processes
      yield* open.close
      const told = yield* Effect.forkChild(one.observe("k", single, {}, 40), { startImmediately: true })
      while (exchanges() === 0) yield* Effect.yieldNow
      // Another call hears the same, behind the first.
      yield* one.observe("k", single, {}, 40)
      const lifted = yield* Effect.forkChild(one.lift("k"), { startImmediately: true })
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      yield* open.open
      yield* Fiber.join(told)
      yield* Fiber.join(lifted)
      yield* TestClock.adjust("1 second")
      yield* one.within("k", single, 0)(Effect.void)
    })
  )

  it.effect("believe nothing that a call of before the lift hears, whichever process made it and however late", () =>
    Effect.gen(function* () {
      const { one, two } = yield* processes
      const declared = { ...single, concurrent: 4, remaining: () => [{ seconds: 60, remaining: 0 }] }
      const windows = { ...declared, windows: [{ max: 9, seconds: 60 }] }
      const answered = yield* Latch.make()
      const call = (limits: Limits.Limits["Service"]) =>
        limits.within("k", windows, 0)(Effect.andThen(answered.await, limits.observe("k", windows, {}, 40)))
      const before = yield* Effect.forkChild(call(one), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* two.lift("k")
      yield* answered.open
      yield* Fiber.join(before)
      yield* TestClock.adjust("1 second")
      yield* two.within("k", windows, 0)(Effect.void)
      // What is heard since then is believed.
      yield* call(one)
      expect((yield* Effect.flip(two.within("k", windows, 0)(Effect.void))).retryAfter).toBe(60)
    })
  )

  it.effect("forget the points that a platform said were missing, when they are lifted", () =>
    Effect.gen(function* () {
      const { one, two } = yield* processes
      const call = { path: "/" }
      const cost = { requested: 10, available: -1e9, maximum: 1000, restoreRate: 1 }
      const declared = { ...single, cost: () => cost }
      yield* one.within("k", declared, 0, call)(one.observe("k", declared, {}, undefined, { call, cost }))
      yield* TestClock.adjust("1 second")
      expect((yield* Effect.flip(two.within("k", declared, 0, call)(Effect.void))).retryAfter).toBeGreaterThan(80_000)
      yield* two.lift("k")
      yield* two.within("k", declared, 0, call)(Effect.void)
    })
  )

  it.effect("let the next through when one that tells of its call is broken off", () =>
    Effect.gen(function* () {
      const { exchanges, one, open } = yield* processes
      yield* open.close
      const told = yield* Effect.forkChild(one.observe("k", single, {}, 1), { startImmediately: true })
      while (exchanges() === 0) yield* Effect.yieldNow
      const ended = yield* Effect.forkChild(Fiber.interrupt(told), { startImmediately: true })
      yield* open.open
      yield* Fiber.join(ended)
      yield* TestClock.adjust("2 seconds")
      const next = yield* Effect.forkChild(one.within("k", single, 60_000)(Effect.succeed("through")))
      yield* TestClock.adjust("10 minutes")
      expect(next.pollUnsafe()).toEqual(Exit.succeed("through"))
    })
  )
})

describe("an exchange", () => {
  const said = (over: Partial<Budget.Exchange>): Budget.Exchange => ({
    windows: [{ max: 4, seconds: 60 }],
    concurrent: 2,
    holder: "one",
    lease: 15_000,
    under: { calls: 0, background: 0, points: 0 },
    ended: 0,
    ago: 0,
    stay: 0,
    told: [],
    cost: null,
    learned: {},
    lifts: null,
    turns: [],
    ...over
  })
  const turns = (count: number) =>
    Array.from({ length: count }, () => ({ background: false, shape: null, patience: 0 }))
  const waits = ({ turns }: Budget.Answer) => turns.map(({ wait }) => wait)
  it("takes back the places of a process that is not heard of, and goes on counting its calls", () => {
    const state = Budget.empty()
    const from = 1_790_000_000_000
    expect(waits(Budget.exchange(state, said({ turns: turns(3) }), from))).toEqual([0, 0, -1])
    expect(waits(Budget.exchange(state, said({ holder: "two", turns: turns(1) }), from + 14_999))).toEqual([-1])
    expect(waits(Budget.exchange(state, said({ holder: "two", turns: turns(3) }), from + 15_000))).toEqual([
      0,
      0,
      expect.closeTo(60_000, -4)
    ])
    expect(Budget.usage(state, from + 15_001).windows[0]?.used).toBe(4)
  })
  it("goes on where its clock goes back", () => {
    const state = Budget.empty()
    const from = 1_790_000_000_000
    Budget.exchange(state, said({ ended: 4 }), from)
    const [wait] = waits(Budget.exchange(state, said({ turns: turns(1) }), from - 600_000))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(62_000)
  })
})

describe("calls that weigh", () => {
  const declared: Connector.SettledLimits = { windows: [{ max: 100, seconds: 3600 }], concurrent: 1000 }
  it.effect("are let through as long as all of their weight has room, whatever the others weigh", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const passed: Array<number> = []
      const refused: Array<number> = []
      for (const weight of [40, 40, 30, 19, 2, 1, 1]) {
        const exit = yield* Effect.exit(limits.within("k", declared, 0, undefined, weight)(Effect.void))
        ;(Exit.isSuccess(exit) ? passed : refused).push(weight)
      }
      expect([passed, refused]).toEqual([
        [40, 40, 19, 1],
        [30, 2, 1]
      ])
      yield* TestClock.adjust("3720 seconds")
      yield* limits.within("k", declared, 0, undefined, 100)(Effect.void)
    })
  )
  it.effect("count as much while they are under way, and beside those that are asked for with them", () =>
    Effect.gen(function* () {
      const limits = yield* make
      const latch = yield* Latch.make()
      let most = 0
      let under = 0
      const call = (weight: number) =>
        limits.within(
          "k",
          declared,
          0,
          undefined,
          weight
        )(
          Effect.andThen(
            Effect.sync(() => (most = Math.max(most, (under += weight)))),
            latch.await
          )
        )
      const fiber = yield* Effect.forkChild(
        Effect.forEach([60, 30, 20, 10, 5], (weight) => Effect.exit(call(weight)), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      yield* latch.open
      const exits = yield* Fiber.join(fiber)
      expect(exits.map((exit) => Exit.isSuccess(exit))).toEqual([true, true, false, true, false])
      expect(most).toBe(100)
    })
  )
})
