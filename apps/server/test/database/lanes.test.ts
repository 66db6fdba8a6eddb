/** What is small waits for nobody: readiness, the look-up of a key and a single record have a way of their own to the database. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { Quick } from "../../src/database/Database.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"

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

it.live("the embedded database lets what is quick go before others that wait, but not for ever", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const quick = yield* Quick
    // Both lanes are open before anything waits.
    for (const client of [sql, quick]) yield* client`select 1`
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
    const ask = (client: SqlClient.SqlClient, name: string) =>
      Effect.forkChild(Effect.map(client`select 1`, () => void done.push(name)))
    const others = yield* Effect.forEach(Array.from({ length: 5 }), () => ask(sql, "other"))
    yield* untilTurns(50)
    const first = yield* Effect.forEach(Array.from({ length: 20 }), () => ask(quick, "quick"))
    yield* untilTurns(50)
    held.isOver = true
    yield* Fiber.join(holding)
    yield* Effect.forEach([...others, ...first], Fiber.join)
    assert.strictEqual(done[0], "quick")
    assert.isBelow(done.indexOf("other"), 20)
  }).pipe(Effect.provide(Databases.embedded()), Effect.scoped)
)
