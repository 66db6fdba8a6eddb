/**
 * A connection's call budget over processes: the database's arithmetic is that of core's memory, and two processes, each with
 * a pool of its own here, keep together to what one may do.
 */
import { Budget, Limits } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type * as PgClient from "@effect/sql-pg/PgClient"
import { tmpdir } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as SharedBudgets from "../../src/outbound/SharedBudgets.ts"
import * as Chance from "../support/Chance.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"

const declared = { windows: [{ max: 20, seconds: 2 }], concurrent: 50 }

/** How many of `calls` at once are let through by either of two, without waiting. */
const letThrough = (first: Limits.Limits["Service"], second: Limits.Limits["Service"], calls: number) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: calls }, (_, index) => (index % 2 === 0 ? first : second)),
      (limits) => Effect.exit(limits.within("connection:1", declared, 0)(Effect.void)),
      { concurrency: "unbounded" }
    ),
    (exits) => exits.filter(Exit.isSuccess).length
  )

describe("budgets on PostgreSQL", () => {
  const scope = Scope.makeUnsafe()
  let sql: PgClient.PgClient
  let process: () => Promise<Limits.Limits["Service"]>
  beforeAll(async () => {
    const within = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
    const url = await within(Postgres.database)
    const database = () => Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url) })
    await within(Layer.build(Migrations.layer.pipe(Layer.provide(database()))))
    sql = await within(Postgres.client(Redacted.value(url)))
    process = () =>
      within(
        Effect.map(
          Layer.build(SharedBudgets.layer.pipe(Layer.provide(Layer.fresh(database())), Layer.fresh)),
          (context) => Context.get(context, Limits.Limits)
        )
      )
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("are one for all processes", async () => {
    const [one, two] = [await process(), await process()]
    const passed = await Effect.runPromise(
      Effect.gen(function* () {
        const through = yield* letThrough(one, two, 60)
        // Refused callers take nothing, and a place in the window is free again when the whole of it has passed.
        const refused = yield* Effect.exit(one.within("connection:1", declared, 0)(Effect.void))
        const waited = yield* Effect.exit(one.within("connection:1", declared, 10_000)(Effect.void))
        const other = yield* two.within("connection:2", declared, 0)(Effect.succeed("free"))
        return { through, refused: Exit.isFailure(refused), waited: Exit.isSuccess(waited), other }
      })
    )
    expect(passed).toEqual({ through: 20, refused: true, waited: true, other: "free" })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("reckon as core does in memory, seed %i", async (seed) => {
    const { int, one, some } = Chance.make(seed)
    const { lift } = await process()
    const state = Budget.empty()
    const key = `seed:${seed}`
    const windows = [
      { max: 4, seconds: 1 },
      { max: 60, seconds: 60 },
      { max: 500, seconds: 86_400 }
    ].filter(() => some(0.6))
    const concurrent = 1 + int(6)
    const under = new Map<string, Budget.Under>()
    const costs: Record<string, number> = {}
    let moment = 1_790_000_000_000
    for (let step = 0; step < 250; step++) {
      moment += one([-50, 0, 3, 40, 400, 5_000, int(90_000)])
      const holder = one(["a", "b", "c"])
      const before = under.get(holder) ?? { calls: 0, background: 0, points: 0 }
      const kept = int(before.calls + 1)
      const now: Budget.Under = {
        calls: kept,
        background: Math.min(before.background, kept),
        points: kept === 0 ? 0 : before.points
      }
      const learned = one([{}, {}, { dear: 100 + int(1100), cheap: 10 }])
      Object.assign(costs, learned)
      const said: Budget.Exchange = {
        windows,
        concurrent,
        holder,
        lease: 15_000,
        under: now,
        ended: before.calls - kept,
        ago: one([0, 5, 100]),
        stay: some(0.1) ? int(3_000) : 0,
        told: some(0.2)
          ? windows.map(({ max, seconds }) => ({
              seconds,
              remaining: int(max + 5) - 1,
              resetAt: one([null, moment + 700, moment - 5])
            }))
          : [],
        cost: some(0.25) ? { available: int(1000), maximum: 1000, restoreRate: 50 } : null,
        learned,
        lifts: one([null, state.lifts, Math.max(0, state.lifts - 1)]),
        turns: Array.from({ length: int(5) }, () => ({
          background: some(0.5),
          shape: one([null, "dear", "cheap", "unknown"]),
          patience: one([0, 1_000, 20_000, Infinity])
        })).toSorted((a, b) => Number(a.background) - Number(b.background))
      }
      const [row] = await Effect.runPromise(
        sql<{ answer: { free: number; lifts: number; waits: Array<number>; points: Array<number> } }>`
          select rate_exchange(${key}, ${JSON.stringify(said)}::text::jsonb, ${moment}::float8) as answer`
      )
      const expected = Budget.exchange(state, said, moment)
      const place = `step ${step}: ${JSON.stringify(said)}`
      const { free, lifts, points, waits } = row!.answer
      expect(waits.length, place).toBe(expected.turns.length)
      for (const [index, { points: cost, wait }] of expected.turns.entries()) {
        expect(waits[index], place).toBeCloseTo(wait, 3)
        expect(points[index], place).toBeCloseTo(cost, 6)
      }
      expect(free, place).toBe(expected.free)
      expect(lifts, place).toBe(expected.lifts)
      if (some(0.05)) {
        await Effect.runPromise(lift(key))
        Budget.lift(state)
      }
      const admitted = expected.turns.filter(({ wait }) => wait === 0)
      under.set(holder, {
        calls: now.calls + admitted.length,
        background:
          now.background + expected.turns.filter(({ wait }, at) => wait === 0 && said.turns[at]!.background).length,
        points: now.points + admitted.reduce((total, turn) => total + turn.points, 0)
      })
    }
  })
})

it("what a day and a month hold is known to the next process on the embedded database", async () => {
  const monthly = { windows: [{ max: 100, seconds: 30 * 86_400 }], concurrent: 1000 }
  const passed = await Effect.runPromise(
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const process = (weight: number) =>
        Effect.gen(function* () {
          const limits = yield* Limits.Limits
          return Exit.isSuccess(
            yield* Effect.exit(limits.within("connection:1", monthly, 0, undefined, weight)(Effect.void))
          )
        }).pipe(
          Effect.provide(
            SharedBudgets.layer.pipe(Layer.provide(Layer.fresh(Databases.embedded({ dataDir }))), Layer.fresh)
          ),
          Effect.scoped
        )
      return [yield* process(2), yield* process(90), yield* process(9), yield* process(8)]
    }).pipe(Effect.scoped)
  )
  expect(passed).toEqual([true, true, false, true])
})

it("a budget is in memory on the embedded database", async () => {
  const through = await Effect.runPromise(
    Effect.gen(function* () {
      const limits = yield* Limits.Limits
      return yield* letThrough(limits, limits, 60)
    }).pipe(Effect.provide(SharedBudgets.layer.pipe(Layer.provide(Databases.embedded()))), Effect.scoped)
  )
  expect(through).toBe(20)
})
