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
