/** What `expand` embeds, and that it takes one query for each relation and page. */
import { assert, describe, it } from "@effect/vitest"
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"
import { Lists } from "../../src/records/Lists.ts"
import { both } from "../support/Databases.ts"
import * as Stored from "../support/Stored.ts"

const list = Effect.fnUntraced(function* (target: Stored.Target, model: Models.ModelId, query: string) {
  const lists = yield* Lists
  const text = yield* lists.list(Stored.callerOf(target), model, new URLSearchParams(query))
  return (JSON.parse(String(text)) as { data: ReadonlyArray<Record<string, any>> }).data
})

/** How many statements of an effect look for related records: how often a page is read depends on who writes meanwhile. */
const counted = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let count = 0
    return self.pipe(
      Effect.provideService(Statement.CurrentTransformer, (statement) => {
        if (statement.compile()[0].includes("with ordinality as k(connection, id, position)")) count++
        return Effect.succeed(statement)
      }),
      Effect.map((value) => [value, count] as const)
    )
  })

describe.each(both)("expansion on %s", (_, database) => {
  const layer = Lists.layer.pipe(Layer.provideMerge(Stored.schema), Layer.provideMerge(database()))
  it.layer(layer, { timeout: "180 seconds", excludeTestServices: true })((test) => {
    const books = Effect.gen(function* () {
      const target = yield* Stored.connect()
      yield* Stored.put(target, "CONTACTS", { platform_id: "c1", name: "Ada" })
      yield* Stored.put(target, "CURRENCIES", { platform_id: "EUR", code: "EUR" })
      yield* Stored.put(target, "ACCOUNTS", { platform_id: "a1", name: "Travel", currency_id: "EUR" })
      yield* Stored.put(target, "ITEMS", { platform_id: "i1", name: "Ticket" })
      yield* Stored.put(target, "TAX_RATES", { platform_id: "t1", name: "VAT", components: [{ name: "x", rate: 1 }] })
      const document = (id: string, of: string, type = "EXPENSES") =>
        Stored.put(target, "DOCUMENTS", { platform_id: id, document_type: type, document_type_id: of, file_name: id })
      yield* document("d1", "e1")
      yield* document("d2", "e1")
      yield* document("d3", "e1", "BILLS")
      yield* document("d4", "e3")
      for (let n = 1; n <= 3; n++) {
        yield* Stored.put(target, "EXPENSES", {
          platform_id: `e${n}`,
          memo: 'a "quoted" } text',
          contact_id: n === 3 ? null : "c1",
          account_id: n === 2 ? "nobody" : "a1",
          currency_id: "EUR",
          line_items:
            n === 3
              ? []
              : [
                  { item_id: "i1", tax_id: "t1", account_id: "a1", description: "}", unit_amount: 1e21 },
                  { item_id: "gone", account_id: null, tracking_category_ids: ["x"] }
                ]
        })
      }
      return { target, document }
    })

    test.effect("embeds single records, lists of records, and records in each line", () =>
      Effect.gen(function* () {
        const { target } = yield* books
        const plain = yield* list(target, "EXPENSES", "")
        const [one, two, three] = (yield* list(
          target,
          "EXPENSES",
          "expand=account,line_items,contact,currency,documents"
        )) as [Record<string, any>, Record<string, any>, Record<string, any>]
        const [contact] = yield* list(target, "CONTACTS", "")
        const [account] = yield* list(target, "ACCOUNTS", "expand=parent_account,currency")
        const [item] = yield* list(target, "ITEMS", "")
        const [tax] = yield* list(target, "TAX_RATES", "")
        assert.deepStrictEqual(one["contact"], contact)
        assert.deepStrictEqual(one["account"], account)
        assert.strictEqual(one["currency"].code, "EUR")
        assert.deepStrictEqual(
          one["documents"].map((document: any) => document.platform_id),
          ["d1", "d2"]
        )
        assert.isNull(two["account"])
        assert.deepStrictEqual(two["documents"], [])
        assert.isNull(three["contact"])
        assert.deepStrictEqual(
          three["documents"].map((document: any) => document.platform_id),
          ["d4"]
        )
        assert.deepStrictEqual(three["line_items"], [])
        const [first, second] = one["line_items"]
        assert.deepStrictEqual(first, { ...plain[0]!["line_items"][0], item, tax, account })
        assert.deepStrictEqual(second, { ...plain[0]!["line_items"][1], item: null, tax: null, account: null })
        // What is not expanded is as it was, and keeps its place.
        const { account: __, contact: ___, currency: ____, documents: _____, ...rest } = one
        assert.deepStrictEqual({ ...rest, line_items: plain[0]!["line_items"] }, plain[0])
        assert.deepStrictEqual(Object.keys(rest), Object.keys(plain[0]!))
        // What an account carries is not expanded further.
        assert.deepStrictEqual(one["account"].currency, one["currency"])
        assert.isNull(one["account"].parent_account)
      })
    )

    test.effect("a single record, a sub-record and a selection are expanded alike", () =>
      Effect.gen(function* () {
        const { target } = yield* books
        const lists = yield* Lists
        const [expense] = yield* list(target, "EXPENSES", "expand=contact,line_items&select=data_hash,raw_data")
        assert.deepStrictEqual(Object.keys(expense!).slice(-3), ["contact", "raw_data", "data_hash"])
        const text = yield* lists.get(
          Stored.callerOf(target),
          "EXPENSES",
          expense!["svc_id"],
          new URLSearchParams("select=raw_data,data_hash&expand=line_items,contact")
        )
        assert.deepStrictEqual(JSON.parse(text), { data: expense })
        const [line] = yield* list(target, "LINE_ITEMS", "expand=item,account")
        assert.strictEqual(line!["item"].name, "Ticket")
        assert.strictEqual(line!["account"].name, "Travel")
        const [account] = yield* list(target, "ACCOUNTS", "expand=parent_account,currency")
        assert.isNull(account!["parent_account"])
        assert.strictEqual(account!["currency"].code, "EUR")
      })
    )

    test.effect("takes two steps by dots, with one query for each relation", () =>
      Effect.gen(function* () {
        const { target } = yield* books
        yield* Stored.put(target, "ACCOUNTS", { platform_id: "a2", name: "Flights", parent_account_id: "a1" })
        yield* Stored.put(target, "ACCOUNTS", { platform_id: "a3", name: "Night flights", parent_account_id: "a2" })
        for (const [id, contact_id] of [
          ["b1", "c1"],
          ["b2", "c2"]
        ] as const) {
          const line_items = [{ account_id: "a3", item_id: "i1" }]
          yield* Stored.put(target, "BILLS", { platform_id: id, contact_id, account_id: "a3", line_items })
        }
        for (const [id, account_id] of [
          ["p1", "a3"],
          ["p2", "gone"],
          ["p3", null]
        ] as const) {
          yield* Stored.put(target, "BILL_PAYMENTS", { platform_id: id, bill_id: "b1", account_id, contact_id: "c1" })
        }
        const [result, count] = yield* counted(
          list(target, "BILLS", "expand=bill_payments.account,bill_payments.contact,line_items.account")
        )
        // Its payments, their accounts and contacts; the lines' accounts and those accounts' parents.
        assert.strictEqual(count, 5)
        const [first, second] = result as [Record<string, any>, Record<string, any>]
        const payments: ReadonlyArray<any> = first["bill_payments"]
        assert.deepStrictEqual(
          payments.map(({ account, contact, platform_id }) => [platform_id, account?.name ?? null, contact.name]),
          [
            ["p1", "Night flights", "Ada"],
            ["p2", null, "Ada"],
            ["p3", null, "Ada"]
          ]
        )
        assert.notProperty(payments[0].account, "parent_account")
        assert.deepStrictEqual(second["bill_payments"], [])
        const [line] = first["line_items"]
        assert.strictEqual(line.account.parent_account.name, "Flights")
        assert.notProperty(line.account.parent_account, "parent_account")
        assert.notProperty(line, "item")
        // A step implies the one before it, and is asked for once however it is named.
        const both = yield* list(target, "BILLS", "expand=bill_payments,bill_payments.account")
        assert.strictEqual(both[0]!["bill_payments"][0].account.name, "Night flights")
        for (const [expand, says] of [
          ["bill_payments.acount", /did you mean "bill_payments.account"/],
          ["bill_payments.account.currency", /does not know/],
          ["bill_payments.", /does not know/],
          [".account", /does not know/]
        ] as const) {
          const error = yield* Effect.flip(list(target, "BILLS", `expand=${expand}`))
          assert.strictEqual(error.field, "expand")
          assert.match(error.message, says)
        }
      })
    )

    test.effect("answers exactly the members that fields names, of records, lines and what is embedded", () =>
      Effect.gen(function* () {
        const { target } = yield* books
        const first = function* (query: string) {
          const [one] = yield* list(target, "EXPENSES", query)
          return one
        }
        assert.deepStrictEqual(yield* first("fields=platform_id"), { platform_id: "e1" })
        // In the order of the record, whatever the order of the request.
        const keys = Object.keys((yield* first("fields=memo,data_hash,platform_id,svc_id"))!)
        assert.deepStrictEqual(keys, ["svc_id", "platform_id", "memo", "data_hash"])
        assert.deepStrictEqual(yield* first("fields=raw_data"), { raw_data: null })
        assert.deepStrictEqual(yield* first("fields=line_items.account_id,line_items.unit_amount"), {
          line_items: [
            { account_id: "a1", unit_amount: 1e21 },
            { account_id: null, unit_amount: null }
          ]
        })
        assert.deepStrictEqual(yield* first("expand=contact,account&fields=contact.name,account.platform_id"), {
          contact: { name: "Ada" },
          account: { platform_id: "a1" }
        })
        const lines = (yield* first("expand=line_items&fields=line_items.account,line_items.item_id"))!["line_items"]
        assert.deepStrictEqual(Object.keys(lines[0]), ["item_id", "account"])
        assert.strictEqual(lines[0].account.name, "Travel")
        // As deep as it is embedded.
        const deep = "line_items.account.name,line_items.account.currency.code,account.parent_account.platform_id"
        const found = yield* first(`expand=line_items,account&fields=${deep}`)
        assert.deepStrictEqual(found!["line_items"][0], {
          account: { name: "Travel", currency: { code: "EUR" } }
        })
        assert.deepStrictEqual(found!["account"], { parent_account: null })
        // A member as a whole, whatever of it is named beside.
        const whole = yield* first("fields=line_items,line_items.item_id")
        assert.isAbove(Object.keys(whole!["line_items"][0]).length, 5)
        // Embedded records that are not named are left out.
        assert.deepStrictEqual(yield* first("expand=contact&fields=platform_id"), { platform_id: "e1" })
        const lists = yield* Lists
        const single = yield* lists.list(
          Stored.callerOf(target),
          "EXPENSES",
          new URLSearchParams("fields=svc_id&limit=1")
        )
        const { svc_id } = JSON.parse(String(single)).data[0]
        const one = yield* lists.get(
          Stored.callerOf(target),
          "EXPENSES",
          svc_id,
          new URLSearchParams("fields=platform_id")
        )
        assert.deepStrictEqual(JSON.parse(one), { data: { platform_id: "e1" } })
        for (const [query, says] of [
          ["fields=mem", /did you mean "memo"/],
          ["fields=contact.name", /when expand embeds it/],
          ["fields=line_items.acount_id", /did you mean "line_items.account_id"/],
          ["fields=memo,,svc_id", /"" is not a member/],
          ["fields=__proto__", /not a member/]
        ] as const) {
          const error = yield* Effect.flip(list(target, "EXPENSES", query))
          assert.strictEqual(error.field, "fields")
          assert.match(error.message, says)
        }
      })
    )

    test.effect("one query for each relation and page, however many records", () =>
      Effect.gen(function* () {
        const { target } = yield* books
        const queries = (query: string) =>
          Effect.map(counted(list(target, "EXPENSES", query)), ([{ length }, count]) => [length, count])
        assert.deepStrictEqual(yield* queries(""), [3, 0])
        assert.deepStrictEqual(yield* queries("limit=1&expand=contact"), [1, 1])
        assert.deepStrictEqual(yield* queries("expand=contact"), [3, 1])
        assert.deepStrictEqual(yield* queries("expand=documents"), [3, 1])
        // item, tax and account, and the account's currency
        assert.deepStrictEqual(yield* queries("expand=line_items"), [3, 4])
        assert.deepStrictEqual(yield* queries("expand=account,line_items,contact,currency,documents"), [3, 9])
        // Nothing refers to anything: nothing is asked.
        assert.deepStrictEqual(yield* queries("platform_id[eq]=e3&expand=contact,line_items"), [1, 0])
        const free = [...(yield* Stored.reserve(600))]
        yield* Stored.store(
          Array.from({ length: 200 }, (__, n) =>
            Stored.rowsOf(
              target,
              "EXPENSES",
              {
                platform_id: `m${n}`,
                contact_id: "c1",
                account_id: "a1",
                line_items: [{ item_id: "i1" }, { tax_id: "t1" }]
              },
              () => free.shift()!
            )
          ).flat()
        )
        assert.deepStrictEqual(
          yield* queries("limit=1000&expand=account,line_items,contact,currency,documents"),
          [203, 9]
        )
      })
    )

    test.effect("embeds records of the same connection only", () =>
      Effect.gen(function* () {
        const first = yield* Stored.connect()
        const second = yield* Stored.connect(first)
        const stranger = yield* Stored.connect()
        for (const [target, name] of [
          [first, "first"],
          [second, "second"],
          [stranger, "stranger"]
        ] as const) {
          yield* Stored.put(target, "CRM_COMPANIES", { platform_id: "same", name })
          yield* Stored.put(target, "CRM_DEALS", { platform_id: "d", name, company_id: "same" })
        }
        yield* Stored.put(first, "CRM_DEALS", { platform_id: "x", name: "only", stage_id: "elsewhere" })
        yield* Stored.put(stranger, "CRM_STAGES", { platform_id: "elsewhere" })
        const deals = yield* list(first, "CRM_DEALS", "expand=company,stage,contact")
        assert.deepStrictEqual(
          deals.map((deal) => [deal["name"], deal["company"]?.name, deal["stage"], deal["contact"]]),
          [
            ["first", "first", null, null],
            ["second", "second", null, null],
            ["only", undefined, null, null]
          ]
        )
      })
    )

    test.effect("what a reference names is shown when deleted; lists leave deleted records out as lists do", () =>
      Effect.gen(function* () {
        const target = yield* Stored.connect()
        const deletedAt = "2026-02-01T00:00:00.000Z"
        yield* Stored.put(target, "CONTACTS", { platform_id: "c" }, { deletedAt })
        yield* Stored.put(target, "BILLS", { platform_id: "b", contact_id: "c" })
        yield* Stored.put(target, "BILL_PAYMENTS", { platform_id: "p1", bill_id: "b" }, { deletedAt })
        yield* Stored.put(target, "BILL_PAYMENTS", { platform_id: "p2", bill_id: "b" })
        const payments = (query: string) =>
          Effect.map(list(target, "BILLS", `expand=contact,bill_payments${query}`), ([bill]) => {
            assert.strictEqual(bill!["contact"].svc_deleted_at, deletedAt)
            return bill!["bill_payments"].map((payment: any) => payment.platform_id)
          })
        assert.deepStrictEqual(yield* payments(""), ["p2"])
        assert.deepStrictEqual(yield* payments("&include_deleted_records=true"), ["p1", "p2"])
      })
    )
  })
})

describe("relations", () => {
  it("of all models can be embedded without hiding a field", () => {
    for (const id of Models.modelIds) {
      const { fields, relations } = Models.get(id)
      for (const [name, relation] of Object.entries(relations)) {
        assert.match(name, /^[a-z_]+$/)
        if (relation._tag === "Records") assert.strictEqual(name, relation.field)
        else assert.notProperty(fields, name, `${id}.${name}`)
        if (relation._tag === "One") assert.property(fields, relation.by, `${id}.${name}`)
        if (relation._tag === "Many") {
          const target = Models.get(relation.model as Models.ModelId)
          assert.property(target.fields, relation.by)
          assert.isFalse(target.isSub)
        }
      }
    }
  })
})
