/** Indexes on demand: what is counted, when one is made, what lists make of it, and when it goes again. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type { ApiError } from "@svc/core/api"
import * as Config from "../../src/Config.ts"
import { Quick } from "../../src/database/Database.ts"
import type { Caller } from "../../src/http/Caller.ts"
import { Indexes, Rules } from "../../src/records/Indexes.ts"
import * as IndexUpkeep from "../../src/records/IndexUpkeep.ts"
import { Lists } from "../../src/records/Lists.ts"
import * as Chance from "../support/Chance.ts"
import * as Effort from "../support/Effort.ts"
import { both, embedded, postgres } from "../support/Databases.ts"
import * as Naive from "../support/NaiveLists.ts"
import * as Stored from "../support/Stored.ts"

const { limits } = Config.read({ SVC_MAX_LIST_VALUES: "1000" }, []).config
const layerOf = (database: (typeof both)[number][1], rules: Partial<Rules> = {}, kept = limits) =>
  Lists.layer.pipe(
    Layer.provideMerge(Indexes.layer),
    Layer.provideMerge(Stored.schema),
    // Statements are explained once more, by the names that tables have for all.
    Layer.provideMerge(database({ nodeConnections: 0 })),
    Layer.provideMerge(Layer.succeed(Config.Kept, kept)),
    Layer.provideMerge(Layer.succeed(Rules, { after: 3, each: 20, ...rules }))
  )

interface Page {
  readonly data: ReadonlyArray<{ readonly svc_id: number }>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}
type Params = Readonly<Record<string, string>>
const list = Effect.fnUntraced(function* (caller: Caller, params: Params) {
  return JSON.parse(String(yield* (yield* Lists).list(caller, "BILLS", new URLSearchParams(params)))) as Page
})
const refused = (caller: Caller, params: Params): Effect.Effect<ApiError.ApiError, Page, Lists> =>
  Effect.flip(list(caller, params))
const ask = Effect.fnUntraced(function* (caller: Caller, params: Params, times: number) {
  for (let n = 0; n < times; n++) yield* Effect.result(list(caller, params))
})
/** What has an index, as the database has it. */
const there = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; text: string; is_valid: boolean }>`
    select c.relname as name, pg_get_indexdef(c.oid) as text, i.indisvalid as is_valid
    from pg_class c join pg_index i on i.indexrelid = c.oid where starts_with(c.relname, 'asked_') order by 1`
})
const demand = (caller: Caller) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      Effect.flatMap(Indexes, ({ flush }) => flush),
      sql<{ member: string; direction: string; asked: number; is_wanted: boolean }>`
        select member, direction, asked, wanted_at is not null as is_wanted from list_demand
        where organisation_id = ${caller.organisationId} order by member, direction`
    )
  )

const chance = Chance.make(20_261_129)
const long = "long ".repeat(60)
/** So many bills of a new organisation, with ties and nulls; the last is like no other. */
const fill = Effect.fnUntraced(function* (count: number) {
  const first = yield* Stored.connect()
  const second = yield* Stored.connect({ organisationId: first.organisationId })
  const free = [...(yield* Stored.reserve(count * 2))]
  const or = <A>(value: A) => (chance.some(0.15) ? null : value)
  const rows = Array.from({ length: count }, (_, n) =>
    Stored.rowsOf(
      chance.one([first, first, second]),
      "BILLS",
      n === count - 1
        ? { platform_id: "rare", memo: "rare", status: "VOID", total_amount: 123_456.78 }
        : {
            platform_id: `p${n}`,
            memo: or(chance.one([`m${chance.int(300)}`, `${long}${chance.int(3)}`, "\u{1F600}", "\uFFFD"])),
            status: or(chance.one(["DRAFT", "PAID"])),
            total_amount: or(chance.one([chance.int(2000) / 100, -7, 0.1, 1e21])),
            tax_inclusive: or(chance.some(0.5)),
            posted_date: or(new Date(Date.UTC(2025, chance.int(12), 1 + chance.int(28))).toISOString())
          },
      () => free.shift()!,
      { deletedAt: n < count - 1 && chance.some(0.05) ? "2026-02-01T00:00:00.000Z" : null }
    )
  ).flat()
  for (let at = 0; at < rows.length; at += 2000) yield* Stored.store(rows.slice(at, at + 2000))
  const sql = yield* SqlClient.SqlClient
  yield* sql`vacuum (analyze) record_bills`.unprepared
  return { caller: Stored.callerOf(first), first, second, rows }
})

/** The names of the indexes that the statements of a page read. */
const indexesOf = Effect.fnUntraced(function* (caller: Caller, params: Params) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [text: string, params: ReadonlyArray<unknown>]> = []
  const page = yield* list(caller, params).pipe(
    Effect.provideService(Statement.CurrentTransformer, (statement) => {
      ran.push(statement.compile())
      return Effect.succeed(statement)
    })
  )
  const read = ran.filter(([text]) => /from record_bills/.test(text) && !text.startsWith("explain"))
  const explained = (options: string) =>
    Effect.forEach(read, ([text, bound]) =>
      Effect.map(sql.unsafe(`explain (${options}, format json) ${text}`, bound), (plan) => JSON.stringify(plan))
    )
  const blocks = (yield* explained("analyze, buffers")).map((plan) => {
    const [, hit, read] = /"Shared Hit Blocks\\?": ?(\d+).*?"Shared Read Blocks\\?": ?(\d+)/.exec(plan)!
    return Number(hit) + Number(read)
  })
  return {
    page,
    names: new Set((yield* explained("costs off")).flatMap((plan) => plan.match(/asked_\d+_[0-9a-f]{16}/g) ?? [])),
    blocks: blocks.reduce((sum, own) => sum + own, 0)
  }
})

/** Does something while indexes are looked after and one waits for a transaction that was there before it; answers who looks. */
const whileHeld = Effect.fnUntraced(function* <A, E, R>({ companyId }: Stored.Target, effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const quick = yield* Quick.client
  return yield* quick.withTransaction(
    Effect.gen(function* () {
      yield* quick`update svc_meta set value = value`
      yield* quick`update record_bills set source = source where company_id = ${companyId}`
      const fiber = yield* Effect.forkDetach(Effect.exit(IndexUpkeep.run))
      yield* sql`select 1 from pg_stat_activity
        where query like 'create index concurrently%' and wait_event_type = 'Lock'`.pipe(
        Effect.repeat({ until: (rows) => rows.length > 0, schedule: Schedule.spaced("50 millis") })
      )
      yield* effect
      return fiber
    })
  )
})

const rare = { "memo[eq]": "rare" }

describe.each(both)("indexes on demand, on %s", (kind, database) => {
  it.layer(layerOf(database), { timeout: "300 seconds", excludeTestServices: true })((test) => {
    test.effect("a list that is refused is answered when it was asked for often, and nobody else's", () =>
      Effect.gen(function* () {
        const { caller, rows } = yield* fill(1600)
        const other = yield* fill(1600)
        const error = yield* refused(caller, rare)
        assert.strictEqual(error.field, "memo")
        assert.match(
          error.message,
          /^memo has no index, and this list would look at about \d+ values; .*It gets an index when it is asked for often \(SVC_INDEX_AFTER\)\.$/
        )
        yield* ask(caller, rare, 1)
        // No index would find it, and neither what is looked for in lines.
        const hopeless = yield* refused(caller, { "memo[contains]": "rare" })
        assert.notInclude(hopeless.message, "SVC_INDEX_AFTER")
        yield* ask(caller, { "memo[contains]": "rare", "line_items.description[eq]": "rare" }, 5)
        yield* ask(other.caller, rare, 1)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 0 })
        assert.deepStrictEqual(yield* there, [])
        assert.deepStrictEqual(yield* demand(caller), [
          { member: "memo", direction: "ASC", asked: 2, is_wanted: false }
        ])

        yield* ask(caller, rare, 1)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 1, dropped: 0 })
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 0 })
        const [index, ...more] = yield* there
        assert.deepStrictEqual([index!.is_valid, more], [true, []])
        assert.include(index!.text, `WHERE (organisation_id = ${caller.organisationId})`)
        const { names, page } = yield* indexesOf(caller, rare)
        assert.deepStrictEqual([...names], [index!.name])
        assert.deepStrictEqual(
          page.data.map(({ svc_id }) => svc_id),
          [rows.at(-1)!.svcId]
        )
        // One company's too, and a list that is asked for beside it is looked for in what the index leaves.
        const company = { ...rare, "svc_company_id[eq]": String(rows.at(-1)!.target.companyId) }
        assert.deepStrictEqual([...(yield* indexesOf(caller, company)).names], [index!.name])
        assert.strictEqual((yield* list(caller, { ...rare, "status[icontains]": "voi" })).data.length, 1)
        // What it has not begun with the index does not find.
        yield* refused(caller, { "memo[neq]": "rare" })
        yield* refused(caller, { "status[eq]": "VOID" })
        yield* refused(other.caller, rare)
        assert.strictEqual((yield* there).length, 1)
      })
    )

    test.effect("what indexes answer is what a naive evaluator does", () =>
      Effect.gen(function* () {
        const { caller, first, rows } = yield* fill(1600)
        const members = ["memo", "status", "total_amount", "tax_inclusive", "posted_date"]
        for (const member of members) {
          for (const direction of ["ASC", "DESC"]) yield* ask(caller, { [`sort[${member}]`]: direction }, 3)
        }
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 10, dropped: 0 })
        const indexes = new Set((yield* there).map(({ name }) => name))
        const own = (name: string) => name.startsWith(`asked_${caller.organisationId}_`)
        const used = new Set<string>()
        const walk = Effect.fnUntraced(function* (query: Naive.NaiveQuery, restricted: boolean) {
          const who = restricted ? Stored.callerOf(first, first.companyId) : caller
          const seen = rows.filter(({ target }) => !restricted || target.companyId === first.companyId)
          const expected = Naive.evaluate("BILLS", seen, query).map(({ svcId }) => svcId)
          const params = Object.fromEntries([
            ...query.filters.map(([field, operator, value]) => [`${field}[${operator}]`, value]),
            ...query.sort.map(([field, direction]) => [`sort[${field}]`, direction]),
            ["include_deleted_records", String(query.includeDeleted)],
            ["return_count", String(chance.some(0.2))],
            ["limit", String(1 + chance.int(Math.max(20, Math.ceil(expected.length / 3))))]
          ]) as Params
          const found = yield* Effect.result(indexesOf(who, params))
          // What an index finds too much of for another order is refused as before.
          if (Result.isFailure(found)) {
            assert.match((found.failure as ApiError.ApiError).message, /would look at/)
            return false
          }
          for (const name of found.success.names) used.add(name)
          const what = JSON.stringify([query, params["return_count"], restricted])
          assert.strictEqual(found.success.page.total_count, params["return_count"] === "true" ? expected.length : null)
          let at: Page = found.success.page
          const onward = [...at.data]
          while (at.next !== null) {
            at = yield* list(who, { ...params, next: at.next })
            onward.push(...at.data)
          }
          assert.deepStrictEqual(
            onward.map(({ svc_id }) => svc_id),
            expected,
            what
          )
          const back = at.data.toReversed()
          while (at.prev !== null) {
            at = yield* list(who, { ...params, prev: at.prev })
            back.push(...at.data.toReversed())
          }
          assert.deepStrictEqual(
            back.map(({ svc_id }) => svc_id),
            expected.toReversed(),
            what
          )
          return true
        })
        const some = () => rows[chance.int(rows.length)]!
        const valueOf = (field: string): string => {
          for (;;) {
            const value = Naive.valueOf(some(), field)
            if (value !== null && !String(value).includes(",")) return String(value)
          }
        }
        const filterOf = (field: string, operator = chance.one(["eq", "in", "gt", "gte", "lt", "lte"])) =>
          [field, operator, operator === "in" ? `${valueOf(field)},${valueOf(field)}` : valueOf(field)] as const
        const rounds = Effort.times(30)
        let answered = 0
        for (let n = 0; n < rounds; n++) {
          const field = members[n % members.length]!
          const direction = chance.one(["ASC", "DESC"] as const)
          const [filters, sort] = chance.one([
            [[], [[field, direction]]],
            [[filterOf(field)], [[field, direction]]],
            [[filterOf(field, "gte"), filterOf(field, "lt")], [[field, direction]]],
            [[filterOf(field, "eq")], []],
            [[filterOf(field)], []],
            // Asked twice for the same, a parameter is there once.
            [[filterOf(field, "gte"), filterOf(chance.one(members), chance.one(["eq", "in", "lt"]))], []]
          ] as const)
          if (
            yield* walk(
              { filters, sort: sort as Naive.NaiveQuery["sort"], includeDeleted: chance.some(0.3) },
              chance.some(0.3)
            )
          ) {
            answered++
          }
        }
        assert.isAbove(answered, rounds / 2)
        const ours = [...indexes].filter(own)
        assert.isAtLeast([...used].filter((name) => ours.includes(name)).length, 6)
      })
    )

    test.effect("custom fields and members of objects have one too", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const target = yield* Stored.connect()
        yield* sql`insert into field_mapping (organisation_id, integration_type, data_model, name, path, type) values
          (${target.organisationId}, 'TEST', 'ECOMMERCE_CUSTOMERS', 'score', 'score', 'number'),
          (${target.organisationId}, 'TEST', 'BILLS', 'score', 'score', 'text')`
        yield* sql`
          insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
            hash, body, created_at, updated_at)
          select id, 'ECOMMERCE_CUSTOMERS', ${target.organisationId}, ${target.companyId}, ${target.connectionId}, 0, n::text, 'default', '',
            json_build_object('svc_id', id, 'custom_fields', json_build_object('score', case when n % 7 = 0 then '"none"' else n::text end::json),
              'address', json_build_object('city', 'Town ' || n), 'note', repeat('x', 100)), '2026-01-01', '2026-01-01'
          from (select n, nextval('svc_id') as id from generate_series(1, 3000) n) n`
        yield* sql`analyze record_ecommerce_customers`.unprepared
        const caller = Stored.callerOf(target)
        const found = Effect.fnUntraced(function* (params: Params) {
          const page = yield* (yield* Lists).list(caller, "ECOMMERCE_CUSTOMERS", new URLSearchParams(params))
          return (JSON.parse(String(page)) as Page).data.length
        })
        const queries = [{ "custom_fields.score[eq]": "1002" }, { "address.city[eq]": "Town 12" }]
        for (const params of queries) {
          for (let n = 0; n < 3; n++) yield* Effect.flip(found(params))
        }
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 2, dropped: 0 })
        for (const params of queries) assert.strictEqual(yield* found(params), 1)
      })
    )

    test.effect("one that was left broken is made anew", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller, first } = yield* fill(1600)
        yield* ask(caller, rare, 3)
        yield* (yield* Indexes).flush
        const before = new Set((yield* there).map(({ name }) => name))
        const own = Effect.map(there, (all) => all.filter(({ name }) => !before.has(name)))
        if (kind === "PostgreSQL") {
          const fiber = yield* whileHeld(
            first,
            sql`select pg_terminate_backend(pid) from pg_stat_activity
              where query like 'create index concurrently%' and wait_event_type = 'Lock'`
          )
          assert.strictEqual((yield* Fiber.join(fiber))._tag, "Failure")
        } else {
          assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 1, dropped: 0 })
          const [index] = yield* own
          yield* sql`update pg_index set indisvalid = false where indexrelid = ${index!.name}::text::regclass`
        }
        assert.deepStrictEqual(
          (yield* own).map(({ is_valid }) => is_valid),
          [false]
        )
        ;(yield* Indexes).changed()
        yield* refused(caller, rare)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 1, dropped: 1 })
        assert.deepStrictEqual(
          (yield* own).map(({ is_valid }) => is_valid),
          [true]
        )
        assert.strictEqual((yield* list(caller, rare)).data.length, 1)
      })
    )

    test.effect("one that nobody used for 30 days goes, and one that is used stays", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller } = yield* fill(1600)
        yield* ask(caller, rare, 3)
        yield* ask(caller, { "total_amount[eq]": "123456.78" }, 3)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 2, dropped: 0 })
        const age = sql`update list_demand set asked_at = now() - interval '31 days', day = '2026-01-01'
          where organisation_id = ${caller.organisationId}`
        yield* age
        assert.strictEqual((yield* list(caller, rare)).data.length, 1)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 1 })
        assert.strictEqual((yield* list(caller, rare)).data.length, 1)
        yield* refused(caller, { "total_amount[eq]": "123456.78" })
        // With the organisation go its indexes.
        yield* sql`delete from organisation where id = ${caller.organisationId}`
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 1 })
        // Samples go with the last index of what they are of.
        const samples = sql`select 1 from pg_statistic_ext where starts_with(stxname, 'asked_of_')`
        yield* ask((yield* fill(1600)).caller, rare, 3)
        yield* IndexUpkeep.run
        assert.isAtLeast((yield* samples).length, 1)
        yield* sql`update list_demand set asked_at = now() - interval '31 days'`
        yield* IndexUpkeep.run
        assert.deepStrictEqual([yield* there, yield* samples], [[], []])
      })
    )
  })

  it.layer(layerOf(database, { each: 2 }), { timeout: "120 seconds", excludeTestServices: true })((test) => {
    test.effect("an organisation has so many, and each has its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const one = yield* fill(1600)
        const other = yield* fill(1600)
        for (const member of ["memo", "status", "total_amount"])
          yield* ask(one.caller, { [`sort[${member}]`]: "DESC" }, 4)
        yield* ask(other.caller, rare, 3)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 3, dropped: 0 })
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 0 })
        const of = (caller: Caller, all: ReadonlyArray<{ readonly name: string }>) =>
          all.filter(({ name }) => name.startsWith(`asked_${caller.organisationId}_`)).length
        const all = yield* there
        assert.deepStrictEqual([of(one.caller, all), of(other.caller, all)], [2, 1])
        // When one goes, what waits gets its place.
        yield* sql`update list_demand set asked_at = now() - interval '31 days'
          where organisation_id = ${one.caller.organisationId} and member = 'status'`
        const kept = yield* IndexUpkeep.run
        assert.strictEqual(of(one.caller, yield* there), 2)
        assert.include(
          [JSON.stringify({ made: 1, dropped: 1 }), JSON.stringify({ made: 0, dropped: 0 })],
          JSON.stringify(kept)
        )
      })
    )
  })

  it.layer(layerOf(database, { after: 0 }), { timeout: "120 seconds", excludeTestServices: true })((test) => {
    test.effect("with 0 none is counted or made, and what there is goes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller } = yield* fill(1600)
        yield* ask(caller, rare, 5)
        assert.notInclude((yield* refused(caller, rare)).message, "SVC_INDEX_AFTER")
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 0 })
        assert.deepStrictEqual(yield* demand(caller), [])
        yield* sql`insert into list_demand (organisation_id, data_model, member, direction, day, asked, wanted_at)
          values (${caller.organisationId}, 'BILLS', 'memo', 'ASC', '2026-01-01', 9, now())`
        assert.deepStrictEqual(yield* Effect.provideService(IndexUpkeep.run, Rules, { after: 3, each: 8 }), {
          made: 1,
          dropped: 0
        })
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 0, dropped: 1 })
        assert.deepStrictEqual([yield* there, yield* demand(caller)], [[], []])
      })
    )
  })
})

describe("in the embedded database alone", () => {
  it.layer(layerOf(embedded), { timeout: "120 seconds", excludeTestServices: true })((test) => {
    test.effect("none is made of what is large, and lists of it say what they did", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller } = yield* fill(1600)
        yield* ask(caller, rare, 3)
        const [table] = yield* sql<{ bytes: number }>`select pg_table_size('record_bills') as bytes`
        const upTo = (bytes: number) => Effect.provideService(IndexUpkeep.run, IndexUpkeep.LargestEmbedded, bytes)
        assert.deepStrictEqual(yield* upTo(table!.bytes - 1), { made: 0, dropped: 0 })
        assert.deepStrictEqual(yield* there, [])
        assert.strictEqual((yield* refused(caller, rare)).code, "invalid-params")
        // It has not failed, and is made as soon as there is less.
        assert.deepStrictEqual(yield* upTo(table!.bytes), { made: 1, dropped: 0 })
        assert.strictEqual((yield* list(caller, rare)).data.length, 1)
        // What there is stays while more is stored.
        assert.deepStrictEqual(yield* upTo(0), { made: 0, dropped: 0 })
        assert.strictEqual((yield* there).length, 1)
      })
    )
  })
})

describe("on PostgreSQL alone", () => {
  it.layer(layerOf(postgres), { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("records are written while an index is made, by one process", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller, first } = yield* fill(1600)
        yield* ask(caller, rare, 3)
        const write = (platformId: string) =>
          sql`insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
            hash, body, created_at, updated_at) values (nextval('svc_id'), 'BILLS', ${first.organisationId}, ${first.companyId},
            ${first.connectionId}, 0, ${platformId}, 'default', '', '{"memo":"rare"}', '2026-01-01', '2026-01-01')`
        const fiber = yield* whileHeld(
          first,
          Effect.andThen(
            write("new"),
            // Whoever makes one keeps others from it.
            Effect.map(IndexUpkeep.run, (kept) => assert.isNull(kept))
          )
        )
        assert.deepStrictEqual(yield* Fiber.join(fiber), Exit.succeed({ made: 1, dropped: 0 }))
        yield* write("newer")
        const { names, page } = yield* indexesOf(caller, rare)
        assert.deepStrictEqual([names.size, page.data.length], [1, 3])
      })
    )

    test.effect("a page far into a list costs what the first one does", () =>
      Effect.gen(function* () {
        const { caller } = yield* fill(20_000)
        for (const direction of ["ASC", "DESC"]) yield* ask(caller, { "sort[total_amount]": direction }, 3)
        assert.deepStrictEqual(yield* IndexUpkeep.run, { made: 2, dropped: 0 })
        for (const params of [
          { "sort[total_amount]": "ASC" },
          { "sort[total_amount]": "DESC" },
          { "sort[total_amount]": "ASC", "total_amount[gte]": "-8" },
          { "sort[total_amount]": "DESC", "total_amount[lte]": "1e22" }
        ]) {
          const first = yield* indexesOf(caller, { ...params, limit: "5" })
          let far = yield* list(caller, { ...params, limit: "1000" })
          for (let walked = 1000; walked < 15_000; walked += 1000) {
            far = yield* list(caller, { ...params, limit: "1000", next: far.next! })
          }
          for (const way of ["next", "prev"] as const) {
            const deep = yield* indexesOf(caller, { ...params, limit: "5", [way]: far[way]! })
            assert.strictEqual(deep.page.data.length, 5)
            assert.isBelow(
              deep.blocks,
              4 * first.blocks,
              `${JSON.stringify(params)}, ${way}; the first: ${first.blocks}`
            )
          }
        }
      })
    )
  })

  const roomy = Config.read({}, []).config.limits
  it.layer(layerOf(postgres, {}, roomy), { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("a list that has its turn among the expensive ones is counted, and an export once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const target = yield* Stored.connect()
        yield* sql`
          insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
            hash, body, created_at, updated_at)
          select id, 'BILLS', ${target.organisationId}, ${target.companyId}, ${target.connectionId}, 0, n::text, 'default', '',
            json_build_object('svc_id', id, 'memo', repeat('x', 200)), '2026-01-01', '2026-01-01'
          from (select n, nextval('svc_id') as id from generate_series(1, 110000) n) n`
        yield* sql`analyze record_bills`.unprepared
        const caller = Stored.callerOf(target)
        const counted = Effect.map(demand(caller), (all) => all.map(({ asked }) => asked))
        assert.strictEqual((yield* list(caller, { "memo[gte]": "x" })).data.length, 100)
        assert.deepStrictEqual(yield* counted, [1])
        const { read } = yield* (yield* Lists).export(caller, "BILLS", new URLSearchParams({ "memo[gte]": "x" }))
        let pieces = 0
        while ((yield* read) !== null) pieces++
        assert.isAbove(pieces, 20)
        assert.deepStrictEqual(yield* counted, [2])
      })
    )
  })
})
