/** Every operator on every kind of field, what nulls mean, and which values are refused. */
import { assert, describe, it } from "@effect/vitest"
import type { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Config from "../../src/Config.ts"
import { atMost } from "../../src/Limits.ts"
import { Lists } from "../../src/records/Lists.ts"
import { both } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

const bills = [
  {
    platform_id: "a",
    memo: "Alpha",
    status: "PAID",
    total_amount: 12.5,
    tax_inclusive: true,
    posted_date: "2025-01-01T00:00:00.000Z"
  },
  {
    platform_id: "b",
    memo: "alphabet 50%_off",
    status: "DRAFT",
    total_amount: -3,
    tax_inclusive: false,
    posted_date: "2025-06-01T10:30:00.000Z"
  },
  {
    platform_id: "c",
    memo: "\u{1F600} Omega",
    status: "VOID",
    total_amount: 9_007_199_254_740_991,
    tax_inclusive: false,
    posted_date: "2025-06-01T10:30:00.001Z"
  },
  { platform_id: "n" }
]
const statements = [
  { platform_id: "x", period_start: "2025-01-01", report_basis: "CASH" },
  { platform_id: "y", period_start: "2025-02-01", report_basis: "ACCRUAL" },
  { platform_id: "z" }
]

/** What each filter leaves, by platform id. `n` and `z` have nothing but nulls. */
const answers: ReadonlyArray<readonly [filter: string, platformIds: string]> = [
  // text
  ["memo[eq]=Alpha", "a"],
  ["memo[eq]=alpha", ""],
  ["memo[neq]=Alpha", "b c n"],
  ["memo[gt]=Alpha", "b c"],
  ["memo[gte]=Alpha", "a b c"],
  ["memo[lt]=alphabet 50%25_off", "a"],
  ["memo[lte]=alphabet 50%25_off", "a b"],
  ["memo[in]=Alpha,Omega,Beta", "a"],
  ["memo[nin]=Alpha,Omega", "b c n"],
  ["memo[contains]=lpha", "a b"],
  ["memo[contains]=50%25_", "b"],
  ["memo[contains]=%25", "b"],
  ["memo[contains]=_", "b"],
  ["memo[contains]=%F0%9F%98%80 O", "c"],
  ["memo[icontains]=ALPHA", "a b"],
  ["memo[icontains]=%F0%9F%98%80 oMEGA", "c"],
  ["memo[icontains]=50%25_O", "b"],
  ["memo[icontains]=_", "b"],
  ["status[icontains]=pai", "a"],
  ["memo[starts_with]=Al", "a"],
  ["memo[starts_with]=%25", ""],
  ["memo[ends_with]=mega", "c"],
  ["memo[ends_with]=%F0%9F%98%80 Omega", "c"],
  ["memo[ends_with]=much longer than any of these texts is", ""],
  ["memo[is_null]=true", "n"],
  ["memo[is_null]=false", "a b c"],
  // closed set of words
  ["status[eq]=PAID", "a"],
  ["status[neq]=PAID", "b c n"],
  ["status[in]=PAID,VOID", "a c"],
  ["status[nin]=PAID,VOID", "b n"],
  ["status[gt]=DRAFT", "a c"],
  ["status[lte]=PAID", "a b"],
  ["status[contains]=A", "a b"],
  ["status[starts_with]=V", "c"],
  ["status[ends_with]=D", "a c"],
  ["status[is_null]=true", "n"],
  // number
  ["total_amount[eq]=12.50", "a"],
  ["total_amount[eq]=1.25e1", "a"],
  ["total_amount[eq]=%2B12.5", "a"],
  ["total_amount[eq]=9007199254740991", "c"],
  ["total_amount[eq]=9007199254740991.5", ""],
  ["total_amount[gt]=9007199254740990.9", "c"],
  ["total_amount[neq]=12.5", "b c n"],
  ["total_amount[gt]=-3", "a c"],
  ["total_amount[gte]=-3.0", "a b c"],
  ["total_amount[lt]=12.5", "b"],
  ["total_amount[lte]=12.5", "a b"],
  ["total_amount[in]=12.5,-3.00", "a b"],
  ["total_amount[nin]=12.5,-3", "c n"],
  ["total_amount[contains]=2.", "a"],
  ["total_amount[starts_with]=-", "b"],
  ["total_amount[ends_with]=991", "c"],
  ["total_amount[is_null]=true", "n"],
  ["total_amount[is_null]=false", "a b c"],
  // boolean
  ["tax_inclusive[eq]=true", "a"],
  ["tax_inclusive[neq]=true", "b c n"],
  ["tax_inclusive[gt]=false", "a"],
  ["tax_inclusive[lte]=false", "b c"],
  ["tax_inclusive[in]=true,false", "a b c"],
  ["tax_inclusive[nin]=true", "b c n"],
  ["tax_inclusive[contains]=als", "b c"],
  ["tax_inclusive[is_null]=true", "n"],
  // date-time
  ["posted_date[eq]=2025-01-01", "a"],
  ["posted_date[eq]=2025-06-01T12:30:00%2B02:00", "b"],
  ["posted_date[neq]=2025-01-01T00:00:00Z", "b c n"],
  ["posted_date[gt]=2025-06-01T10:30:00Z", "c"],
  ["posted_date[gte]=2025-06-01T10:30:00", "b c"],
  ["posted_date[lt]=2025-06-01", "a"],
  ["posted_date[lte]=2025-06-01T10:30:00.000Z", "a b"],
  ["posted_date[in]=2025-01-01,2025-06-01T10:30:00.001Z", "a c"],
  ["posted_date[nin]=2025-01-01", "b c n"],
  ["posted_date[starts_with]=2025-06", "b c"],
  ["posted_date[contains]=10:30", "b c"],
  ["posted_date[ends_with]=1Z", "c"],
  ["posted_date[is_null]=true", "n"],
  // several, joined by and; one field more than once
  ["total_amount[gte]=-3&total_amount[lt]=100", "a b"],
  ["memo[contains]=a&memo[contains]=lpha", "a b"],
  ["memo[contains]=lpha&status[eq]=DRAFT", "b"],
  // common fields
  ["platform_id[eq]=b", "b"],
  ["platform_id[neq]=b", "a c n"],
  ["platform_id[in]=b,zz,c", "b c"],
  ["platform_id[gte]=c", "c n"],
  ["platform_unique_id[eq]=a", "a"],
  ["svc_created_at[gte]=2026-03-01", "b c n"],
  ["svc_updated_at[eq]=2026-03-02T00:00:00Z", "b"],
  ["svc_updated_at[gt]=2026-03-02T00:00:00Z", "c n"],
  ["svc_updated_at[neq]=2026-03-02T00:00:00Z", "a c n"],
  ["svc_updated_at[in]=2026-03-02,2026-03-03", "b c"],
  ["svc_updated_at[nin]=2026-03-02,2026-03-03", "a n"],
  ["svc_updated_at[starts_with]=2026-03", "b c n"],
  ["svc_updated_at[is_null]=false", "a b c n"],
  ["svc_updated_at[gte]=0000-01-01", "a b c n"],
  ["svc_updated_at[lt]=9999-12-31T23:59:59.999Z", "a b c n"],
  ["svc_deleted_at[is_null]=true", "a b c n"],
  ["svc_deleted_at[gte]=2020-01-01", ""],
  ["svc_deleted_at[gte]=2020-01-01&include_deleted_records=true", "d"],
  ["svc_deleted_at[neq]=2026-04-01&include_deleted_records=true", "a b c n"],
  ["updated_at[is_null]=true", "b c n"],
  ["updated_at[gte]=2025-01-01", "a"],
  ["svc_id[is_null]=true", ""],
  ["svc_id[gt]=0", "a b c n"],
  ["svc_id[lt]=-1", ""],
  ["svc_company_id[eq]=0", ""],
  ["data_hash[contains]=g", ""],
  ["data_hash[gte]=0", "a b c n"]
]
const dates: typeof answers = [
  ["period_start[eq]=2025-01-01", "x"],
  ["period_start[eq]=2025-01-01T05:00:00Z", "x"],
  ["period_start[neq]=2025-01-01", "y z"],
  ["period_start[gt]=2025-01-01", "y"],
  ["period_start[lte]=2025-01-31", "x"],
  ["period_start[in]=2025-01-01,2025-02-01", "x y"],
  ["period_start[nin]=2025-02-01", "x z"],
  ["period_start[starts_with]=2025-02", "y"],
  ["period_start[is_null]=true", "z"]
]

/** Bills with lines, orders, contacts and payments; what each filter of more than a value leaves. */
const documents = [
  {
    platform_id: "two",
    contact_id: "acme",
    purchase_order_ids: ["po-1", "po-2"],
    memo: "Stra\u00dfe \u00c4rger",
    line_items: [
      {
        platform_id: "l1",
        account_id: "200",
        description: "Paper",
        total_amount: 10,
        tracking_category_ids: ["t-1", "t-2"]
      },
      { platform_id: "l2", account_id: "300", description: null, total_amount: 5 }
    ]
  },
  {
    platform_id: "one",
    contact_id: "gone",
    purchase_order_ids: ["po-10"],
    line_items: [{ platform_id: "l3", account_id: "300", description: "Ink", total_amount: 5 }]
  },
  { platform_id: "none", contact_id: null, line_items: [] },
  { platform_id: "lost", contact_id: "unknown" }
]
const containers: typeof answers = [
  // A list of texts contains one that is the text.
  ["purchase_order_ids[contains]=po-1", "two"],
  ["purchase_order_ids[contains]=po", ""],
  ["purchase_order_ids[is_null]=true", "none lost"],
  ["purchase_order_ids[is_null]=false", "two one"],
  // A list of lines, and any of them.
  ["line_items[is_null]=true", "none lost"],
  ["line_items[is_null]=false", "two one"],
  ["line_items.account_id[eq]=300", "two one"],
  ["line_items.account_id[eq]=200", "two"],
  ["line_items.account_id[neq]=300", "two"],
  ["line_items.account_id[in]=200,400", "two"],
  ["line_items.total_amount[gt]=5", "two"],
  ["line_items.description[is_null]=true", "two"],
  ["line_items.description[icontains]=IN", "one"],
  ["line_items.platform_id[eq]=l3", "one"],
  // A list of texts in any of them.
  ["line_items.tracking_category_ids[contains]=t-2", "two"],
  ["line_items.tracking_category_ids[contains]=t", ""],
  ["line_items.tracking_category_ids[is_null]=true", "two one"],
  ["line_items.tracking_category_ids[is_null]=false", "two"],
  // Both of one filter need not be met by the same line.
  ["line_items.account_id[eq]=200&line_items.total_amount[eq]=5", "two"],
  // Related records, deleted ones too where one is named, as expand shows them.
  ["contact.name[eq]=Acme", "two"],
  ["contact.name[icontains]=CM", "two"],
  ["contact.svc_deleted_at[is_null]=false", "one"],
  ["contact.platform_id[is_null]=false", "two one"],
  ["bill_payments.amount[gte]=7", "two"],
  ["bill_payments.amount[lt]=7", "two one"],
  ["bill_payments.payment_date[gte]=-1w", "two"],
  // The item of the platform.
  ["raw_data[is_null]=true", "one none lost"],
  ["raw_data[is_null]=false", "two"],
  // By capitals, as Unicode has them.
  ["memo[icontains]=\u00e4RGER", "two"],
  ["memo[icontains]=STRASSE", "two"],
  // What is sent empty was not sent.
  ["next=&prev=&limit=&expand=&select=&include_deleted_records=", "two one none lost"]
]

const refusals: ReadonlyArray<readonly [parameter: string, value: string, says: RegExp]> = [
  ["total_amount[eq]", "", /expected a number/],
  ["total_amount[eq]", "1,5", /expected a number/],
  ["total_amount[eq]", "NaN", /expected a number/],
  ["total_amount[eq]", "Infinity", /expected a number/],
  ["total_amount[eq]", "0x10", /expected a number/],
  ["total_amount[eq]", "1e999999999", /expected a number/],
  ["total_amount[eq]", "1e-999999999", /expected a number/],
  ["total_amount[eq]", "9".repeat(100_000), /expected a number/],
  ["total_amount[in]", "1,2,x", /expected a number, got "x"/],
  ["total_amount[in]", "", /empty/],
  ["total_amount[nin]", "1,,2", /empty/],
  ["tax_inclusive[eq]", "yes", /expected true or false/],
  ["tax_inclusive[is_null]", "1", /expected true or false/],
  ["posted_date[gte]", "yesterday", /ISO 8601/],
  ["posted_date[gte]", "2025-02-30", /ISO 8601/],
  ["posted_date[gte]", "2025-06-01T00:00:00 02:00", /%2B/],
  ["status[eq]", "paid", /DRAFT, SUBMITTED, PARTIALLY_PAID, PAID, OVERDUE, VOID, UNKNOWN/],
  ["status[in]", "PAID,NEW", /got "NEW"/],
  ["memo[eq]", "", /memo\[is_null\]=true/],
  ["memo[eq]", "a\u0000b", /without NUL/],
  ["memo[contains]", "\u0000", /without NUL/],
  ["memo[contains]", "", /nothing/],
  ["memo[in]", "a,b\u0000", /without NUL/],
  ["svc_id[eq]", "1.0", /whole number/],
  ["svc_id[eq]", "99999999999999999999", /whole number/],
  ["svc_company_id[eq]", "1 or 1=1", /whole number/],
  ["svc_updated_at[gte]", "'; drop table record; --", /ISO 8601/],
  ["line_items[contains]", "x", /no single value/],
  ["raw_data[contains]", "x", /no single value/],
  ["purchase_order_ids[eq]", "x", /purchase_order_ids\[contains\] and purchase_order_ids\[is_null\]/],
  ["line_items.acount_id[eq]", "x", /did you mean "line_items.account_id"/],
  ["line_items.total_amount[eq]", "x", /expected a number/],
  ["line_items.tracking_category_ids[eq]", "x", /tracking_category_ids\[contains\] and/],
  ["contact.addresses.city[eq]", "x", /not a field/],
  ["contact.nam[eq]", "x", /did you mean "contact.name"/],
  ["memo.x[eq]", "x", /not a field/],
  ["sort[line_items.account_id]", "ASC", /cannot be sorted/],
  ["posted_date[gte]", "7d", /ISO 8601 date-time, or so long before now as -7d/],
  ["posted_date[gte]", "-7y", /ISO 8601/],
  ["posted_date[in]", "-7d", /ISO 8601/],
  ["memo[icontains]", "", /nothing/],
  ["status[like]", "x", /not an operator/],
  ["status[EQ]", "PAID", /did you mean "eq"/],
  ["Status[eq]", "PAID", /did you mean "status"/],
  ["__proto__[eq]", "x", /not a field/],
  ["constructor[eq]", "x", /not a field/],
  ["[eq]", "x", /not a field/],
  ["memo[]", "x", /not an operator/],
  ["memo' is null or 'a'='a[eq]", "x", /not a field/]
]

describe.each(both)("filters on %s", (_, database) => {
  const layer = Lists.layer.pipe(Layer.provideMerge(Stored.schema), Layer.provideMerge(database()))
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    const filtered = Effect.fnUntraced(function* (target: Stored.Target, model: Models.ModelId, query: string) {
      const lists = yield* Lists
      const text = yield* lists.list(Stored.callerOf(target), model, new URLSearchParams(`${query}&return_count=true`))
      const { data, total_count } = JSON.parse(String(text)) as {
        data: ReadonlyArray<{ platform_id: string }>
        total_count: number
      }
      assert.strictEqual(total_count, data.length, query)
      return data.map(({ platform_id }) => platform_id).join(" ")
    })

    test.effect("each operator on each kind of field", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        for (const [index, bill] of bills.entries()) {
          const at = `2026-0${index === 0 ? 2 : 3}-0${index + 1}T00:00:00.000Z`
          const more = index === 0 ? { updated_at: "2025-05-05T00:00:00.000Z" } : {}
          yield* Stored.put(target, "BILLS", { ...bill, ...more }, { createdAt: at })
        }
        yield* Stored.put(target, "BILLS", { platform_id: "d" }, { deletedAt: "2026-04-01T00:00:00.000Z" })
        for (const [filter, expected] of answers) {
          assert.strictEqual(yield* filtered(target, "BILLS", filter), expected, filter)
        }
        for (const statement of statements) yield* Stored.put(target, "INCOME_STATEMENT", statement)
        for (const [filter, expected] of dates) {
          assert.strictEqual(yield* filtered(target, "INCOME_STATEMENT", filter), expected, filter)
        }
      })
    )

    test.effect("lists, objects, lines, related records and the platform's item are found by what they hold", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        // The same ids at another connection are others.
        const other = yield* Stored.connect({ organisationId: target.organisationId, companyId: target.companyId })
        yield* Stored.put(other, "CONTACTS", { platform_id: "unknown", name: "Acme" })
        yield* Stored.put(target, "CONTACTS", { platform_id: "acme", name: "Acme" })
        yield* Stored.put(
          target,
          "CONTACTS",
          { platform_id: "gone", name: "Gone" },
          { deletedAt: "2026-04-01T00:00:00.000Z" }
        )
        const today = new Date().toISOString()
        for (const [id, bill_id, amount] of [
          ["p1", "two", 7],
          ["p2", "two", 3],
          ["p3", "one", 3]
        ] as const) {
          const payment_date = id === "p1" ? today : "2020-01-01T00:00:00.000Z"
          yield* Stored.put(target, "BILL_PAYMENTS", { platform_id: id, bill_id, amount, payment_date })
        }
        yield* Stored.put(
          target,
          "BILL_PAYMENTS",
          { platform_id: "p4", bill_id: "one", amount: 8 },
          { deletedAt: "2026-04-01T00:00:00.000Z" }
        )
        for (const [index, bill] of documents.entries()) {
          yield* Stored.put(target, "BILLS", bill, index === 0 ? { raw: { a: 1 } } : {})
        }
        for (const [filter, expected] of containers) {
          assert.strictEqual(yield* filtered(target, "BILLS", filter), expected, filter)
        }
        yield* Stored.put(target, "ITEMS", { platform_id: "x", bill_item: { unit_price: 12, tax_id: "t" } })
        yield* Stored.put(target, "ITEMS", { platform_id: "y" })
        for (const [filter, expected] of [
          ["bill_item[is_null]=true", "y"],
          ["bill_item[is_null]=false", "x"],
          ["bill_item.unit_price[gt]=9", "x"],
          ["bill_item.tax_id[eq]=t", "x"],
          ["bill_item.tax_id[neq]=t", "y"],
          ["bill_item.account_id[is_null]=true", "x y"]
        ] as const) {
          assert.strictEqual(yield* filtered(target, "ITEMS", filter), expected, filter)
        }
      })
    )

    test.effect("a time before now is the same list on its next page", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        for (const id of ["a", "b", "c"]) {
          yield* Stored.put(target, "BILLS", { platform_id: id, posted_date: new Date().toISOString() })
        }
        yield* Stored.put(target, "BILLS", { platform_id: "old", posted_date: "2020-01-01T00:00:00.000Z" })
        const lists = yield* Lists
        const page = (query: string) =>
          Effect.map(
            lists.list(Stored.callerOf(target), "BILLS", new URLSearchParams(query)),
            (text) => JSON.parse(String(text)) as { data: ReadonlyArray<{ platform_id: string }>; next: string | null }
          )
        const first = yield* page("posted_date[gte]=-1h&limit=2")
        const second = yield* page(`posted_date[gte]=-1h&limit=2&next=${first.next}`)
        assert.deepStrictEqual(
          [...first.data, ...second.data].map(({ platform_id }) => platform_id),
          ["a", "b", "c"]
        )
        assert.isNull(second.next)
        const other = yield* Effect.flip(page(`posted_date[gte]=-2h&limit=2&next=${first.next}`))
        assert.strictEqual(other.field, "next")
      })
    )

    test.effect("ids and hashes of a record find it", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const first = yield* Stored.put(target, "BILLS", { platform_id: "p" })
        yield* Stored.put(target, "BILLS", { platform_id: "q" })
        const lists = yield* Lists
        const caller = Stored.callerOf(target)
        const all = JSON.parse(String(yield* lists.list(caller, "BILLS", new URLSearchParams("select=data_hash"))))
        assert.strictEqual(yield* filtered(target, "BILLS", `svc_id[eq]=${first}`), "p")
        assert.strictEqual(yield* filtered(target, "BILLS", `svc_id[in]=${first},1`), "p")
        assert.strictEqual(yield* filtered(target, "BILLS", `svc_id[starts_with]=${first}`), "p")
        assert.strictEqual(yield* filtered(target, "BILLS", `data_hash[eq]=${all.data[1].data_hash}`), "q")
        assert.strictEqual(yield* filtered(target, "BILLS", `svc_company_id[in]=${target.companyId}`), "p q")
        // A sub-record's platform id is found in its own list.
        yield* Stored.put(target, "BILLS", { platform_id: "r", line_items: [{ platform_id: "l1" }] })
        assert.strictEqual(yield* filtered(target, "LINE_ITEMS", "platform_id[eq]=l1"), "l1")
        assert.strictEqual(yield* filtered(target, "LINE_ITEMS", "line_item_type[eq]=BILLS"), "l1")
      })
    )

    test.effect("a value that does not fit its field is refused, and says why", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const lists = yield* Lists
        for (const [parameter, value, says] of refusals) {
          const error = yield* Effect.flip(
            lists.list(Stored.callerOf(target), "BILLS", new URLSearchParams([[parameter, value]]))
          )
          assert.strictEqual(error.code, "invalid-params", parameter)
          assert.strictEqual(error.field, parameter)
          assert.match(error.message, says)
          assert.isBelow(error.message.length, 500)
        }
      })
    )

    test.effect("as many filters and values as are allowed, and not one more", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        yield* Stored.put(target, "BILLS", { platform_id: "p", total_amount: 500 })
        const { filters, filterValues } = Config.read({}, []).config.limits
        const many = (count: number) =>
          Array.from({ length: count }, (_, n) => `total_amount[${n % 2 === 0 ? "neq" : "lt"}]=${1000 + n}`).join("&")
        const values = (count: number) => `total_amount[in]=${Array.from({ length: count }, (_, n) => n).join(",")}`
        assert.strictEqual(yield* filtered(target, "BILLS", many(filters.most)), "p")
        assert.strictEqual(yield* filtered(target, "BILLS", values(filterValues.most)), "p")
        const error = yield* Effect.flip(filtered(target, "BILLS", many(filters.most + 1)))
        assert.include(error.message, atMost(filters))
        const tooMany = yield* Effect.flip(filtered(target, "BILLS", values(filterValues.most + 1)))
        assert.include(tooMany.message, atMost(filterValues))
        assert.strictEqual(tooMany.field, "total_amount[in]")
      })
    )

    test.effect("hostile names and values are refused or find nothing, and break nothing", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        yield* Stored.put(target, "BILLS", { platform_id: "p", memo: "x" })
        const lists = yield* Lists
        const fragments = [
          "' or '1'='1",
          "\\'; select pg_sleep(10); --",
          "$1",
          "%",
          "_",
          "{",
          "}",
          '{"a","b"}',
          '"',
          "\\",
          "\\\\",
          "null",
          "NULL",
          "\u0000",
          "\uD800",
          "\u{1F600}".repeat(50),
          "a".repeat(100_000),
          "](",
          "\r\n",
          "\u202E"
        ]
        for (const fragment of fragments) {
          const places: ReadonlyArray<readonly [string, string]> = [
            ["memo[eq]", fragment],
            ["memo[in]", fragment],
            ["memo[nin]", fragment],
            ["memo[contains]", fragment],
            ["memo[starts_with]", fragment],
            ["memo[ends_with]", fragment],
            ["memo[gte]", fragment],
            ["platform_id[eq]", fragment],
            ["platform_id[in]", fragment],
            ["data_hash[eq]", fragment],
            ["total_amount[gte]", fragment],
            ["svc_updated_at[gte]", fragment],
            ["svc_id[in]", fragment],
            ["memo[is_null]", fragment],
            [`${fragment}[eq]`, "x"],
            [`memo[${fragment}]`, "x"],
            [`sort[${fragment}]`, "ASC"],
            ["sort[memo]", fragment],
            [fragment, fragment],
            ["limit", fragment],
            ["select", fragment],
            ["expand", fragment],
            ["include_deleted_records", fragment],
            ["return_count", fragment],
            ["next", fragment],
            ["prev", fragment]
          ]
          for (const [name, value] of places) {
            const answer = yield* Effect.exit(
              lists.list(Stored.callerOf(target), "BILLS", new URLSearchParams([[name, value]]))
            )
            if (answer._tag === "Success") {
              assert.match(name, /^(memo|platform_id|data_hash)\[/)
              const { data } = JSON.parse(String(answer.value)) as { data: ReadonlyArray<unknown> }
              assert.isAtMost(data.length, /nin|gte/.test(name) ? 1 : 0, `${name}=${value.slice(0, 50)}`)
            } else {
              const [reason] = answer.cause.reasons
              assert.strictEqual(reason?._tag, "Fail", `${name.slice(0, 50)}=${value.slice(0, 50)}`)
            }
          }
        }
      })
    )
  })
})
