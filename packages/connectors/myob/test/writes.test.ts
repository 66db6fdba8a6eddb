/** What is made of what is written to MYOB, and what is refused before anything is sent. */
import { connect } from "@svc/core/connect"
import { describe, expect, test } from "vitest"
import { myob } from "../src/index.ts"

const businessId = "5d4b1ce0-bb9f-4f4c-9578-2b168b7295db"
const uid = (own: number) => `0000000${own}-0000-4000-8000-000000000001`
const [contact, account, item, tax, usd, job] = [1, 2, 3, 4, 5, 6].map(uid) as [
  string,
  string,
  string,
  string,
  string,
  string
]
const document = uid(9)
const category = (own: number) => `category:${uid(own)}`
type Raw = Readonly<Record<string, any>>

/** MYOB without its limits, which would make these tests wait. */
const unlimited: typeof myob = { ...myob, http: { ...myob.http, limits: { windows: [], concurrent: 3 } } }
/** Books in which a document is as given: what is sent of an item, or the field that it is refused for. */
const sending = async (
  operation: "create" | "update",
  model: string,
  given: Raw,
  whole: Raw = {},
  layout = "Item"
): Promise<Raw | string> => {
  const sent: Array<Raw> = []
  const raw: Raw = { UID: document, RowVersion: "7", Date: "2026-03-02T00:00:00", TotalAmount: 10, ...whole }
  const answer = (path: string): unknown => {
    if (path === "/") return { CompanyFile: { Country: "AU" } }
    if (path.endsWith(`/${contact}`)) return { UID: contact }
    if (path.endsWith("/Currency")) return { Items: [{ UID: usd, Code: "USD" }], NextPageLink: null }
    if (path.endsWith(`/${layout}/${document}`) || path.includes("Txn") || path.includes("Journal")) return raw
    const { Lines: _, ...short } = raw
    return path.endsWith(`/${document}`)
      ? { ...short, InvoiceType: layout, BillType: layout, OrderType: layout }
      : { Items: [], NextPageLink: null }
  }
  const own = connect(unlimited, {
    credentials: { access_token: "t-1" },
    settings: { businessId },
    app: { clientId: "key-1", clientSecret: "" },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      const path = new URL(request.url).pathname.replace(`/accountright/${businessId}`, "")
      if (request.method === "GET") {
        const body = answer(path) as Raw
        const isElsewhere = /\/(?:Item|Service)\//.test(path) && !path.includes(`/${layout}/`)
        return isElsewhere ? Response.json({}, { status: 404 }) : Response.json(body)
      }
      sent.push({ path, ...((await request.json()) as Raw) })
      return new Response(null, { status: 201, headers: { location: `https://api.myob.com/x/${document}` } })
    }
  } as never) as unknown as Record<string, (model: string, items: ReadonlyArray<Raw>) => Promise<ReadonlyArray<any>>>
  const named = operation === "create" ? given : { platform_id: document, ...given }
  const [result] = await own[operation]!(model, [named])
  return sent[0] ?? result.error?.field ?? result
}
const line = { account_id: account, tax_id: tax, unit_amount: 10 }
const goods = { ...line, item_id: item }
const head = { contact_id: contact, posted_date: "2026-03-02" }
const invoice = (given: Raw) => sending("create", "INVOICES", { ...head, line_items: [goods], ...given })
const row = (own: number, more: Raw = {}) => ({
  RowID: own,
  RowVersion: `${own}`,
  Type: "Transaction",
  Description: "Box",
  ShipQuantity: 2,
  UnitPrice: 50,
  DiscountPercent: 10,
  Total: 90,
  Item: { UID: item },
  TaxCode: { UID: tax },
  Job: { UID: job },
  ...more
})

describe("layouts", () => {
  test.each([
    ["items and accounts go together in an invoice", "INVOICES", [goods, line], "/Sale/Invoice/Item"],
    ["lines of accounts are services", "BILLS", [line], "/Purchase/Bill/Service"],
    [
      "an order of items has items alone",
      "SALES_ORDERS",
      [{ ...goods, account_id: null }, line],
      "line_items[1].item_id"
    ],
    ["which post to accounts of their own", "PURCHASE_ORDERS", [goods], "line_items[0].account_id"],
    ["a line is of something", "INVOICES", [{ tax_id: tax, unit_amount: 5 }], "line_items[0].account_id"]
  ])("%s", async (_, model, line_items, expected) => {
    const sent = await sending("create", model, { ...head, line_items })
    expect(typeof sent === "string" ? sent : sent["path"]).toBe(expected)
  })

  test("a document of services takes no items, and one of another layout is read only", async () => {
    expect(await sending("update", "INVOICES", { line_items: [goods] }, {}, "Service")).toBe("line_items[0].item_id")
    expect(await sending("update", "INVOICES", { memo: "x" }, {}, "TimeBilling")).toBe("platform_id")
  })
})

describe("what a document comes to", () => {
  test("is in members of their own where it is in another currency", async () => {
    expect(await invoice({ currency_id: usd, currency_rate: 1.5 })).toMatchObject({
      ForeignCurrency: { UID: usd },
      CurrencyExchangeRate: 1.5,
      Lines: [{ UnitPriceForeign: 10, TotalForeign: 10 }]
    })
    expect(await invoice({ currency_id: "AUD" })).not.toHaveProperty("ForeignCurrency")
  })

  test("is spread with a discount of all of it, to the cent", async () => {
    const sent = (await invoice({ total_discount: 10, line_items: [goods, goods, goods] })) as Raw
    expect(sent["Lines"].map(({ Total }: Raw) => Total)).toEqual([6.67, 6.66, 6.67])
    expect(sent["Lines"][1].DiscountPercent).toBeCloseTo(33.4, 6)
  })

  test.each([
    ["more than the lines come to", { total_discount: 11 }],
    ["less than nothing", { total_discount: -1 }],
    ["not what its lines say", { total_discount: 3, line_items: [{ ...goods, total_discount: 2 }] }]
  ])("is refused with a discount that is %s", async (_, given) => {
    expect(await invoice(given)).toBe("total_discount")
  })

  test("is spread over the lines that are there, of which the rest stays", async () => {
    const header = { RowID: 3, Type: "Header", Description: "March" }
    const sent = await sending("update", "INVOICES", { total_discount: 30 }, { Lines: [row(1), header, row(2)] })
    expect(sent).toMatchObject({
      RowVersion: "7",
      Lines: [{ RowID: 1, RowVersion: "1", DiscountPercent: 15, Total: 85, Job: { UID: job } }, header, { Total: 85 }]
    })
  })

  test("stays of a line that is there, where nothing is said of it", async () => {
    const line_items = [{ platform_id: `${document}/1`, description: "Crate" }]
    const odd = row(1, { Total: 90.01 })
    expect(await sending("update", "INVOICES", { line_items }, { Lines: [odd] })).toMatchObject({
      Lines: [{ ...odd, Description: "Crate" }]
    })
    expect(
      await sending("update", "INVOICES", { line_items: [{ ...line_items[0], quantity: 4 }] }, { Lines: [odd] })
    ).toMatchObject({ Lines: [{ ShipQuantity: 4, UnitPrice: 50, DiscountPercent: 10, Total: 180 }] })
  })

  test("is below zero in a credit note", async () => {
    const lines = [row(1, { ShipQuantity: -2, Total: -90 })]
    const line_items = [{ platform_id: `${document}/1`, quantity: 1 }]
    expect(
      await sending("update", "INVOICE_CREDIT_NOTES", { line_items }, { TotalAmount: -99, Lines: lines })
    ).toMatchObject({ Lines: [{ ShipQuantity: -1, UnitPrice: 50, Total: -45 }] })
  })

  test("needs no line of its freight", async () => {
    const line_items = [{ platform_id: `${document}/1` }, { platform_id: `${document}/freight`, tax_id: tax }]
    const sent = (await sending("update", "INVOICES", { line_items }, { Freight: 5, Lines: [row(1)] })) as Raw
    expect(sent["Lines"]).toHaveLength(1)
    expect(sent["Freight"]).toBe(5)
  })

  test("is without tax in new lines of a journal that was with it", async () => {
    const journal_lines = [{ account_id: account, type: "DEBIT", net_amount: 5, tax_id: tax }]
    const before = { IsTaxInclusive: true, DateOccurred: "2026-03-02T00:00:00" }
    expect(await sending("update", "JOURNAL_ENTRIES", { journal_lines }, before)).toMatchObject({
      IsTaxInclusive: false
    })
    expect(await sending("update", "JOURNAL_ENTRIES", { description: "x" }, before)).toMatchObject({
      IsTaxInclusive: true
    })
  })
})

describe("what it is for and when", () => {
  test("a due date is so many days after the document's own", async () => {
    expect(await invoice({ due_date: "2026-04-01" })).toMatchObject({ Terms: { BalanceDueDate: 30 } })
    expect(await invoice({ due_date: "2026-03-01" })).toBe("due_date")
  })

  test("each line has a job, and all of them a category", async () => {
    const both = { ...goods, tracking_category_ids: [job, category(7)] }
    expect(await invoice({ line_items: [both, { ...goods, tracking_category_ids: [category(7)] }] })).toMatchObject({
      Category: { UID: uid(7) },
      Lines: [{ Job: { UID: job } }, {}]
    })
    expect(await invoice({ line_items: [both, goods] })).toBe("line_items[1].tracking_category_ids")
    expect(await invoice({ line_items: [both, { ...both, tracking_category_ids: [category(8)] }] })).toBe(
      "line_items[1].tracking_category_ids"
    )
    expect(await invoice({ line_items: [{ ...goods, project_id: uid(8), tracking_category_ids: [job] }] })).toBe(
      "line_items[0].tracking_category_ids"
    )
  })

  test("an empty list takes both away", async () => {
    const line_items = [{ platform_id: `${document}/1`, tracking_category_ids: [] }]
    expect(
      await sending("update", "INVOICES", { line_items }, { Category: { UID: uid(7) }, Lines: [row(1)] })
    ).toMatchObject({ Category: null, Lines: [{ Job: null }] })
  })

  test("a credit note is no invoice, and an invoice no credit note", async () => {
    expect(await sending("update", "INVOICES", { memo: "x" }, { TotalAmount: -5 })).toBe("platform_id")
    expect(await sending("update", "BILL_CREDIT_NOTES", { memo: "x" })).toBe("platform_id")
  })

  test("money spent keeps what is not said of its lines", async () => {
    const own = {
      RowID: 1,
      RowVersion: "1",
      Account: { UID: account },
      TaxCode: { UID: tax },
      Amount: 33,
      Memo: "Taxi"
    }
    const line_items = [{ platform_id: `${document}/1`, description: "Cab" }]
    expect(await sending("update", "EXPENSES", { line_items }, { Lines: [own] })).toMatchObject({
      Lines: [{ ...own, Memo: "Cab" }]
    })
    expect(await sending("update", "EXPENSES", { line_items: [{ account_id: account }] }, { Lines: [own] })).toBe(
      "line_items[0].tax_id"
    )
  })
})

test("a change of one part of a payment keeps what is on other documents, and the sum follows", async () => {
  const parts = [
    { RowID: 1, UID: item, AmountApplied: 30, AmountAppliedForeign: 20 },
    { RowID: 2, UID: job, AmountApplied: 15, AmountAppliedForeign: 10 }
  ]
  const change = { platform_id: `${document}:${item}`, amount: 40 }
  const paid = { Invoices: parts, AmountReceived: 45, AmountReceivedForeign: 30 }
  expect(await sending("update", "INVOICE_PAYMENTS", change, paid)).toMatchObject({
    Invoices: [{ ...parts[0], AmountApplied: 40 }, parts[1]],
    AmountReceived: 55
  })
  expect(await sending("update", "INVOICE_PAYMENTS", change, { ...paid, ForeignCurrency: { UID: usd } })).toMatchObject(
    {
      Invoices: [{ ...parts[0], AmountAppliedForeign: 40 }, parts[1]],
      AmountReceived: 45,
      AmountReceivedForeign: 50
    }
  )
})
