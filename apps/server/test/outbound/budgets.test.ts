/** A connection's call budget, drawn from by two processes: each is one here with a pool of its own. */
import { Limits } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { tmpdir } from "node:os"
import { describe, expect, it } from "vitest"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as SharedBudgets from "../../src/outbound/SharedBudgets.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"

const declared = { windows: [{ max: 20, seconds: 60 }], concurrent: 50 }

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

describe("a budget", () => {
  it("is one for all processes on PostgreSQL", { timeout: 60_000 }, async () => {
    const passed = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* Postgres.database
          const database = () => Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url) })
          yield* Effect.scoped(Layer.build(Migrations.layer.pipe(Layer.provide(database()))))
          const process = () =>
            Effect.map(
              Layer.build(SharedBudgets.layer.pipe(Layer.provide(Layer.fresh(database())))),
              (context) => context
            )
          const [first, second] = [yield* process(), yield* process()]
          const limits = (context: typeof first) => Effect.provideContext(Limits.Limits, context)
          const [one, two] = [yield* limits(first), yield* limits(second)]
          const through = yield* letThrough(one, two, 60)
          // Refused callers take nothing: the next token comes when a window's part has passed, not later.
          const refused = yield* Effect.exit(one.within("connection:1", declared, 0)(Effect.void))
          const waited = yield* Effect.exit(one.within("connection:1", declared, 10_000)(Effect.void))
          const other = yield* two.within("connection:2", declared, 0)(Effect.succeed("free"))
          return { through, refused: Exit.isFailure(refused), waited: Exit.isSuccess(waited), other }
        })
      )
    )
    expect(passed).toEqual({ through: 20, refused: true, waited: true, other: "free" })
  })
  it("is in memory on the embedded database", { timeout: 60_000 }, async () => {
    const through = await Effect.runPromise(
      Effect.gen(function* () {
        const limits = yield* Limits.Limits
        return yield* letThrough(limits, limits, 60)
      }).pipe(Effect.provide(SharedBudgets.layer.pipe(Layer.provide(Databases.embedded()))), Effect.scoped)
    )
    expect(through).toBe(20)
  })
})
