import { assert, describe, it, layer } from "@effect/vitest"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../../src/database/Database.ts"
import * as Distribution from "../../src/database/Distribution.ts"
import { Checkpoints } from "../../src/sync/Checkpoints.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Stored from "../support/Stored.ts"

for (const [name, database] of Databases.both) {
  layer(database(), { timeout: "180 seconds", excludeTestServices: true })(`distribution on ${name}`, (it) => {
    it.effect("names every table that the migrations make", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Distribution.strays, { unnamed: [], gone: [] })
      })
    )

    it.effect("tells of a table that it does not name, and of a name without a table", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table forgotten (id bigint primary key)`
        yield* sql`alter table brand rename to logo`
        assert.deepStrictEqual(yield* Distribution.strays, { unnamed: ["forgotten", "logo"], gone: ["brand"] })
        yield* sql`alter table logo rename to brand`
        yield* sql`drop table forgotten`
      })
    )

    it.effect("leaves a database without the extension as it is, and one that is spread", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = sql<{ key: string }>`
          select pg_get_constraintdef(oid) as key from pg_constraint
          where conrelid = 'record'::regclass and contype in ('p', 'u') order by 1`
        const before = yield* keys
        const state = yield* Distribution.state
        assert.strictEqual(state, Postgres.isGiven() && name === "PostgreSQL" && state !== "plain" ? "spread" : "plain")
        assert.strictEqual(yield* Distribution.run, state)
        assert.deepStrictEqual(yield* keys, before)
      })
    )
  })
}

describe("a cluster of a release that spread less", () => {
  it.live(
    "works as it is, and is spread further by the command",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* Postgres.database
        const connected = Effect.provide(Database.layer({ dataDir: ".", databaseUrl: Option.some(databaseUrl) }))
        const before = yield* connected(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            if ((yield* Distribution.state) !== "spread") return "plain"
            yield* sql.unsafe("select undistribute_table('checkpoint')").unprepared
            const name = new URL(Redacted.value(databaseUrl)).pathname.slice(1)
            yield* sql.unsafe(`alter database ${name} set citus.enable_fast_path_router_planner = off`).unprepared
            return yield* Distribution.run
          })
        )
        if (before === "plain") return console.info("No cluster is named by TEST_DATABASE_URL: nothing is spread.")
        assert.strictEqual(before, "partly")
        yield* connected(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { companyId, connectionId } = yield* Stored.connect()
            const place = { companyId, connectionId, model: "EXPENSES", source: "default" }
            const read = sandbox.reads.EXPENSES
            const checkpoints = Checkpoints(sql)
            const begin = checkpoints.begin(place, { syncId: 0, wantFull: false, read, from: null, counted: null })
            const run = (yield* begin)!
            assert.isTrue(yield* checkpoints.advance(place, run, "next", read))
            assert.deepStrictEqual(yield* Distribution.distribute(() => Effect.void), ["checkpoint"])
            assert.strictEqual(yield* Distribution.state, "spread")
            assert.deepStrictEqual(yield* begin, { ...run, pages: 1, state: "next" })
          })
        )
      }).pipe(Effect.scoped),
    180_000
  )
})
