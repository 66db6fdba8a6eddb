/** Sage's oddities, each with what would go wrong without its care. */
import type { Read } from "@svc/core"
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { sageZa } from "../src/index.ts"

// A call a second is for the platform.
const unhurried: typeof sageZa = {
  ...sageZa,
  http: { ...sageZa.http, limits: { windows: [{ max: 1000, seconds: 1 }] } }
}

const key = "1A2B3C4D-0000-4000-8000-00000000000A"
const every = { apikey: `{${key}}`, companyid: "4711" }
const books = (exchanges: Parameters<typeof FakePlatform.make>[0], clientSecret = key) => {
  const fake = FakePlatform.make(exchanges, { "": "https://accounting.sageone.co.za/api/2.0.0" })
  const own = connect(unhurried, {
    credentials: { username: "api@acme.example", password: "password-1" },
    settings: { companyId: "4711" },
    app: { clientId: "", clientSecret },
    fetch: fake.fetch
  })
  return { fake, own }
}
const page = (path: string, skip: number, total: unknown, rows: ReadonlyArray<object>, query: object = {}) => ({
  request: { path, query: { ...every, ...query, $top: "100", $skip: String(skip) } },
  response: { body: { TotalResults: total, ReturnedResults: rows.length, Results: rows } }
})
const company = {
  request: { path: "/Company/Get/4711", query: every },
  response: { body: { ID: 4711, HomeCurrencyId: 1 } }
}
const tax = (ID: number) => ({ ID, Name: "Standard", Percentage: 15, Modified: "2026-03-02T08:15:00Z" })
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}

describe("Sage Accounting (South Africa)", () => {
  test.each([key, `{${key}}`, ` {${key}} `])("the key %s goes in braces with every call", async (given) => {
    const { fake, own } = books([page("/TaxType/Get", 0, 1, [tax(1)])], given)
    expect(await all(own.list("TAX_RATES"))).toHaveLength(1)
    expect(fake.calls[0]?.url.searchParams.get("apikey")).toBe(`{${key}}`)
  })

  test("a list goes on until all are there, however short its pages are", async () => {
    const { own } = books([page("/TaxType/Get", 0, 2, [tax(1)]), page("/TaxType/Get", 1, 2, [tax(2)])])
    expect(await all(own.list("TAX_RATES"))).toHaveLength(2)
  })

  test.each([
    ["without a count", undefined, []],
    ["that breaks off", 3, []]
  ])("a list %s is no complete one", async (_, total, rows) => {
    const { own } = books([page("/TaxType/Get", 0, total, rows)])
    await expect(all(own.list("TAX_RATES"))).rejects.toThrow(/TotalResults/)
  })

  test("a payment is whole where allocations cannot be listed", async () => {
    const { own } = books([
      company,
      page("/CustomerReceipt/Get", 0, 1, [
        { ID: 9, CustomerId: 11, Total: 100, TotalUnallocated: 0, BankAccountId: 7 }
      ]),
      {
        request: {
          path: "/Allocation/Get",
          query: { ...every, $filter: "SourceDocumentId eq 9", $top: "100", $skip: "0" }
        },
        response: { status: 404, body: { Message: "No HTTP resource was found that matches the request URI." } }
      }
    ])
    expect(await all(own.list("INVOICE_PAYMENTS"))).toMatchObject([
      { platform_id: "9/rest", invoice_id: null, amount: 100, account_id: "bank:7" }
    ])
  })

  test("what many payments are on is asked for in addresses that Sage takes", async () => {
    const ids = Array.from({ length: 26 }, (_, at) => at + 1)
    const asked = (some: ReadonlyArray<number>, rows: ReadonlyArray<object>) =>
      page("/Allocation/Get", 0, rows.length, rows, {
        $filter: some.map((id) => `SourceDocumentId eq ${id}`).join(" or ")
      })
    const { own } = books([
      company,
      page(
        "/CustomerReceipt/Get",
        0,
        26,
        ids.map((ID) => ({ ID, CustomerId: 11, Total: 10 }))
      ),
      asked(ids.slice(0, 25), []),
      asked(ids.slice(25), [{ SourceDocumentId: 26, AllocatedToDocumentId: 501, Total: 10 }])
    ])
    expect((await all(own.list("INVOICE_PAYMENTS"))).at(-1)).toMatchObject({ platform_id: "26/501", invoice_id: "501" })
  })

  test("a service that this Sage does not know is not offered", async () => {
    const { own } = books([
      company,
      {
        request: { path: "/SalesOrder/Get", query: { ...every, includeDetail: "true", $top: "100", $skip: "0" } },
        response: { status: 404, body: { Message: "No HTTP resource was found that matches the request URI." } }
      }
    ])
    await expect(all(own.list("SALES_ORDERS"))).rejects.toMatchObject({ reason: { _tag: "Unsupported" } })
  })

  test("a refused password is tried once", async () => {
    const { fake, own } = books([
      { ...page("/TaxType/Get", 0, 0, []), response: { status: 401, body: { Message: "Denied." } } }
    ])
    await expect(all(own.list("TAX_RATES"))).rejects.toMatchObject({ reason: { _tag: "AuthExpired" } })
    expect(fake.calls).toHaveLength(1)
  })

  test.each([
    [401, { "x-apikey": "Invalid" }, "<html>401</html>", { reason: "Forbidden" }],
    [401, {}, { Message: "Authorization has been denied for this request." }, { reason: undefined }],
    [402, {}, "", { reason: "AuthExpired" }],
    [429, {}, "Blocked", { retryAfter: 3600 }],
    [429, { "retry-after": "60" }, "Blocked", { retryAfter: undefined }],
    [400, {}, "Username is Required.", { message: "Username is Required.", reason: undefined }],
    [400, {}, { Message: "The reference already exists." }, { reason: "Conflict" }],
    [
      400,
      {},
      { Message: "The request is invalid.", ModelState: { "document.Lines[0].TaxTypeId": ["It is required."] } },
      { message: "It is required.", field: "line_items" }
    ],
    [404, {}, "No action was found on the controller 'Item'.", { reason: "Unsupported" }],
    [404, {}, { Message: "Item was not found." }, { reason: undefined }]
  ])("%d with %o and %o is understood", (status, headers, body, expected) => {
    const said = sageZa.http.failure!({ status, headers: headers as Readonly<Record<string, string>>, body })
    for (const [name, value] of Object.entries(expected)) expect(said?.[name as "reason"]).toBe(value)
  })

  test.each([
    ["POST", "/Login/Validate", /connection/],
    ["GET", "/login/Validate", /connection/],
    ["POST", "/Company/Save", /Companies/],
    ["POST", "/%43ompany/Save", /Companies/],
    ["POST", "/%/Save", /read/],
    ["GET", "/Company/Get", null],
    ["POST", "/Quote/Save", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = sageZa.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })
})

describe("statements", () => {
  type Booked = readonly [ID: string, category: string, debit: number]
  const rowsOf = (booked: ReadonlyArray<Booked>) =>
    booked.map(([ID, CategoryDescription, Debit]) => ({ ID, Type: 1, CategoryDescription, Debit, Credit: 0 }))
  const sold = (amount: number): ReadonlyArray<Booked> => [
    ["1", "Sales", -amount],
    ["2", "Current Assets", amount]
  ]
  const month = { start: "2026-02-01", end: "2026-02-28", before: "2026-01-31" }
  const of = (read: Read.Read, rows: ReadonlyArray<Booked>, ...followed: ReadonlyArray<ReadonlyArray<Booked>>) =>
    read.map(
      { ...month, total: rows.length, rows: rowsOf(rows) },
      { settings: {}, lookups: { base: "1", names: new Map() }, companions: {}, followed: followed.map(rowsOf) }
    )
  const { BALANCE_SHEET: sheet, INCOME_STATEMENT: income } = sageZa.reads

  test("a month is what was booked within it", () => {
    expect(of(income, sold(5), sold(10), sold(15))).toMatchObject({ net_profit: 5 })
  })
  test("figures that stand at the end of the month are none of the month's, whichever day they begin at", () => {
    expect(() => of(income, sold(15), sold(10), sold(15))).toThrow(/of the month alone/)
    expect(() => of(income, [], sold(10), sold(15))).toThrow(/of the month alone/)
  })
  test("balances of which some accounts are left out make no statement", () => {
    expect(() => of(sheet, sold(5).slice(1))).toThrow(/equal to the credits/)
  })
  test("an account of another group is not passed over", () => {
    expect(() => of(sheet, [...sold(5), ["3", "Suspense", 1], ["4", "Sales", -1]])).toThrow(/known group/)
  })
})

test("what is attached is kept without its content, and a service of files that is not there has none", async () => {
  const invoices = (ID: number) => page("/TaxInvoice/Get", 0, 1, [{ ID, HasAttachments: true }])
  const none = ["SupplierInvoice", "CustomerReturn", "SupplierReturn", "PurchaseOrder"].map((service) =>
    page(`/${service}/Get`, 0, 0, [])
  )
  const attached = (body: unknown, status = 200) => ({
    request: { path: "/TaxInvoiceAttachment/Get/5", query: every },
    response: { status, body }
  })
  const file = { Name: "a.pdf", Size: 2, AttachmentUID: "uid-1", Data: "QEA=" }
  const { own } = books([invoices(5), attached([file]), ...none])
  expect(await all(own.list("DOCUMENTS"))).toMatchObject([{ platform_id: "uid-1", document_type_id: "5" }])
  const { Data: _, ...kept } = file
  expect(sageZa.http.parse!(JSON.stringify([file]), JSON.parse)).toEqual([kept])
  expect(sageZa.http.parse!(JSON.stringify([{ Data: "x" }]), JSON.parse)).toEqual([{ Data: "x" }])
  const refused = { Message: "No HTTP resource was found that matches the URI '/TaxInvoiceAttachment/Get/5'." }
  expect(await all(books([invoices(5), attached(refused, 404), ...none]).own.list("DOCUMENTS"))).toEqual([])
})
