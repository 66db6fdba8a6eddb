import { assert, describe, it } from "@effect/vitest"
import { Models } from "@svc/core"
import type { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Caller } from "../../src/http/Caller.ts"
import { columnsOf } from "../../src/records/Columns.ts"
import * as Config from "../../src/Config.ts"
import { atMost } from "../../src/Limits.ts"
import { Lists } from "../../src/records/Lists.ts"
import { both, postgres } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

interface Envelope {
  readonly data: ReadonlyArray<Record<string, any>>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}
const list = Effect.fnUntraced(function* (
  caller: Caller,
  model: Models.ModelId,
  params: Readonly<Record<string, string>> = {}
) {
  const lists = yield* Lists
  return JSON.parse(String(yield* lists.list(caller, model, new URLSearchParams(params)))) as Envelope
})
const get = Effect.fnUntraced(function* (
  caller: Caller,
  model: Models.ModelId,
  id: number,
  params: Readonly<Record<string, string>> = {}
) {
  const lists = yield* Lists
  return (JSON.parse(yield* lists.get(caller, model, id, new URLSearchParams(params))) as { data: Record<string, any> })
    .data
})
const idsOf = (page: Envelope): ReadonlyArray<number> => page.data.map((record) => record["svc_id"])
const refused = <A, R>(self: Effect.Effect<A, ApiError.ApiError, R>) => Effect.flip(self)

describe("columns", () => {
  it("compare texts by their bytes, whatever the collation of the database", () => {
    for (const model of Models.modelIds) {
      for (const column of columnsOf(model).values()) {
        if (column.type !== "text") continue
        assert.match(column.value, / collate "C"$/)
        assert.match(column.order, / collate "C"$/)
      }
    }
  })
})

describe.each(both)("lists on %s", (_, database) => {
  const layer = Lists.layer.pipe(Layer.provideMerge(Stored.schema), Layer.provideMerge(database()))
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("an empty list is an envelope", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const lists = yield* Lists
        const text = yield* lists.list(Stored.callerOf(target), "EXPENSES", new URLSearchParams("return_count=true"))
        assert.strictEqual(String(text), '{"data":[],"prev":null,"next":null,"total_count":0}')
      })
    )

    test.effect("answers the stored text, oldest first, and its count when asked", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const one = yield* Stored.put(target, "EXPENSES", {
          platform_id: "e1",
          memo: 'a "b" \u{1F600} \\ \n',
          total_amount: 1e21
        })
        const two = yield* Stored.put(target, "EXPENSES", { platform_id: "e2", line_items: [{ description: "x" }] })
        const lists = yield* Lists
        const text = yield* lists.list(caller, "EXPENSES", new URLSearchParams())
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ body: string }>`
          select body::text as body from record_expenses where organisation_id = ${target.organisationId} order by svc_id`
        assert.strictEqual(
          String(text),
          `{"data":[${rows.map(({ body }) => body).join(",")}],"prev":null,"next":null,"total_count":null}`
        )
        const page = yield* list(caller, "EXPENSES", { return_count: "true" })
        assert.deepStrictEqual(idsOf(page), [one, two])
        assert.strictEqual(page.total_count, 2)
        assert.strictEqual((yield* list(caller, "EXPENSES", { return_count: "false" })).total_count, null)
        assert.strictEqual((yield* list(caller, "EXPENSES", { return_count: "true", limit: "1" })).total_count, 2)
        // Sub-records have a list of their own.
        const lines = yield* list(caller, "LINE_ITEMS")
        assert.strictEqual(lines.data[0]!["svc_id"], page.data[1]!["line_items"][0].svc_id)
        assert.strictEqual(lines.data[0]!["svc_company_id"], target.companyId)
      })
    )

    test.effect("shows raw data and hash only when selected", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const raw = { was: "here", n: [1, { a: null }] }
        const id = yield* Stored.put(target, "CURRENCIES", { platform_id: "EUR", code: "EUR" }, { raw })
        yield* Stored.put(target, "CURRENCIES", { platform_id: "USD" })
        const plain = yield* list(caller, "CURRENCIES")
        assert.notProperty(plain.data[0], "raw_data")
        assert.notProperty(plain.data[0], "data_hash")
        const both = yield* list(caller, "CURRENCIES", { select: "raw_data,data_hash" })
        assert.deepStrictEqual(both.data[0]!["raw_data"], raw)
        assert.match(both.data[0]!["data_hash"], /^[0-9a-f]{64}$/)
        assert.strictEqual(both.data[1]!["raw_data"], null)

        // A line came in the item of its document, however large that is.
        const large = {
          ...raw,
          filler: "0123456789".repeat(5000),
          random: Array.from({ length: 900 }, (_, n) => n * 7919)
        }
        const documents = [
          ["with", raw],
          ["large", large],
          ["without", undefined]
        ] as const
        for (const [name, item] of documents) {
          yield* Stored.put(
            target,
            "EXPENSES",
            { platform_id: name, line_items: [{ description: name }] },
            item === undefined ? {} : { raw: item }
          )
        }
        const shown = (page: { readonly data: ReadonlyArray<any> }) =>
          page.data.map(({ description, raw_data }) => [description, raw_data])
        const lines = yield* list(caller, "LINE_ITEMS", { select: "raw_data" })
        const all = [
          ["with", raw],
          ["large", large],
          ["without", null]
        ]
        assert.deepStrictEqual(shown(lines).toSorted(), all.toSorted())
        const filtered = (isNull: string) =>
          list(caller, "LINE_ITEMS", {
            select: "raw_data",
            "raw_data[is_null]": isNull,
            "description[in]": "with,without"
          })
        assert.deepStrictEqual(shown(yield* filtered("true")), [["without", null]])
        assert.deepStrictEqual(shown(yield* filtered("false")), [["with", raw]])
        assert.deepStrictEqual(Object.keys(both.data[0]!).slice(-2), ["raw_data", "data_hash"])
        const hash = yield* list(caller, "CURRENCIES", { select: "data_hash" })
        assert.notProperty(hash.data[0], "raw_data")
        assert.deepStrictEqual((yield* get(caller, "CURRENCIES", id, { select: "raw_data" }))["raw_data"], raw)
      })
    )

    test.effect("leaves deleted records out unless they are asked for", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const kept = yield* Stored.put(target, "CONTACTS", { platform_id: "c1" })
        const gone = yield* Stored.put(
          target,
          "CONTACTS",
          { platform_id: "c2" },
          { deletedAt: "2026-02-01T00:00:00.000Z" }
        )
        assert.deepStrictEqual(idsOf(yield* list(caller, "CONTACTS")), [kept])
        assert.deepStrictEqual(idsOf(yield* list(caller, "CONTACTS", { include_deleted_records: "false" })), [kept])
        const all = yield* list(caller, "CONTACTS", { include_deleted_records: "true", return_count: "true" })
        assert.deepStrictEqual(idsOf(all), [kept, gone])
        assert.strictEqual(all.total_count, 2)
        assert.strictEqual(all.data[1]!["svc_deleted_at"], "2026-02-01T00:00:00.000Z")
        const missing = yield* refused(get(caller, "CONTACTS", gone))
        assert.strictEqual(missing.code, "not-found")
        const shown = yield* get(caller, "CONTACTS", gone, { include_deleted_records: "true" })
        assert.strictEqual(shown["svc_id"], gone)
      })
    )

    test.effect("shows a caller its own organisation and company only", () =>
      Effect.gen(function* () {
        const mine = yield* Stored.connect()
        const sister = yield* Stored.connect({ organisationId: mine.organisationId })
        const other = yield* Stored.connect()
        const ids: Array<number> = []
        for (const target of [mine, sister, other]) {
          ids.push(yield* Stored.put(target, "CONTACTS", { platform_id: "same" }))
        }
        const [a, b, c] = ids as [number, number, number]
        const all = Stored.callerOf(mine)
        const restricted = Stored.callerOf(mine, mine.companyId)
        assert.deepStrictEqual(idsOf(yield* list(all, "CONTACTS")), [a, b])
        assert.deepStrictEqual(idsOf(yield* list(restricted, "CONTACTS")), [a])
        const company = (id: number) => ({ "svc_company_id[eq]": String(id), return_count: "true" })
        assert.deepStrictEqual(idsOf(yield* list(all, "CONTACTS", company(sister.companyId))), [b])
        for (const foreign of [
          yield* list(all, "CONTACTS", company(other.companyId)),
          yield* list(restricted, "CONTACTS", company(sister.companyId))
        ]) {
          assert.deepStrictEqual(foreign, { data: [], prev: null, next: null, total_count: 0 })
        }
        assert.deepStrictEqual(idsOf(yield* list(all, "CONTACTS", { "platform_id[eq]": "same" })), [a, b])
        assert.deepStrictEqual(idsOf(yield* list(restricted, "CONTACTS", { "platform_id[in]": "x,same" })), [a])
        assert.strictEqual((yield* get(all, "CONTACTS", b))["svc_id"], b)
        const absent = yield* refused(get(all, "CONTACTS", 9_007_199_254_740_991))
        for (const [caller, model, id] of [
          [all, "CONTACTS", c],
          [restricted, "CONTACTS", b],
          [all, "EXPENSES", a],
          [all, "CONTACTS", 0.5],
          [all, "CONTACTS", Number.NaN]
        ] as const) {
          const error = yield* refused(get(caller, model, id))
          assert.strictEqual(error.code, "not-found")
          assert.strictEqual(error.field, absent.field)
        }
      })
    )

    test.effect("names every fault of a query at once", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const error = yield* refused(
          Effect.flatMap(Lists, (lists) =>
            lists.list(
              Stored.callerOf(target),
              "EXPENSES",
              new URLSearchParams([
                ["limit", "0"],
                ["limt", "5"],
                ["total_amont[gte]", "5"],
                ["total_amount[gte]", "much"],
                ["total_amount[atleast]", "5"],
                ["line_items[eq]", "x"],
                ["total_amount", "5"],
                ["sort[foo]", "ASC"],
                ["sort[memo]", "up"],
                ["select", "raw_data,raw"],
                ["expand", "contacts"],
                ["include_deleted_records", "yes"],
                ["return_count", "1"],
                ["return_count", "true"],
                ["a[b][c]", "1"],
                ["next", "x"],
                ["prev", "y"]
              ])
            )
          )
        )
        assert.strictEqual(error.code, "invalid-params")
        const said = Object.groupBy(error.details, ({ field }) => String(field))
        assert.deepStrictEqual(
          Object.keys(said).toSorted(),
          [
            "limit",
            "limt",
            "total_amont[gte]",
            "total_amount[gte]",
            "total_amount[atleast]",
            "line_items[eq]",
            "total_amount",
            "sort[foo]",
            "sort[memo]",
            "select",
            "expand",
            "include_deleted_records",
            "return_count",
            "a[b][c]",
            "prev"
          ].toSorted()
        )
        const message = (field: string) => said[field]![0]!.message
        assert.include(message("limt"), '"limit"')
        assert.include(message("total_amont[gte]"), '"total_amount"')
        assert.include(message("total_amount[gte]"), "expected a number")
        assert.include(message("total_amount[atleast]"), "gte")
        assert.include(message("total_amount"), "total_amount[eq]")
        assert.include(message("sort[memo]"), "ASC or DESC")
        assert.include(message("select"), "raw_data, data_hash")
        assert.include(message("expand"), "account, line_items, contact, currency, documents")
        assert.strictEqual(said["return_count"]!.length, 2)
        for (const { message } of error.details) assert.match(message, /[.?]$/)
      })
    )

    test.effect("sorts by several fields in their order, and not by too many", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        for (const [id, name, code] of [
          ["1", "b", "x"],
          ["2", "a", "x"],
          ["3", "a", "y"],
          ["4", null, "y"]
        ] as const) {
          yield* Stored.put(target, "ITEMS", { platform_id: id, name, code })
        }
        const order = (...keys: ReadonlyArray<readonly [string, string]>) =>
          Effect.map(
            list(caller, "ITEMS", Object.fromEntries(keys.map(([field, way]) => [`sort[${field}]`, way]))),
            ({ data }) => data.map((record) => record["platform_id"]).join("")
          )
        assert.strictEqual(yield* order(["name", "ASC"], ["code", "DESC"]), "3214")
        assert.strictEqual(yield* order(["code", "DESC"], ["name", "ASC"]), "3421")
        // Nulls are last either way; ties follow the last key.
        assert.strictEqual(yield* order(["name", "DESC"]), "1324")
        assert.strictEqual(yield* order(["code", "ASC"]), "1234")
        assert.strictEqual(yield* order(["code", "DESC"]), "4321")
        assert.strictEqual(yield* order(["svc_id", "DESC"], ["name", "ASC"]), "4321")
        const seven = ["name", "code", "status", "type", "description", "platform_id", "svc_id"] as const
        const error = yield* refused(order(...seven.map((field) => [field, "ASC"] as const)))
        const { sorts } = Config.read({}, []).config.limits
        assert.strictEqual(error.field, "sort[svc_id]")
        assert.include(error.message, atMost(sorts))
        assert.strictEqual(yield* order(...seven.slice(0, sorts.most).map((field) => [field, "ASC"] as const)), "2314")
      })
    )

    test.effect("takes a limit from 1 to 1000", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const free = [...(yield* Stored.reserve(120))]
        yield* Stored.store(
          Array.from({ length: 120 }, (_, n) =>
            Stored.rowsOf(target, "ITEMS", { platform_id: `i${n}` }, () => free.shift()!)
          ).flat()
        )
        const count = (params: Record<string, string>) =>
          Effect.map(list(caller, "ITEMS", params), ({ data, next }) => [data.length, next !== null])
        assert.deepStrictEqual(yield* count({}), [100, true])
        assert.deepStrictEqual(yield* count({ limit: "1" }), [1, true])
        assert.deepStrictEqual(yield* count({ limit: "120" }), [120, false])
        assert.deepStrictEqual(yield* count({ limit: "1000" }), [120, false])
        for (const limit of ["0", "1001", "-1", "1.5", "ten", "1e2", " 5", "99999999999999999999"]) {
          const error = yield* refused(list(caller, "ITEMS", { limit }))
          assert.deepStrictEqual([error.code, error.field], ["invalid-params", "limit"])
        }
      })
    )

    test.effect("a single record takes what shapes it and nothing else", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const caller = Stored.callerOf(target)
        const id = yield* Stored.put(target, "EXPENSES", { platform_id: "e1" })
        const error = yield* refused(get(caller, "EXPENSES", id, { limit: "5", "memo[eq]": "x", expand: "nobody" }))
        assert.deepStrictEqual(
          error.details.map(({ field }) => field),
          ["limit", "memo[eq]", "expand"]
        )
      })
    )
  })
})

describe("a list that takes too long", () => {
  const layer = Lists.layer.pipe(Layer.provideMerge(Stored.schema), Layer.provideMerge(postgres()))
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    test.effect("says what makes it slow and how to narrow it", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const free = [...(yield* Stored.reserve(2000))]
        const rows = free.map((id) =>
          Stored.rowsOf(target, "ITEMS", { platform_id: String(id), name: "x".repeat(2000) }, () => id)
        )
        yield* Stored.store(rows.flat())
        const filters = Array.from({ length: 100 }, (_, n): [string, string] =>
          n === 99 ? ["name[ends_with]", "y"] : ["name[contains]", "x".repeat(n + 1)]
        )
        const sql = yield* SqlClient.SqlClient
        const lists = yield* Lists
        const error = yield* sql
          .withTransaction(
            Effect.andThen(
              sql`set local statement_timeout = 50`,
              lists.list(Stored.callerOf(target), "ITEMS", new URLSearchParams(filters))
            )
          )
          .pipe(Effect.catchTag("SqlError", Effect.die), refused)
        assert.deepStrictEqual([error.code, error.field], ["invalid-params", "name"])
        assert.include(error.message, "svc_updated_at[gte]")
      })
    )
  })
})
