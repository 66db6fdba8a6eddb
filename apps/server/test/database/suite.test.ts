import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as EffectQueue from "effect/Queue"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Schema from "effect/Schema"
import { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import { cleanJson, cleanJsonText, cleanText } from "../../src/database/CleanJson.ts"
import * as Databases from "../support/Databases.ts"

const range = (length: number) => Array.from({ length }, (_, n) => n)
/** A connection of its own to the same database. */
const connection = PgClient.PgClient.use(({ config }) => PgClient.makeClient(config)).pipe(
  Effect.provide(Reactivity.layer)
)
const reason = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.isFailure(exit) ? exit.cause.reasons.find((part) => part._tag === "Fail")?.error : undefined
  return Schema.is(SqlError)(error) ? error.reason._tag : error
}

for (const [name, database] of Databases.both) {
  layer(database(), { timeout: "180 seconds", excludeTestServices: true })(`the database, ${name}`, (it) => {
    it.effect("gives the types the program relies on", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const json = { text: "ä\u{1F600}", list: [1, null, { deep: true }] }
        const [row] = yield* sql`
          select 9007199254740991::int8 as big, (-5)::int8 as negative, array[1::int8, null] as bigs, count(*) as count,
            123456789012345.6789::numeric as exact, '2026-01-02T03:04:05.678Z'::timestamptz as at,
            array['a', 'b'] as texts, ${sql.json(json)}::jsonb as json, ${2 ** 40} as parameter, ${[1, 2]}::int8[] as list,
            null::int8 as none`
        assert.deepStrictEqual(row, {
          big: Number.MAX_SAFE_INTEGER,
          negative: -5,
          bigs: [1, null],
          count: 1,
          exact: "123456789012345.6789",
          at: new Date("2026-01-02T03:04:05.678Z"),
          texts: ["a", "b"],
          json,
          parameter: 2 ** 40,
          list: [1, 2],
          none: null
        })
        assert.isDefined(reason(yield* Effect.exit(sql`select 9007199254740993::int8`)))
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
      })
    )

    it.effect("keeps the answers of 2000 concurrent selects apart", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const rows = yield* Effect.forEach(range(2000), (n) => sql<{ v: number }>`select ${n}::int as v`, {
          concurrency: 50
        })
        assert.deepStrictEqual(
          rows.map(([row]) => row?.v),
          range(2000)
        )
      })
    )

    it.effect("loses no update of 200 concurrent read-modify-write transactions", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table counter (id int primary key, n int not null)`
        yield* sql`insert into counter values (1, 0)`
        const increment = sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ n: number }>`select n from counter where id = 1 for update`
            yield* Effect.yieldNow
            yield* sql`update counter set n = ${row!.n + 1} where id = 1`
          })
        )
        yield* Effect.forEach(range(200), () => increment, { concurrency: 20, discard: true })
        assert.deepStrictEqual(yield* sql`select n from counter where id = 1`, [{ n: 200 }])
      })
    )

    it.effect("keeps exactly what committed transactions wrote, and rolls nested ones back alone", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table written (n int primary key)`
        const transaction = (n: number) =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`insert into written values (${n})`
              const nested = yield* Effect.exit(sql.withTransaction(sql`insert into written values (${n})`))
              assert.strictEqual(reason(nested), "UniqueViolation")
              if (n % 2 === 1) return yield* Effect.fail("odd")
              return n
            })
          )
        yield* Effect.forEach(range(100), (n) => Effect.ignore(transaction(n)), { concurrency: 20, discard: true })
        const rows = yield* sql<{ n: number }>`select n from written order by n`
        assert.deepStrictEqual(
          rows.map(({ n }) => n),
          range(100).filter((n) => n % 2 === 0)
        )
      })
    )

    it.effect("reports errors to the statement that made them, by kind", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const results = yield* Effect.forEach(
          range(300),
          (n) =>
            sql<{ v: number }>`select ${n}::int / ${n % 3}::int * ${n % 3}::int as v`.pipe(
              Effect.map(([row]) => row!.v),
              Effect.orElseSucceed(() => -1)
            ),
          { concurrency: 30 }
        )
        assert.deepStrictEqual(
          results,
          range(300).map((n) => (n % 3 === 0 ? -1 : n - (n % (n % 3))))
        )
        yield* sql`create table parent (id int primary key)`
        yield* sql`create table child (parent int not null references parent)`
        assert.strictEqual(reason(yield* Effect.exit(sql`selekt`)), "SqlSyntaxError")
        assert.strictEqual(reason(yield* Effect.exit(sql`insert into child values (7)`)), "ConstraintError")
      })
    )

    it.effect("fails the commit of a transaction in which a statement failed", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const exit = yield* Effect.exit(sql.withTransaction(Effect.ignore(sql`select 1 / ${0}::int`)))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
      })
    )

    it.effect("stores and gives back 8 MB in one value", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table large (j jsonb)`
        yield* sql`insert into large values (${sql.json({ a: "x".repeat(8_000_000) })})`
        const [row] = yield* sql<{ j: { a: string } }>`select j from large`
        assert.strictEqual(row?.j.a.length, 8_000_000)
      })
    )

    it.effect("streams 20000 rows while other statements run", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table rows (id bigint generated always as identity, t text)`
        for (const _ of range(40)) {
          yield* sql`insert into rows (t) select unnest(${range(500).map((n) => `${n} `.repeat(50))}::text[])`
        }
        const streamed = yield* sql`select id, t from rows`.stream.pipe(Stream.runCount, Effect.forkChild)
        yield* Effect.forEach(range(50), () => sql`select 1`, { concurrency: 5, discard: true })
        assert.strictEqual(yield* Fiber.join(streamed), 20_000)
      })
    )

    it.effect("brings 500 notifications to a listener and stays usable", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const seen = yield* sql.listen("suite")
        yield* Effect.forEach(range(500), (n) => sql.notify("suite", String(n)), { concurrency: 10, discard: true })
        const got = yield* EffectQueue.takeN(seen, 500)
        assert.deepStrictEqual(
          got.map(({ payload }) => Number(payload)).toSorted((a, b) => a - b),
          range(500)
        )
        yield* sql`select 1`
      }).pipe(Effect.scoped)
    )

    it.effect("brings a notification only when its transaction commits", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const seen = yield* sql.listen("committed")
        const notify = (text: string) => sql`select pg_notify('committed', ${text})`
        yield* Effect.ignore(sql.withTransaction(Effect.andThen(notify("no"), Effect.fail("no"))))
        yield* sql.withTransaction(notify("yes"))
        assert.strictEqual((yield* EffectQueue.take(seen)).payload, "yes")
      }).pipe(Effect.scoped)
    )

    it.effect("is usable after a statement was interrupted", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`select pg_sleep(0.5)`.pipe(Effect.timeoutOption("100 millis"))
        yield* Effect.forEach(range(20), () => sql`select 1`, { concurrency: 20, discard: true })
      })
    )

    it.effect("rolls back what an interrupted transaction wrote", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table interrupted (n int)`
        yield* sql
          .withTransaction(Effect.andThen(sql`insert into interrupted values (1)`, Effect.never))
          .pipe(Effect.timeoutOption("100 millis"))
        assert.deepStrictEqual(yield* sql`select * from interrupted`, [])
      })
    )

    it.effect("rolls back what a lost connection wrote, and lets others in", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table lost (n int primary key)`
        yield* Effect.scoped(
          Effect.gen(function* () {
            const other = yield* connection
            yield* other`begin`.unprepared
            yield* other`insert into lost values (1)`
          })
        )
        yield* sql`insert into lost values (1)`
        assert.deepStrictEqual(yield* sql`select n from lost`, [{ n: 1 }])
      })
    )

    it.effect("survives more statements than a connection keeps prepared, on many connections", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const client = Effect.gen(function* () {
          const other = yield* connection
          for (const n of range(120)) yield* other.unsafe(`select $1::int + ${n} as v`, [1])
        }).pipe(Effect.scoped)
        yield* Effect.forEach(range(4), () => client, { concurrency: 4, discard: true })
        yield* sql`select 1`
      })
    )

    it.effect("refuses NUL and lone surrogates, and takes them cleaned", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const bad = "a\0b\uD800c\u{1F600}"
        const value = { [bad]: [bad, { ok: "ok", n: 1 }], kept: { x: null } }
        yield* sql`create table clean (t text, j jsonb)`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql`insert into clean values (${bad}, null)`)))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql`insert into clean values (null, ${sql.json(value)})`)))
        assert.strictEqual(cleanText(bad), "a\uFFFDb\uFFFDc\u{1F600}")
        const cleaned = cleanJson(value)
        assert.strictEqual(cleaned.kept, value.kept)
        yield* sql`insert into clean values (${cleanText(bad)}, ${sql.json(cleaned)})`
        yield* sql`insert into clean values (null, ${cleanJsonText(JSON.stringify(value))}::jsonb)`
        const [first, second] = yield* sql<{ j: unknown }>`select j from clean`
        assert.deepStrictEqual(first?.j, cleaned)
        assert.deepStrictEqual(second?.j, cleaned)
      })
    )

    it.effect("runs 2000 small transactions", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`create table small (n int)`
        yield* Effect.forEach(range(2000), (n) => sql.withTransaction(sql`insert into small values (${n})`), {
          concurrency: 16,
          discard: true
        })
        assert.deepStrictEqual(yield* sql`select count(*) from small`, [{ count: 2000 }])
      })
    )
  })
}
