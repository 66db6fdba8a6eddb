/** A budget of points: calls wait until what they cost is there, and go again when the platform refused them for it. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect } from "vitest"
import { Account, Auth, Call, Connector, GraphQL, Models } from "../src/contract/index.ts"
import { Limits, Platform } from "../src/runtime/index.ts"

const declared: Connector.SettledLimits = { windows: [], cost: () => null }
const dear = { method: "POST", path: "/graphql", body: Call.graphql("dear") } as const
const cheap = { ...dear, body: Call.graphql("cheap") } as const
const told = (call: Call.Call, requested: number, available: number) => ({
  call,
  cost: { requested, available, maximum: 1000, restoreRate: 50 }
})

describe("a budget of points", () => {
  const run = Effect.fnUntraced(function* (call: Call.Call, patience: number = 60_000) {
    const limits = yield* Limits.Limits
    return yield* Effect.forkChild(Effect.exit(limits.within("k", declared, patience, call)(Effect.void)))
  })
  const isDone = (fiber: Fiber.Fiber<unknown>) => fiber.pollUnsafe() !== undefined
  it.effect("makes a call wait for what one like it cost, and lets a call go that costs nothing known", () =>
    Effect.gen(function* () {
      const limits = yield* Limits.Limits
      yield* limits.observe("k", declared, {}, undefined, told(dear, 600, 400))
      const waiting = yield* run(dear)
      const other = yield* run(cheap)
      yield* TestClock.adjust("3 seconds")
      expect([isDone(waiting), isDone(other)]).toEqual([false, true])
      // 200 points are missing, and 50 come back each second.
      yield* TestClock.adjust("1 second")
      expect(isDone(waiting)).toBe(true)
      // The next one finds nothing left and waits for all of its own.
      const next = yield* run(dear)
      yield* TestClock.adjust("11 seconds")
      expect(isDone(next)).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(isDone(next)).toBe(true)
    }).pipe(Effect.provide(Limits.Limits.layer))
  )
  it.effect("says how long at once where patience is short, and takes nothing then", () =>
    Effect.gen(function* () {
      const limits = yield* Limits.Limits
      yield* limits.observe("k", declared, {}, undefined, told(dear, 600, 100))
      for (const _ of [1, 2]) {
        const refused = yield* Effect.flip(limits.within("k", declared, 2000, dear)(Effect.void))
        expect(refused.retryAfter).toBe(10)
      }
    }).pipe(Effect.provide(Limits.Limits.layer))
  )
  it.effect("counts calls under way, which the platform's answer to another may not know of", () =>
    Effect.gen(function* () {
      const limits = yield* Limits.Limits
      yield* limits.observe("k", declared, {}, undefined, told(dear, 600, 1000))
      yield* limits.observe("k", declared, {}, undefined, told(cheap, 10, 1000))
      const within = limits.within("k", declared, 0, dear)
      const second = yield* within(
        Effect.flatMap(limits.observe("k", declared, {}, undefined, told(cheap, 10, 990)), () =>
          Effect.exit(within(Effect.void))
        )
      )
      expect(Exit.isFailure(second)).toBe(true)
    }).pipe(Effect.provide(Limits.Limits.layer))
  )
  it.effect("never waits for more than the bucket holds", () =>
    Effect.gen(function* () {
      const limits = yield* Limits.Limits
      yield* limits.observe("k", declared, {}, undefined, told(dear, 5000, 1000))
      expect(Exit.isSuccess(yield* Effect.exit(limits.within("k", declared, 0, dear)(Effect.void)))).toBe(true)
    }).pipe(Effect.provide(Limits.Limits.layer))
  )
})

describe("a call refused for its points", () => {
  it.effect("goes again when they are there", () => {
    const answers = [
      { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }], left: 100 },
      { data: {}, left: 900 }
    ]
    const asked: Array<number> = []
    const network = FetchHttpClient.layer.pipe(
      Layer.provide(
        Layer.succeed(FetchHttpClient.Fetch, async () => {
          asked.push(asked.length)
          return Response.json(answers[asked.length - 1])
        })
      )
    )
    const connector = Connector.make({
      id: "ACME",
      name: "Acme",
      category: "ECOMMERCE",
      models: Models.models,
      auth: Auth.none,
      settings: {},
      account: Account.untold("a test has one account"),
      check: dear,
      http: {
        baseUrl: "https://acme.example",
        limits: {
          windows: [],
          cost: ({ body }) => ({
            requested: 400,
            available: Call.at(body, "left") as number,
            maximum: 1000,
            restoreRate: 50
          })
        },
        failureInside: GraphQL.failureInside({ THROTTLED: "RateLimited" })
      },
      reads: {},
      writes: {}
    })
    return Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(connector, { key: "k", settings: {}, credentials: Effect.succeed({}) })
      const checking = yield* Effect.forkChild(client.check)
      yield* Effect.promise(() => expect.poll(() => asked.length).toBe(1))
      yield* TestClock.adjust("5 seconds")
      expect(asked.length).toBe(1)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(checking)
      expect(asked.length).toBe(2)
    }).pipe(Effect.provide(Platform.Platform.layer.pipe(Layer.provide(network))))
  })
})
