/** What is small waits for nobody: readiness, the look-up of a key and a single record have a way of their own to the database. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Database from "../../src/database/Database.ts"
import { Quick } from "../../src/database/Database.ts"
import { Lane, shareOfBackground } from "../../src/database/Lanes.ts"
import { Lists } from "../../src/records/Lists.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as Stored from "../support/Stored.ts"

describe("while all connections to the database are in use", () => {
  it("a process is ready, knows its keys and shows a record", async () => {
    const scope = Scope.makeUnsafe()
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const service = await Service.start({ DATABASE_URL: url, SVC_DATABASE_CONNECTIONS: "2" })
    try {
      await Service.whileHeld(service, 2, async () => {
        const status = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
          (await service.call("GET", path, undefined, headers)).status
        assert.strictEqual(await status("/readyz"), 200)
        assert.strictEqual(await status("/v3/core/companies", { api_key: "svc_wrong_0123456789012345678901" }), 401)
        assert.strictEqual(await status("/v3/accounting/items/12345"), 404)
      })
    } finally {
      await service.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})

/** Asks as what runs beside requests, or as a large one. */
const beside = Effect.provideService(Lane, "background" as const)
const atLarge = Effect.provideService(Lane, "large" as const)

it.live("a list of many records, or one that counts them, is a large request", () =>
  Effect.gen(function* () {
    const lanes = new Map<string, Set<string>>()
    let asked = ""
    const noted = (sql: SqlClient.SqlClient): SqlClient.SqlClient =>
      new Proxy(sql, {
        get: (target, name) =>
          name !== "unsafe"
            ? Reflect.get(target, name)
            : (text: string, params: ReadonlyArray<unknown>) =>
                Effect.flatMap(Lane, (lane) => {
                  if (text.includes("from record_items")) lanes.get(asked)!.add(lane)
                  return target.unsafe(text, params)
                })
      })
    const services = Lists.layer.pipe(
      Layer.provide(Layer.effect(SqlClient.SqlClient, Effect.map(SqlClient.SqlClient, noted))),
      Layer.provideMerge(Stored.schema)
    )
    yield* Effect.gen(function* () {
      const caller = Stored.callerOf(yield* Stored.connect())
      const lists = yield* Lists
      for (const query of ["limit=250", "limit=251", "return_count=true", "limit=200&select=raw_data"]) {
        asked = query
        lanes.set(asked, new Set())
        yield* lists.list(caller, "ITEMS", new URLSearchParams(query))
      }
    }).pipe(Effect.provide(services))
    assert.deepStrictEqual(
      [...lanes].map(([query, of]) => [query, ...of]),
      [
        ["limit=250", "requests"],
        ["limit=251", "large"],
        ["return_count=true", "large"],
        ["limit=200&select=raw_data", "large"]
      ]
    )
  }).pipe(Effect.provide(Databases.embedded()), Effect.scoped)
)

it.live("the embedded database lets what is quick go first, then requests, then the rest, but not for ever", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const quick = yield* Quick
    // All lanes are open before anything waits.
    yield* Effect.all([sql`select 1`, beside(sql`select 1`), quick`select 1`])
    const done: Array<string> = []
    let turns = 0
    const held = { isOver: false }
    // Whoever has sent a statement stands in the line by the time that the holder has had some more turns.
    const holding = yield* Effect.forkChild(
      sql.withTransaction(
        Effect.gen(function* () {
          while (!held.isOver) {
            yield* sql`select 1`
            turns++
          }
        })
      )
    )
    const untilTurns = (more: number) =>
      Effect.suspend(() => {
        const end = turns + more
        return Effect.repeat(Effect.sleep("1 millis"), { until: () => turns >= end })
      })
    yield* untilTurns(1)
    const ask = (times: number, name: string, statement: Effect.Effect<unknown, SqlError>) =>
      Effect.forEach(Array.from({ length: times }), () =>
        Effect.forkChild(Effect.map(statement, () => void done.push(name)))
      )
    const background = yield* ask(5, "background", beside(sql`select 1`))
    const large = yield* ask(5, "large", atLarge(sql`select 1`))
    yield* untilTurns(50)
    const requests = yield* ask(5, "request", sql`select 1`)
    yield* untilTurns(50)
    const first = yield* ask(20, "quick", quick`select 1`)
    yield* untilTurns(50)
    held.isOver = true
    yield* Fiber.join(holding)
    yield* Effect.forEach([...background, ...large, ...requests, ...first], Fiber.join)
    assert.strictEqual(done[0], "quick")
    for (const one of ["background", "large"]) assert.isBelow(done.lastIndexOf("request"), done.lastIndexOf(one))
    assert.isBelow(done.indexOf("background"), 20)
  }).pipe(Effect.provide(Databases.embedded()), Effect.scoped)
)

it.live("what runs beside requests never has the last connection to PostgreSQL", () =>
  Effect.gen(function* () {
    const url = yield* Postgres.database
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const opened = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      let holders = 0
      const hold = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1`
          if (++holders === shareOfBackground(4)) yield* Deferred.succeed(opened, undefined)
          yield* Deferred.await(over)
        })
      )
      const holding = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.forkChild(beside(hold)))
      yield* Deferred.await(opened)
      // A request is answered, with a transaction of its own, while as many more wait for a place.
      assert.deepStrictEqual(yield* sql.withTransaction(sql`select 1 as one`), [{ one: 1 }])
      assert.strictEqual(holders, 3)
      // Who gives up while waiting leaves no place taken.
      yield* Fiber.interrupt(holding[7]!)
      yield* Deferred.succeed(over, undefined)
      yield* Effect.forEach(holding.slice(0, 7), Fiber.join)
      assert.strictEqual(holders, 7)
      const [row] = yield* beside(sql<{ used: number }>`select count(*)::int as used from pg_stat_activity
        where datname = current_database() and application_name = 'svc'`)
      assert.isAtMost(row!.used, 4)
    }).pipe(
      Effect.provide(Database.layer({ dataDir: "unused", databaseUrl: Option.some(url), maxConnections: 4 })),
      Effect.scoped
    )
  }).pipe(Effect.scoped)
)
