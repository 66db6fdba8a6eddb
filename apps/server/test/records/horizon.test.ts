/** What lists show while transactions are under way, one step after the other. */
import { assert, describe, it } from "@effect/vitest"
import { Check } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Distribution from "../../src/database/Distribution.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Horizon from "../../src/records/Horizon.ts"
import { Lists } from "../../src/records/Lists.ts"
import { Records, type Target } from "../../src/records/Records.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { deliver } from "../../src/webhooks/Queues.ts"
import { postgres } from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Stored from "../support/Stored.ts"

const item = (platform_id: string, name = platform_id): Reading.Item => {
  const checked = Check.check("ITEMS", { platform_id, name })
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: {}, records: [checked.success], deleted: false }
}

/** Three companies of one organisation, and what its key sees of them. */
const setup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* Records
  const lists = yield* Lists
  const first = yield* Stored.connect()
  const { organisationId } = first
  const targets = [first, yield* Stored.connect({ organisationId }), yield* Stored.connect({ organisationId })].map(
    (target): Target => ({ ...target, integrationType: "TEST" })
  )
  const ingest = (who: number, ...ids: ReadonlyArray<string>) =>
    records.ingest(
      targets[who]!,
      "ITEMS",
      "default",
      ids.map((id) => item(id))
    )
  const listWith = Effect.fnUntraced(function* (
    of: Context.Service.Shape<typeof Lists>,
    query: Record<string, string> = {}
  ) {
    const params = new URLSearchParams({ return_count: "true", ...query })
    const { data, total_count } = JSON.parse(String(yield* of.list(Stored.callerOf(first), "ITEMS", params)))
    assert.strictEqual(total_count, data.length)
    return data.map(({ platform_id }: any) => platform_id) as ReadonlyArray<string>
  })
  /** What is stored while others write may be shown a little later. */
  const soonWith = (
    of: Context.Service.Shape<typeof Lists>,
    ids: ReadonlyArray<string>,
    query?: Record<string, string>
  ) =>
    Effect.repeat(listWith(of, query), { until: (shown) => shown.length >= ids.length }).pipe(
      Effect.map((shown) => assert.deepStrictEqual(shown, ids))
    )
  return {
    sql,
    targets,
    soon: (ids: ReadonlyArray<string>, query?: Record<string, string>) => soonWith(lists, ids, query),
    soonWith,
    caller: Stored.callerOf(first),
    ingest,
    write: (who: number, ...ids: ReadonlyArray<string>) => sql.withTransaction(ingest(who, ...ids)),
    list: (query?: Record<string, string>) => listWith(lists, query),
    listWith,
    /** Until the database's clock is past the last stamp: whoever begins in the same millisecond may have drawn before it. */
    tick: Effect.repeat(
      sql<{ readonly isPast: boolean }>`
        select ${sql.literal(Horizon.milliseconds("clock_timestamp()"))} > last_value as "isPast" from svc_stamp`,
      { until: ([row]) => row!.isPast }
    ),
    /** Begins a transaction that does something and is then under way until it is told to end. */
    begin: Effect.fnUntraced(function* <A, E, R>(doing: Effect.Effect<A, E, R>) {
      const done = yield* Deferred.make<A, E>()
      const end = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.andThen(
            Effect.tap(doing, (answer) => Deferred.succeed(done, answer)),
            Deferred.await(end)
          )
        )
      )
      yield* Effect.raceFirst(Deferred.await(done), Effect.andThen(Fiber.join(fiber), Effect.never))
      return Effect.exit(Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber)))
    })
  }
})

/** Whether the tests are on a cluster, where a quiet moment is never believed: says so. */
const isCluster = Effect.map(Distribution.state, (state) => {
  if (state !== "plain") console.info("On a cluster no moment is known to be quiet: it is always looked who writes.")
  return state !== "plain"
})

const followers: ReadonlyArray<Record<string, string>> = [
  {},
  { "sort[svc_updated_at]": "ASC" },
  { "svc_updated_at[gte]": "2026-01-01" },
  { "sort[svc_created_at]": "DESC" },
  { "svc_created_at[gte]": "2026-01-01", "sort[svc_updated_at]": "DESC" },
  { "sort[name]": "ASC" }
]

describe("lists while others write", () => {
  const layer = Layer.mergeAll(Records.layer, Lists.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(postgres()),
    Layer.provideMerge(Layer.succeed(Horizon.Patience, 60_000))
  )
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("show what was stored at once when nobody writes", () =>
      Effect.gen(function* () {
        const { list, write } = yield* setup
        const there: Array<string> = []
        for (let n = 10; n < 30; n++) {
          there.push(String(n))
          yield* write(n % 3, String(n))
          for (const query of [{}, { "svc_updated_at[gte]": "2026-01-01" }])
            assert.deepStrictEqual(yield* list(query), there)
        }
      })
    )

    test.effect(
      "show a large record that changes before its text is fetched as it is, or later where they follow changes",
      () =>
        Effect.gen(function* () {
          const { caller, soon, sql, targets, write } = yield* setup
          const records = yield* Records
          // Its text is fetched after the others.
          const large = (letter: string) =>
            records.ingest(targets[0]!, "ITEMS", "default", [item("b", letter.repeat(40_000))])
          yield* write(0, "a")
          yield* large("x")
          yield* write(0, "c")
          yield* soon(["a", "b", "c"])
          let isStruck = false
          const struck = new Proxy(sql, {
            get: (target, name) =>
              name !== "unsafe"
                ? Reflect.get(target, name)
                : (text: string, params: ReadonlyArray<unknown>) => {
                    if (isStruck || !text.includes("json_send(r.body) as body, null"))
                      return target.unsafe(text, params)
                    isStruck = true
                    return Effect.andThen(large("y"), target.unsafe(text, params))
                  }
          })
          const lists = Context.get(
            yield* Layer.build(
              Layer.fresh(Lists.layer).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, struck)))
            ),
            Lists
          )
          const list = Effect.fnUntraced(function* (query: Record<string, string>) {
            isStruck = false
            const { data } = JSON.parse(String(yield* lists.list(caller, "ITEMS", new URLSearchParams(query))))
            assert.isTrue(isStruck)
            return data.map(({ platform_id }: any) => platform_id)
          })
          assert.deepStrictEqual(yield* list({ "sort[svc_updated_at]": "ASC" }), ["a", "c"])
          yield* large("x")
          assert.deepStrictEqual(yield* list({}), ["a", "b", "c"])
        })
    )

    test.effect("show nothing in front of which a transaction under way may bring something", () =>
      Effect.gen(function* () {
        const { begin, caller, ingest, list, soon, sql, tick, write } = yield* setup
        yield* write(2, "a")
        yield* tick
        const end = yield* begin(ingest(0, "b"))
        yield* write(1, "c")
        for (const query of followers) assert.deepStrictEqual(yield* list(query), ["a"], JSON.stringify(query))
        // A single record is in front of nothing.
        const [row] = yield* sql<{ id: number }>`
          select svc_id as id from record where data_model = 'ITEMS' and platform_id = 'c'
            and organisation_id = ${caller.organisationId}`
        const single = yield* (yield* Lists).get(caller, "ITEMS", row!.id, new URLSearchParams())
        assert.strictEqual(JSON.parse(single).data.platform_id, "c")
        assert.isTrue(Exit.isSuccess(yield* end))
        yield* soon(["a", "b", "c"])
        yield* soon(["a", "b", "c"], { "sort[svc_updated_at]": "ASC" })
      })
    )

    test.effect("see whoever draws after they have found the last stamp unchanged", () =>
      Effect.gen(function* () {
        const { begin, ingest, soonWith, listWith, write } = yield* setup
        const follow = { "svc_updated_at[gte]": "2026-01-01" }
        const fresh = Context.get(yield* Layer.build(Layer.fresh(Lists.layer)), Lists)
        yield* write(2, "a")
        for (let n = 0; n < 3; n++) yield* soonWith(fresh, ["a"], follow)
        // Ended before the list: shown at once.
        yield* write(0, "b")
        assert.deepStrictEqual(yield* listWith(fresh, follow), ["a", "b"])
        for (let n = 0; n < 3; n++) yield* soonWith(fresh, ["a", "b"], follow)
        const end = yield* begin(ingest(0, "c"))
        yield* write(1, "d")
        for (const query of [follow, ...followers]) assert.sameMembers([...(yield* listWith(fresh, query))], ["a", "b"])
        yield* end
        yield* soonWith(fresh, ["a", "b", "c", "d"], follow)
      })
    )

    test.effect("keep back what is stamped later than the counter has come, where they follow changes", () =>
      Effect.gen(function* () {
        const { caller, list, listWith, soonWith, sql, write } = yield* setup
        const follow = { "svc_updated_at[gte]": "2026-01-01" }
        const fresh = Effect.map(Layer.build(Layer.fresh(Lists.layer)), (built) => Context.get(built, Lists))
        const exported = Effect.fnUntraced(function* (lists: typeof Lists.Service) {
          const piece = yield* (yield* lists.export(caller, "ITEMS", new URLSearchParams(follow))).read
          const lines = Buffer.concat([...piece!.bytes])
            .toString()
            .trimEnd()
            .split("\n")
          return lines.map((line): string => JSON.parse(line).platform_id)
        })
        const listed = (lists: typeof Lists.Service) => listWith(lists, follow)
        yield* write(0, "a", "b")
        // Those that know the last stamp, and those that do not.
        const asked = yield* Effect.forEach([listed, exported, listed, exported], (ask, n) =>
          Effect.map(
            Effect.tap(fresh, (lists) =>
              n < 2 ? Effect.repeat(soonWith(lists, ["a", "b"], follow), { times: 2 }) : Effect.void
            ),
            (lists) => ask(lists)
          )
        )
        // As it is when two draw at once, and the counter is set to the earlier stamp last.
        yield* sql`update record set updated_at = now() + interval '1 hour'
          where data_model = 'ITEMS' and platform_id = 'b' and organisation_id = ${caller.organisationId}`
        for (const answer of asked) assert.deepStrictEqual(yield* answer, ["a"])
        assert.deepStrictEqual(yield* list(), ["a", "b"])
      })
    )

    test.effect("see one that began after the last that has ended", () =>
      Effect.gen(function* () {
        const { begin, ingest, listWith, soonWith, sql, targets } = yield* setup
        // Whoever has not seen anybody write tries first whether it is quiet.
        const fresh = Context.get(yield* Layer.build(Layer.fresh(Lists.layer)), Lists)
        const [isFirst, goesOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const earlier = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select id from connection where id = ${targets[0]!.connectionId} for update`
              yield* Deferred.succeed(isFirst, undefined)
              yield* Deferred.await(goesOn)
              yield* ingest(0, "r")
            })
          )
        )
        yield* Deferred.await(isFirst)
        const end = yield* begin(ingest(1, "x"))
        yield* Deferred.succeed(goesOn, undefined)
        yield* Fiber.join(earlier)
        assert.deepStrictEqual(yield* listWith(fresh), [])
        yield* end
        yield* soonWith(fresh, ["x", "r"])
      })
    )

    test.effect("wait for nobody who writes something else, here or in another database", () =>
      Effect.gen(function* () {
        const { begin, list, listWith, sql, write } = yield* setup
        const elsewhere = yield* Postgres.client(Redacted.value(yield* Postgres.database))
        const ends = [
          yield* begin(sql`insert into organisation (name) values ('other') returning id`),
          yield* begin(sql`select nextval('svc_id')`)
        ]
        yield* elsewhere.withTransaction(
          Effect.gen(function* () {
            yield* elsewhere`select pg_current_xact_id()::text`
            yield* write(0, "a")
            for (const query of followers) assert.deepStrictEqual(yield* list(query), ["a"])
            if (yield* isCluster) return
            // Nor is it looked who writes.
            const asked: Array<string> = []
            const told = new Proxy(sql, {
              get: (target, name) =>
                name !== "unsafe"
                  ? Reflect.get(target, name)
                  : (text: string, params: ReadonlyArray<unknown>) => {
                      asked.push(text)
                      return target.unsafe(text, params)
                    }
            })
            const lists = Context.get(
              yield* Layer.build(
                Layer.fresh(Lists.layer).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, told)))
              ),
              Lists
            )
            yield* Effect.gen(function* () {
              asked.length = 0
              for (const query of followers) assert.deepStrictEqual(yield* listWith(lists, query), ["a"])
              // Others on the same PostgreSQL begin something while a list is read.
            }).pipe(Effect.repeat({ until: () => asked.length === followers.length }))
          })
        )
        for (const end of ends) yield* end
      })
    )

    test.effect("are quiet only where nobody who was under way in their snapshot can have drawn", () =>
      Effect.gen(function* () {
        const { begin, ingest, sql } = yield* setup
        /** What a snapshot says that was taken before something happens. */
        const afterwards = Effect.fnUntraced(function* (happens: Effect.Effect<unknown, unknown>) {
          const isTaken = yield* Deferred.make<void>()
          const hasHappened = yield* Deferred.make<void>()
          const reader = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`set transaction isolation level repeatable read`
                yield* sql`select pg_current_snapshot()::text`
                yield* Deferred.succeed(isTaken, undefined)
                yield* Deferred.await(hasHappened)
                return yield* sql.unsafe<{ readonly floor: number | null }>(
                  `select ${Horizon.quietSince(null, () => "0")} as floor`
                )
              })
            )
          )
          yield* Deferred.await(isTaken)
          yield* happens
          yield* Deferred.succeed(hasHappened, undefined)
          return (yield* Fiber.join(reader))[0]!.floor
        })
        /** The same of what begins after it, and ends when it has been asked. */
        const meanwhile = Effect.fnUntraced(function* (begins: typeof writesElse) {
          const ends: Array<Effect.Effect<unknown>> = []
          const floor = yield* afterwards(Effect.map(begins, (end) => ends.push(end)))
          yield* Effect.all(ends)
          return floor
        })
        // Others on the same PostgreSQL come and go, too.
        const known = { until: (floor: number | null) => floor !== null }
        const atLast = Effect.repeat(afterwards(Effect.void), known)
        const stamp = Effect.map(
          sql<{ readonly stamp: number }>`select last_value as stamp from svc_stamp`,
          ([row]) => row!.stamp
        )
        const inserted = sql`insert into organisation (name) values ('other') returning id`
        const writesElse = begin(inserted)
        const before = yield* stamp
        if (yield* isCluster) {
          for (let n = 0; n < 20; n++) assert.isNull(yield* afterwards(Effect.void))
          return
        }
        assert.strictEqual(yield* atLast, before)
        const end = yield* writesElse
        assert.strictEqual(yield* atLast, before)
        // Whoever is gone since, or has come and gone, may have drawn.
        assert.isNull(yield* afterwards(end))
        assert.isNull(yield* afterwards(Effect.flatten(writesElse)))
        assert.strictEqual(yield* Effect.repeat(meanwhile(writesElse), known), before)
        assert.isNull(yield* meanwhile(begin(Effect.andThen(inserted, sql.unsafe(Horizon.draw, ["1"])))))
        const other = yield* writesElse
        const drawn = yield* begin(ingest(0, "a"))
        assert.isNull(yield* afterwards(Effect.void))
        yield* drawn
        assert.strictEqual(yield* atLast, yield* stamp)
        assert.isAbove(yield* stamp, before)
        yield* other
      })
    )

    test.effect("end a transaction that stands still, and go on", () =>
      Effect.gen(function* () {
        const { begin, ingest, listWith, soonWith, write } = yield* setup
        const impatient = Context.get(
          yield* Layer.build(Layer.fresh(Lists.layer).pipe(Layer.provide(Layer.succeed(Horizon.Patience, 100)))),
          Lists
        )
        const end = yield* begin(ingest(0, "lost"))
        yield* write(1, "a")
        yield* soonWith(impatient, ["a"])
        assert.isTrue(Exit.isFailure(yield* end))
        assert.deepStrictEqual(yield* listWith(impatient), ["a"])
      })
    )

    test.effect("keep their order when the clock is set back", () =>
      Effect.gen(function* () {
        const { begin, ingest, list, soon, sql, write } = yield* setup
        // As it is when the clock stood ten minutes later before.
        yield* sql`select setval('svc_stamp', last_value + 600000) from svc_stamp`
        const order = { "sort[svc_updated_at]": "ASC" }
        for (const id of ["a", "b", "c"]) yield* write(0, id)
        assert.deepStrictEqual(yield* list(order), ["a", "b", "c"])
        const end = yield* begin(ingest(1, "d"))
        yield* write(2, "e")
        assert.deepStrictEqual(yield* list(order), ["a", "b", "c"])
        assert.deepStrictEqual(yield* list(), ["a", "b", "c"])
        yield* end
        yield* soon(["a", "b", "c", "d", "e"], order)
        yield* write(0, "a2")
        const stamps = yield* sql<{
          at: Date
        }>`select updated_at as at from record where data_model = 'ITEMS' order by svc_id desc limit 6`
        assert.strictEqual(new Set(stamps.map(({ at }) => at.getTime())).size, 6)
      })
    )
  })
})

// On a cluster a transaction is on its way out until all nodes have ended it. A single PostgreSQL is through at once.
it.live("a transaction on its way out has no number any more, and holds lists up as before", () =>
  Effect.gen(function* () {
    /** What is seen one after the other: the last stamp, and the session and the number of who writes. */
    const seen = [
      { floor: 100, writers: [["7/12", 50]] },
      { floor: 200, writers: [["7/0", 50]] },
      // The next transaction of the session, and a session that was not there.
      {
        floor: 300,
        writers: [
          ["7/13", 160],
          ["8/0", 150]
        ]
      }
    ]
    let looks = 0
    const unsafe = () => {
      const { floor, writers } = seen[looks++]!
      return Effect.succeed([{ floor, upper: floor + 1, writers: JSON.stringify(writers) }])
    }
    const horizon = yield* Horizon.make().pipe(
      Effect.provideService(SqlClient.SqlClient, { unsafe } as unknown as SqlClient.SqlClient)
    )
    const befores: Array<number> = []
    while (looks < seen.length) {
      const before = looks
      const look = yield* horizon.look
      if (looks > before) befores.push(look.before)
      // A look counts for a moment.
      yield* Effect.yieldNow
    }
    assert.deepStrictEqual(befores, [50, 50, 201])
  })
)

// A page that shows everything is asked for first, once a second while anybody writes; of several nodes none is ever quiet.
it.live("what may lie on several nodes is never asked for as if nobody wrote", () =>
  Effect.gen(function* () {
    const unsafe = () => Effect.succeed([{ floor: 100, upper: 101, writers: null }])
    const bounds = (isSpread: boolean) =>
      Effect.gen(function* () {
        const horizon = yield* Horizon.make({ isSpread })
        const asked: Array<number | null> = []
        yield* horizon.within(({ before }) => {
          asked.push(before)
          return Effect.succeed(before === null ? undefined : "a page")
        })
        return asked
      }).pipe(Effect.provideService(SqlClient.SqlClient, { unsafe } as unknown as SqlClient.SqlClient))
    assert.deepStrictEqual(yield* bounds(true), [101])
    assert.deepStrictEqual(yield* bounds(false), [null, 101])
  })
)
