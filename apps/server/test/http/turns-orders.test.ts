/** Turns in all orders of waiting, errands, growing and giving up: never more at work than may be, and none is lost. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Config from "../../src/Config.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as Turns from "../../src/http/Turns.ts"
import * as Effort from "../support/Effort.ts"

const most = { people: 2, open: 2, keyed: 2, large: 1 }
const { limits } = Config.read({ SVC_MAX_WORKING_REQUESTS: "2", SVC_MAX_LARGE_REQUESTS: "1" }, []).config
const lanes = ["people", "open", "keyed"] as const

/** How long something goes on, in turns of the loop. */
const pause = (loops: number) =>
  Effect.forEach(Array.from({ length: loops }), () => Effect.promise(() => new Promise((go) => setImmediate(go))), {
    discard: true
  })

const request = fc.record({
  owner: fc.integer({ min: 1, max: 3 }),
  lane: fc.constantFrom(...lanes),
  after: fc.integer({ min: 0, max: 5 }),
  /** After so many turns of the loop its caller goes away; null when the answer is waited for. */
  patience: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 3 }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom("work", "errand", "errand given up", "two errands", "grow"),
      loops: fc.integer({ min: 0, max: 3 })
    }),
    { maxLength: 4 }
  )
})
type Request = typeof request extends fc.Arbitrary<infer A> ? A : never

const held = (turns: Turns.Turns["Service"], more: number) => {
  for (const lane of [...lanes, "large"] as const) {
    expect(turns.counts(lane).working).toBeLessThanOrEqual(most[lane] + more)
  }
}

/** `more` are those that may be at work beside: who gives up an errand does not wait for its turn. */
const carriedOut = (turns: Turns.Turns["Service"], { after, lane, owner, patience, steps }: Request, more: number) =>
  Effect.gen(function* () {
    yield* pause(after)
    const facts = RequestInfo.begin(undefined, null)
    const worked = Effect.gen(function* () {
      yield* turns.take(facts, owner, lane)
      for (const { kind, loops } of steps) {
        held(turns, more)
        if (kind === "grow") yield* Turns.enlarge
        else if (kind === "work") yield* pause(loops)
        else if (kind === "errand") yield* Turns.away(pause(loops))
        else if (kind === "two errands") {
          yield* Effect.all([Turns.away(pause(loops)), Turns.away(pause(loops + 1))], { concurrency: 2 })
        } else yield* Effect.raceFirst(Turns.away(pause(loops + 5)), pause(loops))
      }
    }).pipe(
      Effect.provideService(RequestInfo.RequestInfo, facts),
      Effect.ensuring(Effect.sync(() => facts.turn?.end()))
    )
    const fiber = yield* Effect.forkChild(worked)
    if (patience !== null) {
      yield* pause(patience)
      yield* Fiber.interrupt(fiber)
    }
    const exit = yield* Fiber.await(fiber)
    return patience !== null || Exit.isSuccess(exit)
  })

it.effect("ends every request, with no more at work than may be, and leaves nothing behind", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (requests) => {
        // Nobody's turn is lent where no time passes.
        const turns = Turns.make(limits, () => 0)
        const more = requests.filter(({ steps }) => steps.some(({ kind }) => kind === "errand given up")).length
        const ended = await Effect.runPromise(
          Effect.forEach(requests, (one) => carriedOut(turns, one, more), { concurrency: "unbounded" })
        )
        expect(ended.every((hasEnded) => hasEnded)).toBe(true)
        for (const lane of [...lanes, "large"] as const) {
          expect(turns.counts(lane)).toEqual({ working: 0, waiting: 0 })
        }
      }),
      { numRuns: Effort.times(60) }
    )
  )
)

it.effect("leaves as long for others' small requests as a large one took, and no pause where there are none", () =>
  Effect.gen(function* () {
    const clock = { now: 0 }
    const { limits } = Config.read({ SVC_MAX_WORKING_REQUESTS: "4", SVC_MAX_LARGE_REQUESTS: "2" }, []).config
    const turns = Turns.make(limits, () => clock.now)
    const begin = Effect.fnUntraced(function* (owner: number, isLarge: boolean) {
      const facts = RequestInfo.begin(undefined, null)
      yield* turns.take(facts, owner, "keyed")
      if (isLarge) yield* facts.turn!.enlarge(false)
      return facts.turn!
    })
    const small = yield* begin(1, false)
    const first = yield* begin(2, true)
    const second = yield* Effect.forkChild(begin(2, true))
    yield* pause(5)
    // One at a time beside small ones of others.
    expect(turns.counts("large")).toEqual({ working: 1, waiting: 1 })
    clock.now += 300
    first.end()
    clock.now += 299
    yield* pause(50)
    expect(turns.counts("large")).toEqual({ working: 0, waiting: 1 })
    clock.now += 1
    const went = yield* Fiber.join(second)
    expect(turns.counts("large")).toEqual({ working: 1, waiting: 0 })
    // Without small ones of others it goes on at once, and as many as there may be.
    small.end()
    clock.now += 1000
    went.end()
    const both = [yield* begin(2, true), yield* begin(3, true)]
    expect(turns.counts("large")).toEqual({ working: 2, waiting: 0 })
    for (const turn of both) turn.end()
  })
)

it.effect("lets a large one rest between its pieces while others have small ones at work, and not without them", () =>
  Effect.gen(function* () {
    const turns = Turns.make(limits, () => 0)
    const begin = Effect.fnUntraced(function* (owner: number, isLarge: boolean) {
      const facts = RequestInfo.begin(undefined, null)
      yield* turns.take(facts, owner, "keyed")
      if (isLarge) yield* facts.turn!.enlarge(false)
      return facts.turn!
    })
    const large = yield* begin(1, true)
    /** Whether it goes on as soon as it has looked who is there; it goes on in any case. */
    const goesOn = Effect.fnUntraced(function* (turn: RequestInfo.Turn, took: number) {
      const resting = yield* Effect.forkChild(turn.rest(took))
      yield* pause(5)
      const isOver = resting.pollUnsafe() !== undefined
      yield* Fiber.join(resting)
      return isOver
    })
    const small = yield* begin(2, false)
    // What is no more than others do in one go is no piece to rest after, and a small request has none.
    expect(yield* goesOn(large, 3)).toBe(true)
    expect(yield* goesOn(small, 1000)).toBe(true)
    const from = performance.now()
    expect(yield* goesOn(large, 80)).toBe(false)
    expect(performance.now() - from).toBeGreaterThanOrEqual(79)
    small.end()
    expect(yield* goesOn(large, 10_000)).toBe(true)
    large.end()
  })
)
