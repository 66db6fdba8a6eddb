import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Check from "../src/contract/Check.ts"
import * as Canonical from "../src/contract/Canonical.ts"
import type { Field } from "../src/contract/Field.ts"
import * as Iso from "../src/contract/Iso.ts"
import * as Models from "../src/contract/Models.ts"
import { checkedSchema } from "./checkedSchema.ts"

const ok = (model: Models.ModelId, mapped: unknown) => Result.getOrThrow(Check.check(model, mapped)) as any
const issues = (model: Models.ModelId, mapped: unknown) =>
  Result.match(Check.check(model, mapped), { onSuccess: () => [], onFailure: (found) => found })

describe("a record", () => {
  it("is completed, in the model's order", () => {
    const record = ok("CURRENCIES", { updated_at: "2025-05-29T12:00:00+02:00", code: "EUR", platform_id: "1" })
    expect(JSON.stringify(record)).toBe(
      `{"platform_id":"1","platform_unique_id":"EUR","name":null,"code":"EUR","symbol":null,"is_base_currency":null,"exchange_rate":null,"updated_at":"2025-05-29T10:00:00.000Z"}`
    )
  })

  it("keeps its natural key", () => {
    expect(ok("CURRENCIES", { platform_id: "1", platform_unique_id: "EUR" }).platform_unique_id).toBe("EUR")
    expect(ok("CURRENCIES", { platform_id: "1", platform_unique_id: "A", code: "EUR" }).platform_unique_id).toBe("A")
    for (const id of Models.modelIds) {
      const { fields, natural } = Models.get(id)
      if (natural !== null) expect(ok(id, { platform_id: "1", [natural]: "N-7" })["platform_unique_id"], id).toBe("N-7")
      // One payment's number is that of all its allocations.
      else if (!id.endsWith("_PAYMENTS")) expect(Object.keys(fields), id).not.toContain("document_number")
    }
    expect(ok("CURRENCIES", { platform_id: "1", platform_unique_id: null }).platform_unique_id).toBe("1")
    expect(ok("CURRENCIES", { platform_id: "1", platform_unique_id: "" }).platform_unique_id).toBe("1")
  })

  it("has lists, never null", () => {
    const bill = ok("BILLS", { platform_id: "1", purchase_order_ids: null, line_items: undefined })
    expect(bill.purchase_order_ids).toEqual([])
    expect(bill.line_items).toEqual([])
    expect(ok("TAX_RATES", { platform_id: "1" }).components).toEqual([])
  })

  it("has null for what is empty, and no empty ids in lists", () => {
    const bill = ok("BILLS", {
      platform_id: "1",
      memo: "",
      status: "",
      due_date: "",
      purchase_order_ids: ["a", "", null]
    })
    expect(bill).toMatchObject({ memo: null, status: null, due_date: null, purchase_order_ids: ["a"] })
  })

  it("has moments in one form and days in another", () => {
    const statement = ok("INCOME_STATEMENT", {
      platform_id: "1",
      period_start: "2025-01-01",
      period_end: "2025-01-31T23:59:59+05:30"
    })
    expect(statement).toMatchObject({ period_start: "2025-01-01", period_end: "2025-01-31" })
    expect(ok("BILLS", { platform_id: "1", due_date: "2025-05-29" }).due_date).toBe("2025-05-29T00:00:00.000Z")
  })

  it("holds text that can be stored", () => {
    const note = "a\u0000b\uD800c\u{1F600}"
    expect(ok("CRM_NOTES", { platform_id: "1", note }).note).toBe("a\uFFFDb\uFFFDc\u{1F600}")
  })

  it("fills objects and their lists", () => {
    expect(ok("ITEMS", { platform_id: "1", bill_item: { unit_price: -0 } }).bill_item).toStrictEqual({
      tax_id: null,
      account_id: null,
      unit_price: 0,
      description: null
    })
    expect(ok("TAX_RATES", { platform_id: "1", components: [{ rate: 9 }] }).components).toEqual([
      { name: null, rate: 9, tax_agency: null, is_compound: null }
    ])
    expect(ok("ECOMMERCE_ORDERS", { platform_id: "1", billing_address: { city: "Oslo" } })).toMatchObject({
      billing_address: { street: null, city: "Oslo", country: null },
      shipping_address: null
    })
  })

  it("holds statement rows of any depth", () => {
    const rows = [{ name: "Assets", value: 3, line_items: [{ name: "Cash", value: 3, account_id: "1" }] }]
    expect(ok("BALANCE_SHEET", { platform_id: "1", assets: rows }).assets).toEqual([
      {
        name: "Assets",
        value: 3,
        account_id: null,
        line_items: [{ name: "Cash", value: 3, account_id: "1", line_items: [] }]
      }
    ])
    const wrong = [{ name: "A", line_items: [{ name: "B", value: "3" }] }]
    expect(issues("BALANCE_SHEET", { platform_id: "1", assets: wrong })).toMatchObject([
      { field: "assets[0].line_items[0].value" }
    ])
  })
})

describe("sub-records", () => {
  it("know their parent", () => {
    const bill = ok("BILLS", { platform_id: "7", line_items: [{ platform_id: "l1", quantity: 2 }] })
    expect(Object.keys(bill.line_items[0])).toEqual([
      "platform_id",
      ...Object.keys(Models.models.LINE_ITEMS.fields),
      "updated_at"
    ])
    expect(bill.line_items[0]).toMatchObject({ platform_id: "l1", line_item_type: "BILLS", line_item_type_id: "7" })
    const entry = ok("JOURNAL_ENTRIES", { platform_id: "9", journal_lines: [{ type: "DEBIT", net_amount: 1 }] })
    expect(entry.journal_lines[0]).toMatchObject({ platform_id: "9:journal_lines:0", journal_entry_id: "9" })
    const paid = ok("PAYMENT_INVOICES", { platform_id: "p", line_items: [{}] })
    expect(paid.line_items[0]).toMatchObject({ line_item_type: "PAYMENT_INVOICES", line_item_type_id: "p" })
  })

  it("show only what the interface shows inside a parent", () => {
    const contact = ok("CONTACTS", {
      platform_id: "c",
      external_links: [{ link: "a@b.example", type: "EMAIL" }],
      phone_numbers: [{ number: "1" }],
      addresses: [{ city: "Oslo" }]
    })
    expect(contact.external_links).toEqual([{ platform_id: "c:external_links:0", link: "a@b.example", type: "EMAIL" }])
    expect(contact.phone_numbers).toEqual([{ platform_id: "c:phone_numbers:0", number: "1", type: null }])
    expect(Object.keys(contact.addresses[0])).toEqual([
      "platform_id",
      "street",
      "locality",
      "city",
      "state",
      "pincode",
      "country"
    ])
  })

  it("have ids of their own, even when the platform repeats them", () => {
    const ids = (given: ReadonlyArray<string | null>) =>
      ok("BILLS", { platform_id: "b", line_items: given.map((platform_id) => ({ platform_id })) }).line_items.map(
        (line: any) => line.platform_id
      )
    expect(ids(["1", "2"])).toEqual(["1", "2"])
    expect(ids([null, null])).toEqual(["b:line_items:0", "b:line_items:1"])
    expect(ids(["1", "1", "1"])).toEqual(["1", "1:1", "1:2"])
    expect(ids(["1", "1", "1:1"])).toEqual(["1", "1:1", "1:1:2"])
  })

  it("can be records of their own", () => {
    expect(ok("LINE_ITEMS", { platform_id: "1", line_item_type: "BILLS", line_item_type_id: "b" })).toMatchObject({
      platform_unique_id: "1",
      line_item_type: "BILLS",
      line_item_type_id: "b"
    })
  })
})

describe("what cannot be read", () => {
  it.each([
    [null, "", "expected a record, got null"],
    [[], "", "expected a record, got a list"],
    [{}, "platform_id", "is missing"],
    [{ platform_id: "" }, "platform_id", "is missing"],
    [{ platform_id: 1 }, "platform_id", "expected a text, got 1"],
    [{ platform_id: "1", totl_amount: 1 }, "totl_amount", `did you mean "total_amount"?`],
    [{ platform_id: "1", svc_id: 1 }, "svc_id", "is not a member of the model"],
    [{ platform_id: "1", total_amount: "12" }, "total_amount", `expected a number, got the text "12"`],
    [{ platform_id: "1", total_amount: "9007199254740993" }, "total_amount", "expected a number"],
    [{ platform_id: "1", total_amount: Number.POSITIVE_INFINITY }, "total_amount", "got Infinity"],
    [{ platform_id: "1", posted_date: "29/05/2025" }, "posted_date", "expected an ISO 8601 date-time"],
    [{ platform_id: "1", posted_date: new Date(0) }, "posted_date", "got an object"],
    [{ platform_id: "1", updated_at: 5 }, "updated_at", "expected an ISO 8601 date-time"],
    [{ platform_id: "1", memo: {} }, "memo", "expected a text, got an object"],
    [{ platform_id: "1", line_items: {} }, "line_items", "expected a list"],
    [{ platform_id: "1", line_items: [null] }, "line_items[0]", "expected an object, got null"],
    [{ platform_id: "1", line_items: [{}, {}, { quantity: "x" }] }, "line_items[2].quantity", "expected a number"],
    [{ platform_id: "1", line_items: [{ svc: 1 }] }, "line_items[0].svc", "is not a member"],
    [
      { platform_id: "1", line_items: [{ tracking_category_ids: [1] }] },
      "line_items[0].tracking_category_ids[0]",
      "text"
    ]
  ])("is named: %j", (mapped, field, message) => {
    const found = issues("EXPENSES", mapped)
    expect(found).toHaveLength(1)
    expect(found[0]!.field).toBe(field)
    expect(found[0]!.message).toContain(message)
  })

  it("is every fault, not only the first", () => {
    const wrong = { status: "AUTHORISED", due_date: "soon", line_items: [{ quantity: "1" }] }
    expect(issues("INVOICES", wrong).map(({ field }) => field)).toEqual([
      "platform_id",
      "due_date",
      "status",
      "line_items[0].quantity"
    ])
  })
})

describe("any record that a mapping may answer", () => {
  const texts = Arbitrary.schema(Schema.String)
  const numbers = Arbitrary.schema(Schema.Finite)
  const moments = Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4e12 }))),
    (moment) => Iso.fromMillis(moment) as string
  )
  const nullable = (arbitrary: Arbitrary.Arbitrary<unknown>): Arbitrary.Arbitrary<unknown> =>
    Arbitrary.flatMap(Arbitrary.schema(Schema.Literals(["value", "value", "null", "absent"])), (kind) =>
      kind === "value" ? arbitrary : Arbitrary.Constant(kind === "null" ? null : undefined)
    )
  const value = (field: Field, depth: number): Arbitrary.Arbitrary<unknown> => {
    if (field.of !== undefined) return Arbitrary.array(record(field.of.fields, depth + 1), { maxLength: 3 })
    if (field.members !== undefined) {
      const inner = depth > 2 ? Arbitrary.Constant({}) : record(field.members, depth + 1)
      return field.kind === "object" ? inner : Arbitrary.array(inner, { maxLength: 2 })
    }
    if (field.values !== undefined) return Arbitrary.schema(Schema.Literals(field.values))
    if (field.kind === "texts") return Arbitrary.array(texts, { maxLength: 3 })
    if (field.kind === "number") return numbers
    if (field.kind === "boolean") return Arbitrary.schema(Schema.Boolean)
    return field.kind === "text" ? texts : moments
  }
  const record = (fields: Readonly<Record<string, Field>>, depth = 0): Arbitrary.Arbitrary<object> =>
    Arbitrary.all(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, nullable(value(field, depth))]))
    )

  it.each(Models.modelIds.map((id) => [id] as const))(
    "%s: passes, satisfies the schema, and passes again unchanged",
    async (id) => {
      const model = Models.get(id)
      const decode = Schema.decodeUnknownSync(checkedSchema(model))
      const result = await Effect.runPromise(
        Arbitrary.checkEffect(
          record(model.fields),
          (fields) => {
            const checked = ok(id, { platform_id: "1", ...fields })
            const stored = JSON.stringify(checked)
            return (
              JSON.stringify(decode(checked)) === stored &&
              Canonical.hashInput(checked) === Canonical.hashInput(JSON.parse(stored)) &&
              stored.isWellFormed() &&
              (Object.values(model.fields).some((field) => field.of !== undefined) ||
                JSON.stringify(ok(id, checked)) === stored)
            )
          },
          { runs: 20 }
        )
      )
      expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    }
  )
})

describe("hashInput", () => {
  it("is the same whatever the order of members and the service's own ones", () => {
    const one = { b: 1, a: { d: [1, { f: 1, e: "ä" }], c: null } }
    const other = {
      svc_id: 5,
      a: { c: null, svc_updated_at: "x", d: [1, { e: "ä", f: 1 }] },
      b: 1,
      svc_deleted_at: null
    }
    expect(Canonical.hashInput(one)).toBe(`{"a":{"c":null,"d":[1,{"e":"ä","f":1}]},"b":1}`)
    expect(Canonical.hashInput(other)).toBe(Canonical.hashInput(one))
  })

  it("differs where a value, a type or the order of a list does", () => {
    const texts = [{ a: 1 }, { a: "1" }, { a: null }, { a: [1, 2] }, { a: [2, 1] }, { a: {} }, { a: [] }].map(
      Canonical.hashInput
    )
    expect(new Set(texts).size).toBe(texts.length)
    expect(Canonical.hashInput({ svc_note: 1 })).toBe(`{"svc_note":1}`)
    // Members are kept apart whatever their names hold.
    expect(Canonical.hashInput({ a: 1, b: 2 })).toBe(`{"a":1,"b":2}`)
    expect(Canonical.hashInput({ "a\nb": 1 })).toBe(`{"a\\nb":1}`)
    expect(Canonical.hashInput({ "a\nb": 1, c: 2 })).toBe(`{"a\\nb":1,"c":2}`)
    expect(Canonical.hashInput({ a: 1, "b\nc": 2 })).toBe(`{"a":1,"b\\nc":2}`)
  })
})

it("takes several addresses in one member for several links", () => {
  const of = (link: string, type = "EMAIL") =>
    (
      Result.getOrThrow(
        Check.check("CONTACTS", { platform_id: "1", external_links: [{ platform_id: "1:email", link, type }] })
      )["external_links"] as ReadonlyArray<{ readonly platform_id: string; readonly link: string }>
    ).map((one) => [one.platform_id, one.link])
  for (const written of ["a@x.example,b@x.example", "a@x.example; b@x.example", " a@x.example  b@x.example "]) {
    expect(of(written)).toEqual([
      ["1:email", "a@x.example"],
      ["1:email:1", "b@x.example"]
    ])
  }
  for (const one of ["a@x.example", "Ada <a@x.example>", "none, yet"]) expect(of(one)).toEqual([["1:email", one]])
  expect(of("a@x.example, b@x.example", "WEBSITE")).toHaveLength(1)
})
