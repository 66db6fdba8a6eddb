import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Models } from "@svc/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import * as Tokens from "../../src/secrets/Tokens.ts"
import * as Child from "../support/Child.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"

const known = Object.keys(Migrations.migrations).length
/** As a program that knows these migrations, of which the named ones only add. */
const run = (migrations: Migrations.Schema["migrations"], ...expanding: ReadonlyArray<string>) =>
  Migrations.run().pipe(Effect.provideService(Migrations.Schema, { migrations, expanding: new Set(expanding) }))
const statement = (text: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(text))

for (const [name, database] of Databases.bothEmpty) {
  layer(database, { timeout: "180 seconds", excludeTestServices: true })(`migrations on ${name}`, (it) => {
    it.effect("run once, also when several start together", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const runs = yield* Effect.forEach(Array.from({ length: 4 }), () => Migrations.run(), { concurrency: 4 })
        assert.deepStrictEqual(
          runs.map((done) => done.length).toSorted((a, b) => b - a),
          [known, 0, 0, 0]
        )
        assert.deepStrictEqual(yield* sql`select * from svc_meta`, [])
      })
    )

    it.effect("and partitions are made once, also when several start together", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.run()
        yield* Effect.forEach(Array.from({ length: 4 }), () => Partitions.run, { concurrency: 4 })
        const [made] = yield* sql<{ count: number }>`
          select count(*) as count from pg_inherits where inhparent = 'record'::regclass`
        assert.strictEqual(made!.count, Models.modelIds.length)
        assert.deepStrictEqual(yield* Partitions.run, [])
      })
    )

    it.effect("keep nothing of a run that failed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const next = {
          ...Migrations.migrations,
          "9001_good": statement("create table good (n int)"),
          "9002_bad": statement("create table bad (n nonsense)")
        }
        const error = yield* Effect.flip(run(next))
        assert.include(error.message, "9002_bad")
        assert.deepStrictEqual(yield* sql`select to_regclass('good')::text as t`, [{ t: null }])
        const fixed = { ...next, "9002_bad": statement("create table bad (n int)") }
        assert.deepStrictEqual(yield* run(fixed), [
          [9001, "good"],
          [9002, "bad"]
        ])
      })
    )

    it.effect("refuse a database of a later release, unless it only added to it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const error = yield* Effect.flip(Migrations.run())
        assert.include(error.message, "later release, which added: good, bad")
        const added = { ...Migrations.migrations, "9001_good": Effect.void, "9002_bad": Effect.void }
        assert.deepStrictEqual(yield* run(added, "9001_good"), [])
        assert.include(
          (yield* Effect.flip(Migrations.run())).message,
          "later release, which added: bad. Start that release"
        )
        assert.deepStrictEqual(yield* run(added, "9001_good", "9002_bad"), [])
        assert.deepStrictEqual(yield* Migrations.run(), [])
        yield* sql`delete from svc_migrations where migration_id > 9000`
      })
    )
  })
}

/** The schema as it was before a migration, with a company in it. */
const before = Effect.fnUntraced(function* (migration: string) {
  const sql = yield* SqlClient.SqlClient
  yield* run(Object.fromEntries(Object.entries(Migrations.migrations).filter(([name]) => name < migration)))
  const [organisation] = yield* sql<{ id: number }>`insert into organisation (name) values ('o') returning id`
  const [company] = yield* sql<{ id: number }>`
    insert into company (organisation_id) values (${organisation!.id}) returning id`
  return { company: company!, organisation: organisation!, sql }
})

describe("migration 13", () => {
  layer(Databases.embeddedEmpty, { timeout: "180 seconds", excludeTestServices: true })((it) => {
    it.effect("keeps the hash of what was stored in clear", () =>
      Effect.gen(function* () {
        const { company, organisation, sql } = yield* before("0013")
        yield* sql`insert into invite_link (invite_link_id, organisation_id, company_id, integrations,
            integration_categories, expires_at)
          values ('an-open-link', ${organisation.id}, ${company.id}, '{}', '{}', now())`
        yield* sql`insert into connection (organisation_id, company_id, integration_type, category, status, sync_config,
            inbound_token)
          values (${organisation.id}, ${company.id}, 'XERO', 'ACCOUNTING', 'HEALTHY', '[]', 'an-inbound-token')`
        yield* Migrations.run()
        assert.deepStrictEqual(yield* sql`select token_hash from invite_link`, [
          { token_hash: Tokens.hashOf("an-open-link") }
        ])
        assert.deepStrictEqual(yield* sql`select inbound_hash, inbound_token from connection`, [
          { inbound_hash: Tokens.hashOf("an-inbound-token"), inbound_token: null }
        ])
      })
    )
  })
})

describe("migration 36", () => {
  layer(Databases.embeddedEmpty, { timeout: "180 seconds", excludeTestServices: true })((it) => {
    it.effect("says whose checkpoints are, also those that a program adds which does not know of it", () =>
      Effect.gen(function* () {
        const { company, organisation, sql } = yield* before("0036")
        const [connection] = yield* sql<{ id: number }>`
          insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
          values (${organisation.id}, ${company.id}, 'XERO', 'ACCOUNTING', 'HEALTHY', '[]') returning id`
        const add = (model: string) => sql`insert into checkpoint (connection_id, data_model, source, run_id)
          values (${connection!.id}, ${model}, 'default', 1)
          on conflict (connection_id, data_model, source) do update set run_id = excluded.run_id`
        yield* add("CONTACTS")
        yield* Migrations.run()
        yield* add("INVOICES")
        yield* add("CONTACTS")
        const row = { company_id: company.id, integration_type: "XERO" }
        assert.deepStrictEqual(
          yield* sql`select company_id, integration_type, data_model from checkpoint order by data_model`,
          ["CONTACTS", "INVOICES"].map((data_model) => ({ ...row, data_model }))
        )
      })
    )
  })
})

describe("migrations of two processes", () => {
  it.live("wait for what others hold in turns, and let them go on meanwhile", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* Postgres.empty)
      const holder = yield* Postgres.client(url)
      const held = yield* Deferred.make<void>()
      const other = Database.layer({ dataDir: ".", databaseUrl: Option.some(Redacted.make(url)) })
      yield* Migrations.run().pipe(Effect.provide(other))
      const holding = yield* holder
        .withTransaction(
          Effect.gen(function* () {
            yield* holder`select * from company`
            yield* Deferred.succeed(held, undefined)
            // Longer than a turn, and until somebody else has read the table that the migration wants.
            yield* Effect.sleep("1200 millis")
            const started = performance.now()
            yield* SqlClient.SqlClient.use((sql) => sql`select * from company`).pipe(Effect.provide(other))
            return performance.now() - started
          })
        )
        .pipe(Effect.forkChild({ startImmediately: true }))
      yield* Deferred.await(held)
      const next = { ...Migrations.migrations, "9001_wide": statement("alter table company add column wide text") }
      assert.deepStrictEqual(yield* run(next).pipe(Effect.provide(other)), [[9001, "wide"]])
      assert.isBelow(yield* Fiber.join(holding), 1000)
    }).pipe(Effect.scoped)
  )

  it.live("run once", () =>
    Effect.gen(function* () {
      const url = yield* Postgres.empty
      const children = yield* Effect.forEach([1, 2, 3], () => Child.start("migrate", Redacted.value(url)))
      const said = yield* Effect.forEach(children, (child) => Queue.take(child.lines))
      assert.deepStrictEqual(said.toSorted(), [`ran 0`, `ran 0`, `ran ${known}`])
      yield* PgClient.PgClient.use((sql) => sql`select name from svc_meta`).pipe(
        Effect.provide(Database.layer({ dataDir: ".", databaseUrl: Option.some(url) }))
      )
    }).pipe(Effect.scoped)
  )
})
