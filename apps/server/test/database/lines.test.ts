/**
 * Texts that are taken from the connection in front of the driver: the same as the driver's own rows, whatever their lengths and
 * wherever the network divides them, over TLS and without; and the session is as good as before, whatever becomes of a statement.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { describe, expect, it } from "vitest"
import * as Lines from "../../src/database/Lines.ts"
import * as Postgres from "../support/Postgres.ts"

interface Ways {
  readonly plain: Lines.Lines
  readonly tls: Lines.Lines
  readonly sql: Effect.Success<ReturnType<typeof Postgres.client>>
}
const over = (test: (ways: Ways) => Effect.Effect<unknown, SqlError, Scope.Scope>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* Postgres.empty
        yield* test({
          plain: yield* Lines.make({ url }),
          tls: yield* Lines.make({ url, ssl: { rejectUnauthorized: false } }),
          sql: yield* Postgres.client(Redacted.value(url))
        })
      })
    )
  )

/** Lengths around those of what is read and put together at once, and many that are small. */
const lengths = [
  0,
  1,
  65_500,
  65_536,
  262_143,
  262_144,
  262_145,
  700_001,
  ...Array.from({ length: 3000 }, (_, n) => n % 97)
]
const some = `select n::bigint as id, convert_to(repeat(case n % 3 when 0 then 'ä' else 'x' end, length), 'UTF8') as text
  from unnest($1::int[]) with ordinality as l(length, n) order by n`
const wanted = lengths.map((length, n) => `${((n + 1) % 3 === 0 ? "ä" : "x").repeat(length)}\n`).join("")
const list = `{${lengths.join(",")}}`
const textOf = ({ bytes }: Lines.Sent): string => Buffer.concat(bytes).toString()

describe("lines of the database", { timeout: 60_000 }, () => {
  it("are its texts, over TLS and without, in memory that is used again", () =>
    over(
      Effect.fnUntraced(function* ({ plain, tls }) {
        for (const way of [plain, tls]) {
          for (let round = 0; round < 3; round++) {
            const sent = yield* way.read(some, [list])
            expect({ ...sent, bytes: null, free: null }).toEqual({
              bytes: null,
              free: null,
              n: lengths.length,
              last: lengths.length,
              floor: null,
              isWhole: true
            })
            expect(textOf(sent) === wanted).toBe(true)
            sent.free()
          }
          const none = yield* way.read(`${some} offset 10000`, [list])
          expect([none.n, none.last, textOf(none)]).toEqual([0, null, ""])
        }
      })
    ))
  it("come with what stands between id and text", () =>
    over(
      Effect.fnUntraced(function* ({ plain }) {
        const told = (floor: string) =>
          Effect.map(
            plain.read(
              `select (5000000000 + n)::bigint, ${floor}::bigint, convert_to('a', 'UTF8') from generate_series(1, 2) n`,
              []
            ),
            (sent) => [sent.floor, sent.last, textOf(sent)]
          )
        expect(yield* told("1767225600000")).toEqual([1_767_225_600_000, 5_000_000_002, "a\na\n"])
        expect(yield* told("null")).toEqual([null, 5_000_000_002, "a\na\n"])
      })
    ))
  it("are none where one is null, or the statement fails or is given up, and the next are right", () =>
    over(
      Effect.fnUntraced(function* ({ plain, sql }) {
        const right = Effect.map(plain.read(some, [list]), (sent) => expect(textOf(sent) === wanted).toBe(true))
        const missing = yield* plain.read(
          `select n::bigint, case when n <> 2 then convert_to(repeat('x', 100000), 'UTF8') end from generate_series(1, 3) n`,
          []
        )
        expect([missing.isWhole, missing.bytes, missing.n, missing.last]).toEqual([false, [], 3, 3])
        yield* right

        const failed = yield* Effect.orDie(
          Effect.flip(
            plain.read(`select n::bigint, convert_to((1 / (400 - n))::text, 'UTF8') from generate_series(1, 500) n`, [])
          )
        )
        expect(String(failed.reason.cause)).toContain("division by zero")
        yield* right

        const slow = `select n::bigint, convert_to(pg_sleep(60)::text || repeat('x', 1000), 'UTF8') from generate_series(1, 9) n`
        const fiber = yield* Effect.forkChild(plain.read(slow, []))
        const under = `select pid from pg_stat_activity where query like 'select n::bigint, convert_to(pg_sleep%'`
        while ((yield* sql.unsafe(under)).length === 0) yield* Effect.sleep("10 millis")
        yield* Fiber.interrupt(fiber)
        yield* right
        expect(yield* sql.unsafe(`${under} and state = 'active'`)).toEqual([])

        // What nobody lends any more: its session was ended while nobody used it.
        yield* sql.unsafe(
          `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
        )
        yield* Effect.retry(right, { times: 1 })
        yield* right
      })
    ))
})
