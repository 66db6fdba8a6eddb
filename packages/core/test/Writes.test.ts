import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Models from "../src/contract/Models.ts"
import { itemSchema, strict } from "./FieldSchema.ts"
import { routes } from "../src/api/WriteRoutes.ts"
import type * as Field from "../src/contract/Field.ts"
import * as Writes from "../src/contract/Writes.ts"

const order = Writes.get("PURCHASE_ORDERS", "create")!
const contact = Writes.get("CONTACTS", "create")!
const invoice = Writes.get("INVOICES", "update")!
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
  it("has the four writes of the specification at their addresses, with its members", () => {
    const specified = routes.filter(({ isSpecified }) => isSpecified)
    expect(
      specified.map(({ form, method, path, write }) => [write.model, write.operation, form, method, path])
    ).toEqual([
      ["PURCHASE_ORDERS", "create", "items", "POST", "/accounting/purchase_orders"],
      ["BILL_CREDIT_NOTES", "create", "items", "POST", "/accounting/bill_credit_notes"],
      ["CONTACTS", "create", "items", "POST", "/accounting/contacts"],
      ["INVOICES", "update", "single", "PUT", "/v3/accounting/invoices"]
    ])
    const [, , created, updated] = specified
    expect(Object.keys(created!.fields)).toEqual([
      "name",
      "contact_name",
      "contact_type",
      "currency_id",
      "tax_number",
      "registration_number",
      "email"
    ])
    expect(Object.keys(updated!.fields["line_items"]!.members!)).toEqual([
      "platform_id",
      "tracking_category_ids",
      "project_id",
      "account_id",
      "item_id",
      "tax_id",
      "description",
      "quantity",
      "unit_amount",
      "total_discount"
    ])
  })

  it("has an entry for whatever a model's own entry says, and nothing else", () => {
    for (const id of Models.modelIds) {
      const model = Models.get(id)
      const offered = Writes.operations.filter((operation) => Writes.get(id, operation) !== undefined)
      expect(offered, id).toEqual(Writes.operations.filter((operation) => model.writes.includes(operation as never)))
      expect(routes.filter(({ isSpecified, write }) => !isSpecified && write.model === id).length, id).toBe(
        offered.length + (offered.includes("update") ? 1 : 0)
      )
    }
    expect(Writes.get("BALANCE_SHEET", "create")).toBeUndefined()
    expect(Writes.get("LINE_ITEMS", "create")).toBeUndefined()
    expect(Writes.get("CONTACTS", "void")).toBeUndefined()
    expect(Writes.get("__proto__", "create")).toBeUndefined()
  })

  it("has no address twice, and no name", () => {
    const places = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(places).size).toBe(places.length)
    const names = routes.map(({ name, path }) => `${path.split("/")[2]} ${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it("takes every member of a record but those that the platform makes", () => {
    for (const { fields, model, operation } of Writes.all()) {
      const own = Models.get(model as Models.ModelId)
      if (operation === "delete" || operation === "void") {
        expect(Object.keys(fields)).toEqual(["platform_id"])
        continue
      }
      const written = Object.entries(own.fields).flatMap(([name, field]) => (field.computed === true ? [] : [name]))
      expect(Object.keys(fields), model).toEqual([
        ...(operation === "update" ? ["platform_id"] : []),
        ...written,
        ...Object.keys(own.inputs)
      ])
      expect(JSON.stringify(fields)).not.toContain("UNKNOWN")
      expect(written).not.toContain("created_at")
    }
  })

  it("knows of each reference which model it refers to, and every model it refers to is there", () => {
    const walk = (fields: Field.Fields, path: string): ReadonlyArray<readonly [string, string | undefined]> =>
      Object.entries(fields).flatMap(([name, field]) => [
        [`${path}.${name}`, field.to] as const,
        ...(field.members === undefined ? [] : walk(field.members, `${path}.${name}`))
      ])
    const all = Writes.all().flatMap(({ fields, model, operation }) => walk(fields, `${model}.${operation}`))
    for (const [place, to] of all) if (to !== undefined) expect(Models.isModelId(to), place).toBe(true)
    const targets = new Map(all)
    expect(targets.get("INVOICES.update.line_items.account_id")).toBe("ACCOUNTS")
    expect(targets.get("BILLS.create.purchase_order_ids")).toBe("PURCHASE_ORDERS")
    expect(targets.get("ITEMS.create.bill_item.tax_id")).toBe("TAX_RATES")
    expect(targets.get("CRM_DEALS.update.stage_id")).toBe("CRM_STAGES")
    // Ids of records that the interface has no model for, or that hang on the platform.
    const free = all.flatMap(([place, to]) =>
      /_ids?$/.test(place) && to === undefined && !place.endsWith("platform_id") ? [place.split(".").at(-1)!] : []
    )
    expect([...new Set(free)].toSorted()).toEqual([
      "bank_account_id",
      "currency_id",
      "project_id",
      "tax_id",
      "variant_id"
    ])
  })

  it("answers members that the record has", () => {
    for (const { response, write } of routes) {
      const members = [
        "svc_id",
        "platform_id",
        "platform_unique_id",
        ...Object.keys(Models.get(write.model as Models.ModelId).fields),
        "updated_at"
      ]
      expect(members).toEqual(expect.arrayContaining([...response]))
      expect(new Set(response).size).toBe(response.length)
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
    expect(Result.isFailure(Schema.decodeUnknownResult(itemSchema(order.fields), strict)(item))).toBe(true)
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
    const decode = Schema.decodeUnknownResult(itemSchema(order.fields), strict)
    expect(Result.getOrThrow(decode(fullOrder))).toEqual(fullOrder)
    expect(Result.isSuccess(decode({ contact_id: null }))).toBe(true)
    expect(Result.isFailure(decode({ line_items: [{ foo: 1 }] }))).toBe(true)
  })

  it("types the input of a connector's write", () => {
    const input: Writes.WriteInput<"CONTACTS", "create"> = { name: "Ada", contact_type: "VENDOR", email: "a@b.example" }
    // @ts-expect-error: what is updated is named
    const unnamed: Writes.WriteInput<"CONTACTS", "update"> = { name: "Ada" }
    // @ts-expect-error: contacts are not voided
    const none: Writes.WriteInput<"CONTACTS", "void"> = { platform_id: "1" }
    // @ts-expect-error: totals are the platform's
    const total: Writes.WriteInput<"BILLS", "create"> = { line_items: [], total_amount: 1 }
    // @ts-expect-error: no platform takes an invoice of nobody
    const nobody: Writes.WriteInput<"INVOICES", "create"> = { line_items: [] }
    // @ts-expect-error: nor one whose customer is null, at the service's own door either
    const nothing: Writes.WireInput<"INVOICES", "create"> = { contact_id: null, line_items: [] }
    const referred: Writes.WireInput<"INVOICES", "create"> = { contact_id: { svc_id: 1 }, line_items: [] }
    const change: Writes.WireInput<"INVOICES", "update"> = { memo: "paid" }
    type Lines = Writes.Requiring<Writes.WriteInput<"BILLS", "create">, "posted_date" | "line_items.account_id">
    const booked: Lines = { posted_date: "2026-01-31", line_items: [{ account_id: "1", quantity: 2 }] }
    // @ts-expect-error: what is required of lines is required of each
    const unbooked: Lines = { posted_date: "2026-01-31", line_items: [{ quantity: 2 }] }
    // @ts-expect-error: nobody writes what nobody knows
    const unknown: Writes.WriteInput<"ITEMS", "create"> = { type: "UNKNOWN" }
    // @ts-expect-error: statements are made by platforms alone
    const statement: Writes.WriteInput<"BALANCE_SHEET", "create"> = {}
    const gone: Writes.WriteInput<"BILLS", "delete"> = { platform_id: "1" }
    const line: Writes.WriteInput<"BILLS", "update"> = {
      platform_id: "1",
      line_items: [{ platform_id: "2", quantity: 1 }]
    }
    expect([input, unnamed, none, total, unknown, statement, gone, line]).toHaveLength(8)
    expect([nobody, nothing, referred, change, booked, unbooked]).toHaveLength(6)
  })

  it("types the input of the service, which may name what it refers to by its own id", () => {
    const named: Writes.WireInput<"BILLS", "create"> = {
      contact_id: { svc_id: 1 },
      purchase_order_ids: ["a", { svc_id: 2 }],
      line_items: [{ account_id: { svc_id: 3 }, quantity: 1 }]
    }
    // @ts-expect-error: a number of a document is no reference
    const wrong: Writes.WireInput<"BILLS", "create"> = { document_number: { svc_id: 1 } }
    expect([named, wrong]).toHaveLength(2)
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

  it("takes records by the service's own ids where it is asked for that", () => {
    const create = Writes.jsonSchema(order, { requires: ["contact_id"] }, true) as any
    const byId = {
      type: "object",
      properties: { svc_id: { type: "integer", minimum: 1 } },
      required: ["svc_id"],
      additionalProperties: false
    }
    expect(create.required).toEqual(["contact_id"])
    expect(create.properties.contact_id).toEqual({ anyOf: [{ type: "string", minLength: 1 }, byId] })
    expect(create.properties.bill_ids.items).toEqual({ anyOf: [{ type: "string" }, byId] })
    expect(create.properties.line_items.items.properties.item_id).toEqual({
      anyOf: [{ type: "string" }, byId, { type: "null" }]
    })
    expect(create.properties.document_number).toEqual({ type: ["string", "null"] })
    const update = Writes.jsonSchema(invoice, { requires: ["platform_id"] }, true) as any
    expect(update.required).toBeUndefined()
    expect(update.oneOf).toEqual([{ required: ["svc_id"] }, { required: ["platform_id"] }])
    expect(Object.keys(update.properties).slice(0, 2)).toEqual(["svc_id", "platform_id"])
  })
})
