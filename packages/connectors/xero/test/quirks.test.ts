/** Where Xero departs from what one would expect, and where its description leaves open what it does. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { InSpite, Registry } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import { describe, expect, it } from "vitest"
import { xero } from "../src/index.ts"

const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>, scope?: string) => {
  const fake = FakePlatform.make(exchanges)
  const books = connect(xero, {
    credentials: { access_token: "access-token-1", ...(scope === undefined ? {} : { scope }) },
    settings: { tenantId: "tenant-1" },
    fetch: fake.fetch
  })
  return { fake, books }
}
const all = async <A>(records: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const record of records) found.push(record)
  return found
}
const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : String(error))
  )
const called = ({ calls }: FakePlatform.FakePlatform) =>
  calls.map(({ url }) => url.pathname.replace("/api.xro/2.0", ""))
/** What documents refer to. */
const references: ReadonlyArray<FakePlatform.Exchange> = [
  { request: { path: "/Accounts" }, response: { body: { Accounts: [{ AccountID: "a-1", Code: "200" }] } } },
  { request: { path: "/Items" }, response: { body: { Items: [{ ItemID: "it-1", Code: "PB" }] } } },
  {
    request: { path: "/TrackingCategories", query: { includeArchived: true } },
    response: {
      body: {
        TrackingCategories: [
          { TrackingCategoryID: "t-1", Name: "Region", Options: [{ TrackingOptionID: "o-1", Name: "North" }] }
        ]
      }
    }
  }
]
const contacts = (page: number, body: unknown): FakePlatform.Exchange => ({
  request: { path: "/Contacts", query: { order: "ContactID ASC", includeArchived: true, page, pageSize: 1000 } },
  response: { body }
})

describe("errors", () => {
  const answering = (status: number, Detail: string) =>
    open([
      { request: { path: "/Organisation" }, response: { status, body: { Title: "No", Status: status, Detail } } }
    ]).books.check()
  it("takes a scope that was never granted for forbidden, though the status is 401", async () => {
    expect(await reason(answering(401, "AuthorizationUnsuccessful"))).toBe("Forbidden")
    expect(await reason(answering(401, "TokenExpired: token expired at 03/10/2026"))).toBe("AuthExpired")
    expect(await reason(answering(401, "AuthenticationUnsuccessful"))).toBe("AuthExpired")
  })
  it("takes an organisation that was disconnected for ended, though the status is 403", async () => {
    expect(await reason(answering(403, "AuthenticationUnsuccessful"))).toBe("AuthExpired")
    expect(await reason(answering(403, "Something else"))).toBe("Forbidden")
  })
  it.each([
    ["concurrent", {}, 1],
    ["minute", {}, 60],
    ["day", {}, 3600],
    ["minute", { "retry-after": "12" }, undefined],
    ["unheard of", {}, undefined]
  ])("knows how long to stay away when the %s limit is met with %o", (problem, headers, retryAfter) => {
    const failure = xero.http.failure!({
      status: 429,
      body: null,
      headers: { "x-rate-limit-problem": problem, ...headers }
    })
    expect(failure.retryAfter).toBe(retryAfter)
  })
  it("reads how many calls are left", () => {
    const { remaining } = xero.http.limits
    expect(remaining!({ "x-minlimit-remaining": "59", "x-daylimit-remaining": "4999" })).toEqual([
      { seconds: 60, remaining: 59 },
      { seconds: 86_400, remaining: 4999 }
    ])
    expect(remaining!({})).toEqual([])
  })
})

describe("reading", () => {
  it("asks for changes in UTC without offset and fractions", async () => {
    const moment = { settings: {}, now: "", from: "", since: "2026-03-01T10:00:00.123+02:00" }
    for (const model of Registry.capabilities(await Connector.whole(xero)).filter(({ incremental }) => incremental)) {
      for (const read of Connector.sourcesOf(xero, model.model)) {
        expect(read.since?.(moment)).toEqual({ headers: { "If-Modified-Since": "2026-03-01T08:00:00" } })
      }
    }
  })
  it("takes an answer without body for no changes", async () => {
    const { books } = open([{ request: { path: "/Accounts" }, response: { status: 304 } }])
    expect(await all(books.list("ACCOUNTS", { since: "2026-03-01" }))).toEqual([])
  })
  it("reads on to the first empty page where Xero grants smaller pages and does not count them", async () => {
    const { books, fake } = open([
      contacts(1, { Contacts: [{ ContactID: "1" }] }),
      contacts(2, { Contacts: [{ ContactID: "2" }] }),
      contacts(3, { Contacts: [] })
    ])
    expect((await all(books.list("CONTACTS"))).map(({ platform_id }) => platform_id)).toEqual(["1", "2"])
    expect(fake.calls).toHaveLength(3)
  })
  it("takes dates as /Date(…)/ with and without offset, before 1970, and as ISO 8601", () => {
    const read = xero.reads.CONTACTS as Read.Read
    const updated = (UpdatedDateUTC: unknown) => {
      const mapped = InSpite.mapItem(
        read,
        { ContactID: "1", UpdatedDateUTC },
        { settings: {}, lookups: {}, followed: [] }
      )
      return mapped._tag === "Success" ? mapped.success.records[0]?.["updated_at"] : mapped.failure.issues.join()
    }
    expect(updated("/Date(1573755038314+0000)/")).toBe("2019-11-14T18:10:38.314Z")
    expect(updated("/Date(1573755038314)/")).toBe("2019-11-14T18:10:38.314Z")
    expect(updated("/Date(-86400000+0000)/")).toBe("1969-12-31T00:00:00.000Z")
    expect(updated("2026-03-01T08:00:00")).toBe("2026-03-01T08:00:00.000Z")
    expect(updated("14 November 2019")).toBeNull()
  })
  it("fetches a bill when asked for an invoice, and does not take it for one", async () => {
    const bill = { InvoiceID: "b-1", Type: "ACCPAY" }
    const { books } = open([
      ...references,
      { request: { path: "/Invoices/b-1", query: { unitdp: 4 } }, response: { body: { Invoices: [bill] } } }
    ])
    expect(await books.get("INVOICES", "b-1")).toBeNull()
    expect((await books.get("BILLS", "b-1"))?.platform_id).toBe("b-1")
  })
  it("finds the ids of what lists name by code or by name, and shows by its id what the list shows", async () => {
    const order = (line: object) => ({ PurchaseOrderID: "p-1", LineItems: [{ LineItemID: "l-1", ...line }] })
    const names = { AccountCode: "200", ItemCode: "PB", Tracking: [{ Name: "Region", Option: "North" }] }
    const ids = {
      AccountID: "a-1",
      Item: { ItemID: "it-1" },
      Tracking: [{ TrackingCategoryID: "t-1", TrackingOptionID: "o-1" }]
    }
    const query = { order: "PurchaseOrderID ASC", page: 1, pageSize: 1000 }
    const { books } = open([
      ...references,
      {
        request: { path: "/PurchaseOrders", query },
        response: { body: { pagination: { pageCount: 1 }, PurchaseOrders: [order(names)] } }
      },
      { request: { path: "/PurchaseOrders/p-1" }, response: { body: { PurchaseOrders: [order(ids)] } } }
    ])
    const [listed] = await all(books.list("PURCHASE_ORDERS"))
    expect(listed?.line_items).toMatchObject([{ account_id: "a-1", item_id: "it-1", tracking_category_ids: ["o-1"] }])
    expect(await books.get("PURCHASE_ORDERS", "p-1")).toEqual(listed)
  })
  it("keeps the day of a document where it was written, and takes a rate of 0 for none", () => {
    const payment = {
      PaymentID: "1",
      PaymentType: "ACCRECPAYMENT",
      Date: "/Date(1573646400000+1300)/",
      CurrencyRate: 0
    }
    const mapped = InSpite.mapItem(xero.reads.INVOICE_PAYMENTS as Read.Read, payment, {
      settings: {},
      lookups: {},
      followed: []
    })
    expect(mapped).toMatchObject({
      success: { records: [{ payment_date: "2019-11-14T00:00:00.000Z", currency_rate: null }] }
    })
  })
  it("takes two addresses in one e-mail member for two links, and a country alone for an address", () => {
    const contact = { ContactID: "1", EmailAddress: "a@b.example; c@d.example", Addresses: [{ Country: "Ireland" }] }
    const mapped = InSpite.mapItem(xero.reads.CONTACTS as Read.Read, contact, {
      settings: {},
      lookups: {},
      followed: []
    })
    expect(mapped).toMatchObject({
      success: {
        records: [
          { external_links: [{ link: "a@b.example" }, { link: "c@d.example" }], addresses: [{ country: "Ireland" }] }
        ]
      }
    })
  })
  it("offers the ledger and cash flow to apps that Xero grants them", async () => {
    const whole = await Connector.whole(xero)
    const offered = (scope: string) => Registry.capabilities(whole, scope).map(({ model }) => model)
    expect(offered("accounting.settings")).not.toContain("CASH_FLOW_STATEMENT")
    expect(offered("finance.statements.read")).toContain("CASH_FLOW_STATEMENT")
    expect(await reason(all(open([]).books.list("CASH_FLOW_STATEMENT")))).toBe("Unsupported")
    const journals = { path: "/ManualJournals", query: { order: "ManualJournalID ASC", page: 1, pageSize: 1000 } }
    const exchanges = [
      ...references,
      { request: journals, response: { body: { ManualJournals: [] } } },
      { request: { path: "/Journals" }, response: { body: { Journals: [] } } }
    ]
    const without = open(exchanges)
    await all(without.books.list("JOURNAL_ENTRIES"))
    expect(called(without.fake)).not.toContain("/Journals")
    const granted = open(exchanges, "offline_access accounting.journals.read")
    await all(granted.books.list("JOURNAL_ENTRIES"))
    expect(called(granted.fake)).toContain("/Journals")
  })
  it("refuses a statement with a section it cannot place, rather than leave its amounts out", () => {
    const cells = (name: string) => [{ Value: name, Attributes: [{ Id: "account", Value: "a-1" }] }, { Value: "5.00" }]
    const raw = {
      period_start: "2026-03-01",
      period_end: "2026-03-31",
      Rows: [{ RowType: "Section", Title: "Mystery", Rows: [{ RowType: "Row", Cells: cells("Thing") }] }]
    }
    const map = (accounts: ReadonlyArray<object>) =>
      InSpite.mapItem(xero.reads.BALANCE_SHEET as Read.Read, raw, {
        settings: {},
        lookups: { accounts, currency: "GBP" },
        followed: []
      })
    expect(map([])).toMatchObject({ _tag: "Failure", failure: { issues: [expect.stringContaining("Mystery")] } })
    expect(map([{ AccountID: "a-1", Class: "LIABILITY" }])).toMatchObject({
      success: { records: [{ liabilities: [{ name: "Mystery", value: 5 }], net_assets: -5 }] }
    })
  })
})

describe("writing", () => {
  const read = { request: { path: "/Invoices/i-1", query: { unitdp: 4 } } }
  const update = async (current: object, item: object) => {
    const { books, fake } = open([
      ...references,
      { ...read, response: { body: { Invoices: [{ InvoiceID: "i-1", Type: "ACCREC", ...current }] } } },
      {
        request: { method: "POST", path: "/Invoices/i-1", query: { unitdp: 4 } },
        response: { body: { Invoices: [{ InvoiceID: "i-1", Type: "ACCREC" }] } }
      }
    ])
    const [result] = await books.update("INVOICES", [{ platform_id: "i-1", ...item }])
    const sent = fake.calls.find(({ method }) => method === "POST")?.body as
      | { Invoices: ReadonlyArray<object> }
      | undefined
    return result?.status === "success" ? sent?.Invoices[0] : result?.error?.field
  }
  it("sends only the members that were sent", async () => {
    expect(await update({}, { memo: "Thanks" })).toEqual({ InvoiceID: "i-1", Reference: "Thanks" })
  })
  it("moves an invoice's state forward, leaves it where it is already, and never invents a payment", async () => {
    expect(await update({ Status: "DRAFT" }, { status: "SUBMITTED" })).toMatchObject({ Status: "AUTHORISED" })
    expect(await update({ Status: "SUBMITTED" }, { status: "SUBMITTED" })).toEqual({ InvoiceID: "i-1" })
    expect(await update({ Status: "AUTHORISED" }, { status: "VOID" })).toMatchObject({ Status: "VOIDED" })
    expect(await update({ Status: "DRAFT" }, { status: "VOID" })).toMatchObject({ Status: "DELETED" })
    expect(await update({ Status: "AUTHORISED" }, { status: "PAID" })).toBe("status")
  })
  it("does not make a member empty that Xero cannot be without", async () => {
    expect(await update({}, { due_date: null })).toBe("due_date")
    expect(await update({}, { line_items: [] })).toBe("line_items")
  })
  it("spreads a document's discount to the cent", async () => {
    const line_items = [1, 1, 1].map((quantity) => ({ quantity, unit_amount: 10, description: "x" }))
    const sent = await update({ LineAmountTypes: "Inclusive" }, { total_discount: 10, line_items })
    expect(sent).toMatchObject({
      LineAmountTypes: "Inclusive",
      LineItems: [{ DiscountAmount: 3.33 }, { DiscountAmount: 3.34 }, { DiscountAmount: 3.33 }]
    })
    const own = [{ ...line_items[0], total_discount: 4 }]
    expect(await update({}, { total_discount: 5, line_items: own })).toBe("total_discount")
    expect(await update({}, { total_discount: 4, line_items: own })).toMatchObject({
      LineItems: [{ DiscountAmount: 4 }]
    })
  })
  it("lowers the unit amount of a purchase order for a discount, and only when that comes out even", async () => {
    const order = async (line: object) => {
      const { books, fake } = open([
        ...references,
        {
          request: { method: "PUT", path: "/PurchaseOrders", query: { summarizeErrors: false } },
          response: { body: { PurchaseOrders: [{ PurchaseOrderID: "p-1" }] } }
        }
      ])
      const [result] = await books.create("PURCHASE_ORDERS", [{ contact_id: "c-1", line_items: [line] }])
      const sent = fake.calls.find(({ method }) => method === "PUT")?.body as
        | { PurchaseOrders: ReadonlyArray<{ LineItems: ReadonlyArray<object> }> }
        | undefined
      return sent?.PurchaseOrders[0]?.LineItems[0] ?? result?.error?.field
    }
    expect(await order({ quantity: 4, unit_amount: 10, total_discount: 5 })).toEqual({ Quantity: 4, UnitAmount: 8.75 })
    expect(await order({ quantity: 3, unit_amount: 10, total_discount: 5 })).toBe("line_items[0].total_discount")
    expect(await order({ unit_amount: 10, total_discount: 5 })).toBe("line_items[0].total_discount")
    expect(await order({ quantity: 3, unit_amount: 10.1234 })).toEqual({ Quantity: 3, UnitAmount: 10.1234 })
  })
  it.each([
    ["ACCOUNTS", { name: "Bank", nominal_code: "091", category: "BANK" }, "category"],
    ["ITEMS", { code: "ST", type: "INVENTORY" }, "type"],
    [
      "CONTACTS",
      { name: "A", external_links: [{ link: "https://a.example", type: "WEBSITE" }] },
      "external_links[0].type"
    ],
    ["CONTACTS", { name: "A", email: "a@b", external_links: [{ link: "c@d" }] }, "external_links[0].link"],
    ["INVOICES", { contact_id: "c", status: "PAID", line_items: [{ description: "x" }] }, "status"],
    ["INVOICES", { contact_id: "c", line_items: [{ item_id: "it-2" }] }, "line_items[0].item_id"],
    ["BILL_CREDIT_NOTES", { contact_id: "c", status: "VOID", line_items: [{ description: "x" }] }, "status"],
    ["BANK_TRANSACTIONS", { amount: 1 }, "from_account_id"],
    ["BANK_TRANSACTIONS", { amount: 1, from_account_id: "a", debit_or_credit: "CREDIT" }, "from_account_id"],
    ["BANK_TRANSACTIONS", { amount: 1, from_account_id: "a", to_account_id: "b", description: "x" }, "description"]
  ] as const)("refuses of %s what Xero has no place for: %o", async (model, item, field) => {
    const { books, fake } = open(references)
    const [result] = await books.create(model, [item as never])
    expect(result?.error?.field).toBe(field)
    expect(fake.calls.every(({ method }) => method === "GET")).toBe(true)
  })
})
