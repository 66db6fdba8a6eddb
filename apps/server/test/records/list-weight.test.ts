/** What a page may weigh and a list may cost: a page ends at a size, and a list that would look at too much is refused first. */
import { assert, describe, it } from "@effect/vitest"
import type { ApiError } from "@svc/core/api"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import * as Config from "../../src/Config.ts"
import type { Caller } from "../../src/http/Caller.ts"
import type { Limits } from "../../src/Limits.ts"
import * as Indexes from "../../src/records/Indexes.ts"
import * as ListCost from "../../src/records/ListCost.ts"
import * as ListQuery from "../../src/records/ListQuery.ts"
import { Lists } from "../../src/records/Lists.ts"
import { RefusalLog } from "../../src/sync/RefusalLog.ts"
import { both } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

const pageBytes = 100_000
const limits: Limits = Config.read(
  { SVC_MAX_PAGE_BYTES: String(pageBytes), SVC_MAX_LIST_VALUES: "20000", SVC_MAX_EXPENSIVE_LISTS: "3" },
  []
).config.limits

interface Page {
  readonly data: ReadonlyArray<Record<string, any>>
  readonly prev: string | null
  readonly next: string | null
}
const textOf = Effect.fnUntraced(function* (
  caller: Caller,
  model: "EXPENSES" | "ITEMS",
  params: Readonly<Record<string, string>>
) {
  return String(yield* (yield* Lists).list(caller, model, new URLSearchParams(params)))
})
/** So many bytes, or a few more: most in characters of three, of which a text has a third as many as bytes. */
const long = (length: number, isPlain: boolean) =>
  isPlain ? "漢".repeat(Math.ceil(length / 3)) : randomBytes(Math.ceil(length / 2)).toString("hex")

describe.each(both)("on %s", (kind, database) => {
  const layer = Lists.layer.pipe(
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(database()),
    Layer.provideMerge(Layer.succeed(Config.Kept, limits))
  )
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("a page ends at a size, wherever it begins and whichever way it is walked", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        yield* Stored.put(target, "CONTACTS", { platform_id: "shared", name: long(30_000, true) })
        const sizes = [10, 3000, 60_000, 10, 200_000, 40, 40_000, 40_000, 40_000, 9000, 9000, 9000, 150_000, 10, 10, 10]
        const ids: Array<number> = []
        for (const [index, size] of sizes.entries()) {
          const memo = index % 3 === 0 ? long(size, true) : undefined
          const raw = { text: index % 3 === 0 ? "" : long(size, index % 3 === 1) }
          const mapped = { platform_id: `e${index}`, memo, contact_id: "shared" }
          ids.push(yield* Stored.put(target, "EXPENSES", mapped, { raw }))
        }
        const shapes = [
          { select: "raw_data" },
          { select: "raw_data", "sort[svc_id]": "DESC" },
          {},
          { expand: "contact" }
        ]
        for (const shape of shapes) {
          const wanted = "sort[svc_id]" in shape ? ids.toReversed() : ids
          for (const way of ["next", "prev"] as const) {
            const seen: Array<number> = []
            let cursor: string | null = null
            if (way === "prev") {
              // From the end: the last page is behind the last record.
              let page: Page = JSON.parse(yield* textOf(caller, "EXPENSES", shape))
              while (page.next !== null)
                page = JSON.parse(yield* textOf(caller, "EXPENSES", { ...shape, next: page.next }))
              seen.push(...page.data.map((record) => record["svc_id"]).toReversed())
              cursor = page.prev
            }
            for (let turn = 0; turn < 30 && (turn === 0 || cursor !== null); turn++) {
              const text: string = yield* textOf(
                caller,
                "EXPENSES",
                cursor === null ? shape : { ...shape, [way]: cursor }
              )
              const page: Page = JSON.parse(text)
              const size = Buffer.byteLength(text)
              assert.isTrue(size < pageBytes + 1000 || page.data.length === 1, `${size} ${page.data.length}`)
              const found = page.data.map((record) => record["svc_id"])
              seen.push(...(way === "next" ? found : found.toReversed()))
              cursor = page[way]
            }
            assert.deepStrictEqual(way === "next" ? seen : seen.toReversed(), wanted, `${JSON.stringify(shape)} ${way}`)
          }
        }
        const one = yield* (yield* Lists).get(caller, "EXPENSES", ids[4]!, new URLSearchParams({ select: "raw_data" }))
        assert.isAtLeast(Buffer.byteLength(JSON.parse(one).data.raw_data.text), 200_000)
      })
    )

    test.effect("what is expanded is fetched until a page is full, and refused where one record is more", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const document = (id: string, of: string, size: number) =>
          Stored.put(target, "DOCUMENTS", {
            platform_id: id,
            document_type: "EXPENSES",
            document_type_id: of,
            file_name: long(size, true)
          })
        yield* Stored.put(target, "ITEMS", { platform_id: "heavy", name: long(9000, true) })
        const line = { item_id: "heavy" }
        const wanted: Array<number> = []
        for (let n = 0; n < 8; n++) {
          const lines = Array.from({ length: n === 5 ? 10 : 2 }, () => line)
          wanted.push(yield* Stored.put(target, "EXPENSES", { platform_id: `x${n}`, line_items: lines }))
          for (let m = 0; m < 3; m++) yield* document(`d${n}-${m}`, `x${n}`, 10_000)
        }
        for (const expand of ["documents", "line_items", "line_items,documents"]) {
          const seen: Array<number> = []
          let next: string | null = null
          for (let turn = 0; turn < 20 && (turn === 0 || next !== null); turn++) {
            const text: string = yield* textOf(caller, "EXPENSES", { expand, ...(next === null ? {} : { next }) })
            assert.isBelow(Buffer.byteLength(text), pageBytes + 1000 + 100_000)
            const page: Page = JSON.parse(text)
            seen.push(...page.data.map((record) => record["svc_id"]))
            for (const record of page.data) {
              if (expand.includes("documents")) assert.strictEqual(record["documents"].length, 3)
              if (expand.includes("line_items")) assert.isNotNull(record["line_items"][0].item)
            }
            next = page.next
          }
          assert.deepStrictEqual(seen, wanted, expand)
        }
        const heavy = yield* Stored.put(target, "EXPENSES", { platform_id: "more", line_items: [] })
        for (let m = 0; m < 11; m++) yield* document(`more-${m}`, "more", 10_000)
        const lined = yield* Stored.put(target, "EXPENSES", {
          platform_id: "lined",
          line_items: Array.from({ length: 12 }, () => line)
        })
        const lists = yield* Lists
        for (const [id, expand] of [
          [heavy, "documents"],
          [lined, "line_items"]
        ] as const) {
          const said = `What the record ${id} would embed has more than ${pageBytes} bytes (SVC_MAX_PAGE_BYTES)`
          const params = new URLSearchParams({ expand })
          const one = yield* Effect.flip(lists.get(caller, "EXPENSES", id, params))
          assert.deepStrictEqual([one.status, one.field, one.message.startsWith(said)], [400, "expand", true])
          const from = { "svc_id[gte]": String(id), expand }
          const refused = yield* Effect.flip(textOf(caller, "EXPENSES", from)) as Effect.Effect<
            ApiError.ApiError,
            string,
            Lists
          >
          assert.deepStrictEqual([refused.field, refused.message.startsWith(said)], ["expand", true])
        }
      })
    )

    const many = Effect.fnUntraced(function* (count: number) {
      const sql = yield* SqlClient.SqlClient
      const target = yield* Stored.connect()
      yield* sql`
        insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
          hash, body, created_at, updated_at)
        select id, 'ITEMS', ${target.organisationId}, ${target.companyId}, ${target.connectionId}, 0, n::text, 'default', '',
          json_build_object('svc_id', id, 'name', repeat('x', 200)), '2026-01-01', '2026-01-01'::timestamptz + n * interval '1 second'
        from (select n, nextval('svc_id') as id from generate_series(1, ${count}::int) n) n`
      yield* sql`analyze record_items`.unprepared
      return target
    })
    const without = ["name", "description", "code", "status", "currency_id"]
    const filters = Object.fromEntries(without.map((name) => [`${name}[neq]`, "nothing"]))

    test.effect("a list is refused that would look at too many values, before it does", () =>
      Effect.gen(function* () {
        const caller = Stored.callerOf(yield* many(5000))
        const known = Object.fromEntries(
          Object.entries(filters).filter(([name]) =>
            Result.isSuccess(ListQuery.list("ITEMS", new URLSearchParams({ [name]: "nothing" }), limits, 0))
          )
        )
        assert.isAtLeast(Object.keys(known).length, 2)
        const first = Object.keys(known)[0]!.replace(/\[.*/, "")
        const costly = { ...known, "sort[name]": "ASC" }
        for (const params of [costly, { ...costly, return_count: "true" }]) {
          const error = yield* Effect.flip(textOf(caller, "ITEMS", params)) as Effect.Effect<
            ApiError.ApiError,
            string,
            Lists
          >
          assert.deepStrictEqual([error.status, error.field], [400, first])
          assert.match(error.message, /at most 20000 are looked at \(SVC_MAX_LIST_VALUES\)/)
        }
        // The same, of few records; and what the indexes answer by themselves.
        yield* textOf(caller, "ITEMS", { ...costly, "svc_updated_at[lt]": "2026-01-01T00:05:00Z" })
        yield* textOf(caller, "ITEMS", { "sort[svc_updated_at]": "DESC" })
      })
    )

    test.effect(
      "a list that looks through many records is whole, and the one session of the embedded database serves others meanwhile",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const caller = Stored.callerOf(yield* many(4500))
          const one = { "sort[name]": "ASC", return_count: "true", limit: "1" }
          // The size of the partition is known from then on.
          yield* textOf(caller, "ITEMS", one)
          let served = 0
          const isServed = yield* Deferred.make<void>()
          const others = yield* Effect.forkChild(
            Effect.forever(
              Effect.andThen(
                sql`select 1`,
                Effect.suspend(() => {
                  served++
                  return Deferred.succeed(isServed, undefined)
                })
              )
            )
          )
          // They have a session by now.
          yield* Deferred.await(isServed)
          served = 0
          const page: Page & { readonly total_count: number } = JSON.parse(yield* textOf(caller, "ITEMS", one))
          yield* Fiber.interrupt(others)
          assert.deepStrictEqual([page.data.length, page.total_count], [1, 4500])
          // Of some sixty statements; PostgreSQL has a session for each, and how far others come meanwhile is the machine's.
          if (kind === "embedded") assert.isAtLeast(served, 4)
        }).pipe(Effect.provide(Layer.fresh(Layer.provide(Lists.layer, Layer.succeed(ListCost.Part, 300)))))
    )

    test.effect("of the lists that look at many, a few run at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* many(5000)
        const isTimed = kind === "PostgreSQL"
        const costs = ListCost.make(limits, { cheap: 1000, patience: 50, isTimed })
        const query = Result.getOrThrow(ListQuery.list("ITEMS", new URLSearchParams({ "name[neq]": "x" }), limits, 0))
        const reached = () => ({ text: "select 1 from record_items r", params: [] })
        const admit = <A, E>(keyId: number, organisationId: number, run: Effect.Effect<A, E>) =>
          costs.admit(sql, { keyId, organisationId }, "ITEMS", query, [], Indexes.none, reached, run)
        const held = yield* Deferred.make<void>()
        const enter = Effect.fnUntraced(function* (key: number, organisation: number) {
          const entered = yield* Deferred.make<void>()
          const run = Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(held))
          const fiber = yield* Effect.forkChild(admit(key, organisation, run))
          yield* Deferred.await(entered)
          return fiber
        })
        // Cheap ones are not counted.
        assert.strictEqual(
          yield* ListCost.make(limits).admit(
            sql,
            { keyId: 1, organisationId: 1 },
            "ITEMS",
            query,
            [],
            Indexes.none,
            reached,
            Effect.succeed("ran")
          ),
          "ran"
        )
        const fibers = [yield* enter(1, 1), yield* enter(1, 1), yield* enter(3, 2)]
        for (const [key, organisation, limit] of [
          [1, 1, "at most 2 (SVC_MAX_EXPENSIVE_LISTS_PER_KEY)"],
          // As many as one organisation may have of three.
          [2, 1, "at most 2 (SVC_MAX_ORGANISATION_PERCENT)"],
          [4, 2, "at most 3 (SVC_MAX_EXPENSIVE_LISTS)"],
          [5, 3, "at most 3 (SVC_MAX_EXPENSIVE_LISTS)"]
        ] as const) {
          const refused = yield* Effect.flip(admit(key, organisation, Effect.void)) as Effect.Effect<ApiError.ApiError>
          assert.deepStrictEqual([refused.status, refused.retryAfter], [429, 1])
          assert.include(refused.message, limit)
        }
        yield* Deferred.succeed(held, undefined)
        for (const fiber of fibers) yield* Fiber.join(fiber)
        const [row] = yield* admit(3, 2, sql<{ statement_timeout: string }>`show statement_timeout`)
        if (isTimed) assert.strictEqual(row!.statement_timeout, "10s")
      })
    )
  })

  const few: Limits = Config.read(
    { SVC_MAX_PAGE_BYTES: String(pageBytes), SVC_MAX_LIST_VALUES: "1000", SVC_MAX_EXPENSIVE_LISTS: "4" },
    []
  ).config.limits
  const managed = RefusalLog.layer.pipe(
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(database()),
    Layer.provideMerge(Layer.succeed(Config.Kept, few))
  )
  it.layer(managed, { timeout: "120 seconds", excludeTestServices: true })((test) => {
    const refusals = Effect.fnUntraced(function* (count: number, issue: string) {
      const sql = yield* SqlClient.SqlClient
      const target = yield* Stored.connect()
      yield* sql`
        insert into refusal (company_id, connection_id, data_model, source, platform_id, issues)
        select ${target.companyId}, ${target.connectionId}, 'ITEMS', 'default', n::text, json_build_array('name: ' || ${issue}::text)
        from generate_series(1, ${count}::int) n`
      yield* sql`analyze refusal`.unprepared
      return Stored.callerOf(target)
    })
    const list = Effect.fnUntraced(function* (caller: Caller, params: Readonly<Record<string, string>>) {
      return yield* (yield* RefusalLog).list(caller, new URLSearchParams(params))
    })

    test.effect("a page of refusals ends at a size too, and none is passed by", () =>
      Effect.gen(function* () {
        const caller = yield* refusals(10, "x".repeat(30_000))
        const seen: Array<string | null> = []
        let next: string | null = null
        do {
          const page: { data: ReadonlyArray<any>; next: string | null } = yield* list(
            caller,
            next === null ? {} : { next }
          )
          assert.isBelow(JSON.stringify(page.data.map(({ issues }) => issues)).length, pageBytes)
          assert.isNotEmpty(page.data)
          for (const { issues, platform_id } of page.data) {
            assert.strictEqual(issues[0].message.length, 30_000)
            seen.push(platform_id)
          }
          next = page.next
        } while (next !== null)
        assert.deepStrictEqual(
          seen,
          Array.from({ length: 10 }, (_, n) => String(n + 1))
        )
      })
    )

    test.effect("a list of what is managed has its turn among those that look at many", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const caller = yield* refusals(12_000, "is wrong")
        for (const params of [
          { "message[contains]": "nothing" },
          { "sort[platform_id]": "ASC" },
          { return_count: "true" }
        ]) {
          const found = yield* Effect.result(list(caller, params as Readonly<Record<string, string>>))
          // The embedded database cannot end a statement.
          if (kind === "PostgreSQL") assert.isTrue(Result.isSuccess(found), JSON.stringify(params))
          else {
            assert.match(
              Result.isFailure(found) ? found.failure.message : "",
              /at most 1000 are looked at \(SVC_MAX_LIST_VALUES\)/,
              JSON.stringify(params)
            )
          }
        }
        // As it stands, or where an index finds it.
        for (const params of [{}, { "svc_id[gt]": "999999999" }]) {
          yield* list(caller, params as Readonly<Record<string, string>>)
        }
        if (kind !== "PostgreSQL") return
        const held = yield* Deferred.make<void>()
        const costs = ListCost.make(few, { patience: 50 })
        const whole = { text: "select 1 from refusal", params: [], looksAt: "columns" } as const
        const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
        for (let n = 0; n < few.expensiveListsEach.most; n++) {
          const entered = yield* Deferred.make<ReadonlyArray<unknown>>()
          const run = Effect.gen(function* () {
            const timeout = yield* sql<{ statement_timeout: string }>`show statement_timeout`
            yield* Deferred.succeed(entered, timeout)
            yield* Deferred.await(held)
          })
          fibers.push(yield* Effect.forkChild(costs.admitPlanned(sql, caller, whole, run)))
          assert.deepStrictEqual(yield* Deferred.await(entered), [{ statement_timeout: "10s" }])
        }
        const refused = yield* Effect.flip(costs.admitPlanned(sql, caller, whole, Effect.void))
        assert.include(String(refused), "SVC_MAX_EXPENSIVE_LISTS_PER_KEY")
        yield* Deferred.succeed(held, undefined)
        for (const fiber of fibers) yield* Fiber.join(fiber)
      })
    )
  })
})
