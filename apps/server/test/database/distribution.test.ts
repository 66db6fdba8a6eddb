import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"

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
