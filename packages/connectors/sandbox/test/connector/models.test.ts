import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { beforeAll, expect, test } from "vitest"
import { sandbox } from "../../src/index.ts"
import { collect, open } from "./open.ts"

type Row = Readonly<Record<string, any>> & { readonly platform_id: string }
const { client, direct } = open()
const records = new Map<Models.ModelId, ReadonlyArray<Row>>()
const of = (model: Models.ModelId) => records.get(model)!
const byId = (model: Models.ModelId, id: string) => of(model).find(({ platform_id }) => platform_id === id)

beforeAll(async () => {
  const subs = new Map<Models.ModelId, Array<Row>>()
  for (const model of Models.modelIds.filter((id) => !Models.get(id).isSub)) {
    const rows = (await collect(client.list(model as "CONTACTS"))) as unknown as ReadonlyArray<Row>
    records.set(model, rows)
    for (const [name, { of: sub }] of Object.entries(Models.get(model).fields)) {
      if (sub === undefined) continue
      const id = sub.id as Models.ModelId
      subs.set(id, [...(subs.get(id) ?? []), ...rows.flatMap((row) => row[name] as ReadonlyArray<Row>)])
    }
  }
  for (const [model, rows] of subs) records.set(model, rows)
})

test.each(Models.modelIds)("%s has records", (model) => {
  expect(of(model).length).toBeGreaterThan(0)
})

test("every top-level model is read, and nothing else", () => {
  const read = Models.modelIds.filter((model) => Connector.sourcesOf(sandbox, model).length > 0)
  expect(read.toSorted()).toEqual(Models.modelIds.filter((model) => !Models.get(model).isSub).toSorted())
})

test("a list holds each of the platform's records once", async () => {
  const resources = { ACCOUNTS: "accounts", BILLS: "bills", CONTACTS: "contacts", CURRENCIES: "currencies" }
  const others = { CRM_DEALS: "deals", DOCUMENTS: "attachments", ECOMMERCE_ORDERS: "shopOrders", INVOICES: "invoices" }
  const paid = { PAYMENT_PAYMENTS: "charges", PAYMENT_TRANSACTIONS: "balanceTransactions", EXPENSES: "expenses" }
  for (const [model, resource] of Object.entries({ ...resources, ...others, ...paid })) {
    const listed = of(model as Models.ModelId).map(({ platform_id }) => platform_id)
    expect(new Set(listed).size).toBe(listed.length)
    expect([model, listed.length]).toEqual([model, (await direct.all(`/${resource}`)).length])
  }
  const sides = ["customer", "vendor"].map((side) => direct.all(`/creditNotes?side=${side}`))
  const [customer, vendor] = await Promise.all(sides)
  expect([of("INVOICE_CREDIT_NOTES").length, of("BILL_CREDIT_NOTES").length]).toEqual([
    customer!.length,
    vendor!.length
  ])
})

test("every reference leads to a record, or to one that is deleted", async () => {
  const known = new Map([...records].map(([model, rows]) => [model, new Set(rows.map((row) => row.platform_id))]))
  const flagged = ["contacts", "items", "invoices", "payCustomers", "shopProducts", "people"]
  const withDeleted = await Promise.all(flagged.map((name) => direct.all(`/${name}?includeDeleted=true`)))
  const deleted = new Set(withDeleted.flat().flatMap((row) => (row.deleted ? [String(row.id)] : [])))
  expect(deleted.size).toBeGreaterThan(0)
  const dangling: Array<string> = []
  const follow = (model: Models.ModelId, row: Row, name: string, to: string, id: unknown) => {
    if (id !== null && !known.get(to as Models.ModelId)!.has(id as string) && !deleted.has(id as string)) {
      dangling.push(`${model} ${row.platform_id} ${name} ${String(id)}`)
    }
  }
  for (const [model, rows] of records) {
    const { relations } = Models.get(model)
    for (const row of rows) {
      for (const relation of Object.values(relations)) {
        if (relation._tag === "One") follow(model, row, relation.by, relation.model, row[relation.by])
      }
      const lists: ReadonlyArray<readonly [string, string]> = [
        ["tracking_category_ids", "TRACKING_CATEGORIES"],
        ["bill_ids", "BILLS"],
        ["invoice_ids", "INVOICES"],
        ["purchase_order_ids", "PURCHASE_ORDERS"],
        ["sales_order_ids", "SALES_ORDERS"]
      ]
      for (const [name, to] of lists) for (const id of row[name] ?? []) follow(model, row, name, to, id)
    }
  }
  for (const row of of("DOCUMENTS")) {
    follow("DOCUMENTS", row, "document_type_id", row["document_type"], row["document_type_id"])
  }
  expect(dangling).toEqual([])
})

test("every word of the platform has its meaning", () => {
  const unknown = [...records].flatMap(([model, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) => (value === "UNKNOWN" ? [`${model}.${name}`] : []))
    )
  )
  // Of a payment invoice that was given up, the interface has no word.
  expect([...new Set(unknown)]).toEqual(["PAYMENT_INVOICES.status"])
  expect(new Set(of("INVOICES").map(({ status }) => status))).toContain("PARTIALLY_PAID")
  expect(of("DOCUMENTS").filter(({ document_type }) => document_type === null)).toEqual([])
  const distinct = (model: Models.ModelId, field: string) => [...new Set(of(model).map((row) => row[field]))]
  for (const [model, field] of [
    ["PAYMENT_ORDERS", "status"],
    ["PAYMENT_PAYMENTS", "status"],
    ["CRM_DEALS", "status"],
    ["CRM_TASKS", "priority"],
    ["CRM_ACTIVITIES", "direction"],
    ["JOURNAL_LINES", "type"],
    ["PHONE_NUMBERS", "type"]
  ] as const) {
    expect([model, distinct(model, field).length > 1]).toEqual([model, true])
  }
})

test("every field that the platform can fill is filled somewhere", () => {
  const empty = [...records].flatMap(([model, rows]) =>
    Object.keys(Models.get(model).fields).flatMap((name) =>
      rows.some((row) => row[name] !== null && (!Array.isArray(row[name]) || row[name].length > 0))
        ? []
        : [`${model}.${name}`]
    )
  )
  expect(empty.toSorted()).toMatchInlineSnapshot(`
    [
      "ACCOUNTS.description",
      "ADDRESSES.locality",
      "BANK_ACCOUNTS.available_balance",
      "BANK_ACCOUNTS.routing_number",
      "BANK_TRANSACTIONS.contact_id",
      "BILLS.account_id",
      "CRM_ACTIVITIES.description",
      "CRM_ACTIVITIES.lead_id",
      "CRM_ADDRESSES.locality",
      "CRM_ADDRESSES.state",
      "CRM_COMPANIES.last_activity_at",
      "CRM_CONTACTS.addresses",
      "CRM_CONTACTS.last_activity_at",
      "CRM_DEALS.description",
      "CRM_DEALS.last_activity_at",
      "CRM_LEADS.addresses",
      "CRM_LEADS.title",
      "CRM_NOTES.company_id",
      "CRM_NOTES.contact_id",
      "CRM_PIPELINES.deal_probability",
      "CRM_TASKS.description",
      "CRM_TASKS.parent_task_id",
      "ECOMMERCE_LINE_ITEMS.tax_id",
      "JOURNAL_ENTRIES.account_id",
      "JOURNAL_LINES.contact_id",
      "JOURNAL_LINES.tax_amount",
      "JOURNAL_LINES.tax_id",
      "PAYMENT_ADDRESSES.locality",
      "PAYMENT_ADDRESSES.state",
      "PAYMENT_PAYMENT_LINKS.customer_id",
      "PAYMENT_PAYMENT_LINKS.payment_id",
      "PAYMENT_PAYOUTS.bank_account_id",
      "PAYMENT_PHONE_NUMBERS.type",
      "PAYMENT_REFUNDS.reference",
    ]
  `)
})

test("money is in major units of its own currency", async () => {
  const { body } = await direct.get("/purchaseOrders/por_000001")
  expect(body).toMatchObject({ currency: "KWD", totals: { totalMinor: 215_391 } })
  expect(byId("PURCHASE_ORDERS", "por_000001")).toMatchObject({
    currency_id: "KWD",
    total_amount: 215.391,
    line_items: [{ unit_amount: 3.531, quantity: 61, total_amount: 215.391 }]
  })
  expect(byId("PAYMENT_ORDERS", "ord_000001")).toMatchObject({ currency_id: "JPY", amount: 9600, amount_due: 0 })
  expect(byId("CRM_DEALS", "dea_000001")).toMatchObject({ currency: "EUR", amount: 11_441.5, status: "Lost" })
  expect(byId("PAYMENT_TAX_RATES", "ptx_000001")).toMatchObject({ rate: 21 })
})

test("rates are base units for one unit, on both sides of the books", () => {
  expect(byId("CURRENCIES", "EUR")).toMatchObject({ exchange_rate: 1, is_base_currency: true, code: "EUR" })
  const near = (currency: string, rates: ReadonlyArray<number>) => {
    const reference = byId("CURRENCIES", currency)!["exchange_rate"] as number
    for (const rate of rates) expect(Math.abs(rate / reference - 1)).toBeLessThan(0.2)
    expect(rates.length).toBeGreaterThan(0)
  }
  for (const model of ["INVOICES", "BILLS", "PURCHASE_ORDERS"] as const) {
    const abroad = of(model).filter(({ currency_id }) => currency_id !== "EUR")
    for (const code of new Set(abroad.map(({ currency_id }) => currency_id))) {
      near(
        code,
        abroad.filter(({ currency_id }) => currency_id === code).map(({ currency_rate }) => currency_rate)
      )
    }
  }
  expect(byId("CURRENCIES", "KWD")!["exchange_rate"]).toBeGreaterThan(1)
  expect(byId("CURRENCIES", "JPY")!["exchange_rate"]).toBeLessThan(0.1)
})

test("documents, their lines and what settles them add up", () => {
  const cents = (value: number) => Math.round(value * 1000)
  for (const model of ["INVOICES", "BILLS", "EXPENSES", "BILL_CREDIT_NOTES", "SALES_ORDERS"] as const) {
    for (const { line_items, platform_id, ...row } of of(model)) {
      for (const name of ["sub_total", "tax_amount", "total_amount", "total_discount"]) {
        const sum = line_items.reduce((total: number, line: Row) => total + cents(line[name]), 0)
        expect([platform_id, name, sum]).toEqual([platform_id, name, cents(row[name as never])])
      }
    }
  }
  const settled = (model: "BILL_PAYMENTS" | "INVOICE_PAYMENTS", by: string, id: string) =>
    of(model)
      .filter((row) => row[by] === id)
      .reduce((total, { amount }) => total + cents(amount), 0)
  for (const row of of("INVOICES").filter(({ status }) => status !== "DRAFT" && status !== "VOID")) {
    expect([row.platform_id, settled("INVOICE_PAYMENTS", "invoice_id", row.platform_id)]).toEqual([
      row.platform_id,
      cents(row["total_amount"]) - cents(row["amount_due"])
    ])
  }
  for (const row of of("BILLS").filter(({ status }) => status !== "DRAFT" && status !== "VOID")) {
    expect([row.platform_id, settled("BILL_PAYMENTS", "bill_id", row.platform_id)]).toEqual([
      row.platform_id,
      cents(row["total_amount"]) - cents(row["amount_due"])
    ])
  }
  for (const { journal_lines, platform_id, amount } of of("JOURNAL_ENTRIES")) {
    const side = (type: string) =>
      journal_lines
        .filter((line: Row) => line["type"] === type)
        .reduce((total: number, line: Row) => total + cents(line["net_amount"]), 0)
    expect([platform_id, side("DEBIT"), side("CREDIT")]).toEqual([platform_id, cents(amount), cents(amount)])
  }
})

test("times become UTC, whatever the platform writes", async () => {
  const shop = (await direct.get("/shopOrders/1000001")).body
  expect(shop.createdAt).toMatch(/\+01:00$/)
  expect(byId("ECOMMERCE_ORDERS", "1000001")).toMatchObject({ created_at: new Date(shop.createdAt).toISOString() })
  expect(byId("CRM_DEALS", "dea_000001")).toMatchObject({ created_at: "2025-01-11T08:05:56.000Z" })
  expect(byId("BANK_TRANSACTIONS", "btr_000001")).toMatchObject({
    updated_at: new Date(1_737_705_957_000).toISOString(),
    transaction_date: "2025-01-24T00:00:00.000Z",
    debit_or_credit: "DEBIT",
    amount: 23.12
  })
  expect(byId("INCOME_STATEMENT", "2025-02-01_2025-02-28")).toMatchObject({ period_end: "2025-02-28" })
})

test("one record is fetched by its id", async () => {
  for (const [model, rows] of records) {
    const [read] = Connector.sourcesOf(sandbox, model)
    if (read?.get === undefined || read.owner !== undefined) continue
    const row = rows.at(-1)!
    expect([model, await client.get(model as "CONTACTS", row.platform_id)]).toEqual([model, row])
  }
  expect(await client.get("CONTACTS", "ctc_999999")).toBe(null)
  expect(await client.get("CURRENCIES", "XXX")).toBe(null)
})
