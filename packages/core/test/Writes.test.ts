import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Models from "../src/Models.ts"
import { itemSchema, strict } from "../src/api/FieldSchema.ts"
import * as Writes from "../src/Writes.ts"

const order = Writes.writes.PURCHASE_ORDERS.create
const contact = Writes.writes.CONTACTS.create
const invoice = Writes.writes.INVOICES.update
const issuesOf = (write: Writes.WriteModel, item: unknown, rules?: Writes.PlatformRules) =>
  Result.match(Writes.checkItem(write, item, rules), { onSuccess: () => [], onFailure: (issues) => issues })

const fullOrder = {
  contact_id: "c1",
  document_number: "PO-1",
  currency_id: "EUR",
  posted_date: "2025-05-29",
  delivery_date: "2025-06-01T10:00:00+02:00",
  bill_ids: ["b1"],
  line_items: [{ account_id: "400", item_id: "i", tax_id: "t", description: "Paper", quantity: 2, unit_amount: 3.5 }]
}

describe("the registry", () => {
  it("has the four writes at their addresses", () => {
    expect(Writes.all.map(({ model, operation, method, path }) => [model, operation, method, path])).toEqual([
      ["PURCHASE_ORDERS", "create", "POST", "/accounting/purchase_orders"],
      ["BILL_CREDIT_NOTES", "create", "POST", "/accounting/bill_credit_notes"],
      ["CONTACTS", "create", "POST", "/accounting/contacts"],
      ["INVOICES", "update", "PUT", "/v3/accounting/invoices"]
    ])
    expect(Writes.get("CONTACTS", "create")).toBe(contact)
    expect(Writes.get("CONTACTS", "update")).toBeUndefined()
  })

  it("answers members that the record has", () => {
    for (const write of Writes.all) {
      const members = [
        "platform_id",
        "platform_unique_id",
        ...Object.keys(Models.get(write.model as Models.ModelId).fields),
        "updated_at"
      ]
      expect(members).toEqual(expect.arrayContaining([...write.response]))
      expect(new Set(write.response).size).toBe(write.response.length)
    }
  })
})

describe("checkItem", () => {
  it("tells a hundred faults at most, and does not look further, however long an item is", () => {
    const many = 300_000
    const lines = (line: unknown) => ({ ...fullOrder, line_items: Array.from({ length: many }, () => line) })
    const rules = { requires: ["line_items.account_id", "line_items.quantity"], unsupported: ["line_items.tax_id"] }
    const wrong = [
      lines({}),
      lines({ quantity: "many" }),
      lines({ quantty: 1 }),
      lines(7),
      lines({ account_id: "1", quantity: 1, tax_id: "t" }),
      { ...fullOrder, bill_ids: Array.from({ length: many }, () => 1) },
      Object.fromEntries(Array.from({ length: many }, (_, index) => [`member_${index}`, index])),
      { ["x".repeat(1_000_000)]: 1 }
    ]
    for (const item of wrong) {
      const issues = issuesOf(order, item, rules)
      expect(issues.length).toBeGreaterThan(0)
      expect(issues.length).toBeLessThanOrEqual(Writes.mostIssues)
      expect(JSON.stringify(issues).length).toBeLessThan(50_000)
    }
  })
  it("gives a right item back as it came", () => {
    expect(Result.getOrThrow(Writes.checkItem(order, fullOrder))).toEqual(fullOrder)
    expect(Result.getOrThrow(Writes.checkItem(order, {}))).toEqual({})
    expect(Result.getOrThrow(Writes.checkItem(order, { contact_id: null, line_items: null }))).toEqual({
      contact_id: null,
      line_items: null
    })
    expect(Result.getOrThrow(Writes.checkItem(contact, { name: "Ada", email: undefined }))).toEqual({ name: "Ada" })
  })

  it.each([
    [{ contact: "c1" }, "contact", `unknown member "contact"; did you mean "contact_id"?`],
    [{ line_items: [{}, { quantitiy: 1 }] }, "line_items[1].quantitiy", `did you mean "quantity"?`],
    [{ line_items: [{ quantity: "2" }] }, "line_items[0].quantity", `expected a number, got "2"`],
    [{ line_items: [{ quantity: Number.NaN }] }, "line_items[0].quantity", "expected a number, got NaN"],
    [{ line_items: { quantity: 2 } }, "line_items", "expected a list, got an object"],
    [{ line_items: [null] }, "line_items[0]", "expected an object, got null"],
    [{ bill_ids: ["a", 1] }, "bill_ids[1]", "expected a text, got 1"],
    [{ bill_ids: ["a", null] }, "bill_ids[1]", "expected a text, got null"],
    [{ posted_date: "yesterday" }, "posted_date", "expected an ISO 8601 date or date-time"],
    [{ posted_date: "2025-02-30" }, "posted_date", "expected an ISO 8601 date or date-time"],
    [{ contact_id: "a\u0000" }, "contact_id", "without NUL"],
    [{ contact_id: "\uD800" }, "contact_id", "without NUL and lone surrogates"],
    [JSON.parse(`{"__proto__": {"a": 1}}`), "__proto__", "unknown member"],
    [{ constructor: 1 }, "constructor", "unknown member"]
  ])("names what is wrong in %j", (item, field, message) => {
    const issues = issuesOf(order, item)
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatchObject({ field, code: "invalid-params" })
    expect(issues[0]!.message).toContain(message)
    expect(Result.isFailure(Schema.decodeUnknownResult(itemSchema(order), strict)(item))).toBe(true)
  })

  it.each([[null], ["text"], [[]], [1]])("refuses %j as an item", (item) => {
    expect(issuesOf(order, item)).toMatchObject([{ field: "", code: "invalid-params" }])
  })

  it("reports every fault", () => {
    expect(issuesOf(contact, { nam: "x", contact_type: "SUPPLIER", email: 5 })).toEqual([
      { field: "nam", message: `unknown member "nam"; did you mean "name"?`, code: "invalid-params" },
      { field: "contact_type", message: `expected one of CUSTOMER, VENDOR, got "SUPPLIER"`, code: "invalid-params" },
      { field: "email", message: "expected a text, got 5", code: "invalid-params" }
    ])
  })

  it("asks for what the platform requires, in every line", () => {
    const rules = { requires: ["contact_id", "line_items", "line_items.account_id"] }
    expect(issuesOf(order, fullOrder, rules)).toEqual([])
    expect(issuesOf(order, { contact_id: " ", line_items: [] }, rules)).toMatchObject([
      { field: "contact_id", code: "missing-params" },
      { field: "line_items", code: "missing-params" }
    ])
    expect(
      issuesOf(order, { contact_id: "c", line_items: [{ account_id: "a" }, { account_id: null }] }, rules)
    ).toMatchObject([{ field: "line_items[1].account_id", code: "missing-params" }])
    expect(issuesOf(order, { contact_id: 5, line_items: fullOrder.line_items }, rules)).toHaveLength(1)
  })

  it("refuses what the platform has no place for", () => {
    const rules = { unsupported: ["bill_ids", "line_items.total_discount"] }
    expect(
      issuesOf(order, { ...fullOrder, line_items: [{ total_discount: 1 }, { total_discount: null }] }, rules)
    ).toMatchObject([
      { field: "bill_ids", code: "unsupported" },
      { field: "line_items[0].total_discount", code: "unsupported" }
    ])
    expect(issuesOf(order, { bill_ids: [] }, rules)).toEqual([])
  })

  it("cannot update an invoice without its id", () => {
    expect(issuesOf(invoice, { memo: "x" })).toMatchObject([{ field: "platform_id", code: "missing-params" }])
    expect(
      issuesOf(invoice, { platform_id: "1", status: "VOID", line_items: [{ platform_id: "l1", project_id: "p" }] })
    ).toEqual([])
  })

  it("agrees with the schema", () => {
    const decode = Schema.decodeUnknownResult(itemSchema(order), strict)
    expect(Result.getOrThrow(decode(fullOrder))).toEqual(fullOrder)
    expect(Result.isSuccess(decode({ contact_id: null }))).toBe(true)
    expect(Result.isFailure(decode({ line_items: [{ foo: 1 }] }))).toBe(true)
  })

  it("types the input of a connector's write", () => {
    const input: Writes.WriteInput<"CONTACTS", "create"> = { name: "Ada", contact_type: "VENDOR" }
    // @ts-expect-error: contacts cannot be updated
    const none: Writes.WriteInput<"CONTACTS", "update"> = {}
    expect([input, none]).toHaveLength(2)
  })
})

describe("jsonSchema", () => {
  it("says what this platform requires and leaves out what it cannot take", () => {
    const schema = Writes.jsonSchema(order, {
      requires: ["contact_id", "line_items", "line_items.description"],
      unsupported: ["bill_ids", "line_items.total_discount"]
    }) as any
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema")
    expect(schema.required).toEqual(["contact_id", "line_items"])
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).not.toContain("bill_ids")
    expect(schema.properties.contact_id).toEqual({ type: "string", minLength: 1 })
    expect(schema.properties.currency_id).toEqual({ type: ["string", "null"] })
    expect(schema.properties.line_items.minItems).toBe(1)
    expect(schema.properties.line_items.items.required).toEqual(["description"])
    expect(Object.keys(schema.properties.line_items.items.properties)).not.toContain("total_discount")
    expect(schema.properties.posted_date.anyOf).toEqual([{ format: "date-time" }, { format: "date" }, { type: "null" }])
  })

  it("lists the words of an enumeration", () => {
    expect((Writes.jsonSchema(contact) as any).properties.contact_type).toEqual({
      type: ["string", "null"],
      enum: ["CUSTOMER", "VENDOR", null]
    })
    expect((Writes.jsonSchema(invoice) as any).required).toEqual(["platform_id"])
  })
})
