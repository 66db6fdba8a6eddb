/** Where QuickBooks departs from what one would expect, and where its description leaves open what it does. */
import type { Models, Read, Writes } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { InSpite, Reading } from "@svc/core/runtime"
import { Case, FakePlatform } from "@svc/testkit"
import { describe, expect, it } from "vitest"
import { quickbooks, quickbooksSandbox } from "../src/index.ts"

const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>) => {
  const fake = FakePlatform.make(exchanges)
  const books = connect(quickbooks, {
    credentials: { access_token: "access-token-1" },
    settings: { realmId: "1" },
    fetch: fake.fetch
  })
  return { fake, books }
}
const all = async <A>(records: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const record of records) found.push(record)
  return found
}
const page = (start: number, ids: ReadonlyArray<string>): FakePlatform.Exchange => ({
  request: {
    path: "/query",
    query: {
      query: `SELECT * FROM Item WHERE Active IN (true, false) ORDERBY Id STARTPOSITION ${start} MAXRESULTS 1000`,
      minorversion: 75
    }
  },
  response: { body: { QueryResponse: ids.length === 0 ? {} : { Item: ids.map((Id) => ({ Id })) } } }
})
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
const context = { settings: {}, now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z" }

describe("the two platforms", () => {
  it("differ in id, name and host alone", () => {
    const { http: own, id: _, name: __, ...rest } = quickbooks
    const { http: other, id: ___, name: ____, ...sandbox } = quickbooksSandbox
    expect(sandbox).toEqual({ ...rest, auth: sandbox.auth, settings: sandbox.settings, check: sandbox.check })
    const base = (http: typeof own) => (http.baseUrl as (settings: object) => string)({ realmId: "1/.." })
    expect([base(own), base(other)]).toEqual([
      "https://quickbooks.api.intuit.com/v3/company/1%2F%2E%2E",
      "https://sandbox-quickbooks.api.intuit.com/v3/company/1%2F%2E%2E"
    ])
  })
})

describe("errors", () => {
  const failure = (status: number, code: string, headers = {}) =>
    quickbooks.http.failure!({
      status,
      body: {
        Fault: { Error: [{ Message: "No", Detail: "Because", code, element: "Line" }], type: "ValidationFault" }
      },
      headers
    })
  it("knows by the code what the status does not say", () => {
    expect(failure(400, "610")).toMatchObject({ reason: "NotFound", message: "No: Because", field: "Line" })
    expect(failure(400, "6240").reason).toBe("Conflict")
    expect(failure(400, "6140").reason).toBe("Conflict")
    expect(failure(400, "5010").reason).toBeUndefined()
    expect(failure(500, "610").reason).toBeUndefined()
  })
  it("stays away for a minute when the limit is met, unless it is told otherwise", () => {
    expect(failure(429, "429")).toMatchObject({ reason: "RateLimited", retryAfter: 60 })
    expect(failure(403, "003001")).toMatchObject({ reason: "RateLimited", retryAfter: 60 })
    expect(failure(429, "429", { "retry-after": "5" }).retryAfter).toBeUndefined()
  })
  it("reads the faults of the gateway, which are in lower case", () => {
    const body = { fault: { error: [{ message: "Token expired", detail: "Token expired", code: "3200" }] } }
    expect(quickbooks.http.failure!({ status: 401, body, headers: {} })).toMatchObject({ message: "Token expired" })
  })
  it("does not take an answer without a list for an empty one", async () => {
    const { books } = open([{ ...page(1, []), response: { body: { time: "2026-03-15" } } }])
    const reason = await all(books.list("ITEMS")).catch((error: unknown) =>
      isConnectorError(error) ? error.reason._tag : error
    )
    expect(reason).toBe("Undecodable")
  })
})

describe("pages", () => {
  it("begin with the last row of the page before, which is read once", async () => {
    const { books, fake } = open([page(1, ids(1, 1000)), page(1000, ids(1000, 1500))])
    const read = await all(books.list("ITEMS"))
    expect(read.map(({ platform_id }) => platform_id)).toEqual(ids(1, 1500))
    expect(fake.unasked()).toEqual([])
  })
  it("are read again where rows have slipped past meanwhile", async () => {
    // Item 5 goes between the first page and the second: what was the 1001st row is the 1000th.
    const left = ids(1, 1500).filter((id) => id !== "5")
    const { books, fake } = open([
      page(1, ids(1, 1000)),
      page(1000, left.slice(999)),
      page(1, left.slice(0, 1000)),
      page(1000, left.slice(999))
    ])
    const read = await all(books.list("ITEMS"))
    expect(new Set(read.map(({ platform_id }) => platform_id))).toEqual(new Set(ids(1, 1500)))
    expect(fake.unasked()).toEqual([])
  })
  it("hold what changed since a moment, in UTC", () => {
    const calls = (model: "BILLS" | "BANK_ACCOUNTS") => {
      const [read] = Connector.sourcesOf(quickbooks, model)
      const { query } = Reading.pageCall(read!, {
        ...context,
        since: "2026-03-01T10:00:00+02:00",
        state: { start: 1, last: null }
      })
      return query?.["query"]
    }
    const rest = "MetaData.LastUpdatedTime >= '2026-03-01T08:00:00.000Z' ORDERBY Id STARTPOSITION 1 MAXRESULTS 1000"
    expect(calls("BILLS")).toBe(`SELECT * FROM Bill WHERE ${rest}`)
    expect(calls("BANK_ACCOUNTS")).toBe(
      `SELECT * FROM Account WHERE AccountType IN ('Bank', 'Credit Card') AND Active IN (true, false) AND ${rest}`
    )
  })
})

describe("deletes", () => {
  it("are known by a listing of ids, under the names that the records have", () => {
    const body = { QueryResponse: { Anything: [{ Id: "1" }, { Id: "2" }] } }
    const listed = (model: "BILLS" | "BANK_TRANSACTIONS" | "BILL_PAYMENTS") =>
      Connector.sourcesOf(quickbooks, model).map(({ deletes }) =>
        deletes._tag === "IdListing" ? [deletes.call(context).query?.["query"], ...deletes.ids(body)] : deletes._tag
      )
    expect(listed("BILLS")).toEqual([["SELECT Id FROM Bill", "1", "2"]])
    expect(listed("BILL_PAYMENTS")).toEqual([["SELECT Id FROM BillPayment", "1", "2"]])
    expect(listed("BANK_TRANSACTIONS")[0]).toEqual(["SELECT Id FROM Deposit", "deposit-1", "deposit-2"])
    expect(() => listed2({})).toThrow()
  })
  const listed2 = (body: unknown) => {
    const { deletes } = Connector.sourcesOf(quickbooks, "BILLS")[0]!
    return deletes._tag === "IdListing" ? deletes.ids(body) : []
  }
})

describe("reading", () => {
  const map = (model: "BALANCE_SHEET" | "INCOME_STATEMENT" | "INVOICES", raw: object) =>
    InSpite.mapItem(quickbooks.reads[model] as Read.Read, raw, {
      settings: {},
      lookups: { home: "USD" },
      followed: []
    })
  it("tells an invoice's state by what is left of it", () => {
    const status = (raw: object) => {
      const mapped = map("INVOICES", { Id: "1", ...raw })
      return mapped._tag === "Success" ? mapped.success.records[0]?.["status"] : mapped.failure
    }
    expect(status({ TotalAmt: 10, Balance: 10 })).toBe("SUBMITTED")
    expect(status({ TotalAmt: 10, Balance: 4 })).toBe("PARTIALLY_PAID")
    expect(status({ TotalAmt: 10, Balance: 0 })).toBe("PAID")
    expect(status({ TotalAmt: 0, Balance: 0 })).toBe("SUBMITTED")
    expect(status({ TotalAmt: 0, Balance: 0, PrivateNote: "Voided" })).toBe("VOID")
    expect(status({})).toBeNull()
  })
  it("refuses a statement with a section it cannot place, rather than leave its amounts out", () => {
    const rows = [{ group: "Mystery", Summary: { ColData: [{ value: "Mystery" }, { value: "5.00" }] } }]
    const raw = { start: "2026-03-01", end: "2026-03-31", Rows: { Row: rows } }
    expect(map("INCOME_STATEMENT", raw)).toMatchObject({ failure: { issues: [expect.stringContaining("Mystery")] } })
  })
  it("has a statement of a month in which nothing was booked", () => {
    expect(map("BALANCE_SHEET", { start: "2026-03-01", end: "2026-03-31", Rows: {} })).toMatchObject({
      success: { records: [{ platform_id: "2026-03-01_2026-03-31", assets: [], net_assets: null }] }
    })
  })
  it("has the home currency alone where there are no others to ask for", async () => {
    const home = { CurrencyPrefs: { HomeCurrency: { value: "CAD" } } }
    const { books } = open([
      { request: { path: "/preferences", query: { minorversion: 75 } }, response: { body: { Preferences: home } } },
      {
        request: {
          path: "/query",
          query: {
            query:
              "SELECT * FROM CompanyCurrency WHERE Active IN (true, false) ORDERBY Id STARTPOSITION 1 MAXRESULTS 1000",
            minorversion: 75
          }
        },
        response: { status: 400, body: { Fault: { Error: [{ Message: "Not enabled", code: "6190" }] } } }
      }
    ])
    expect(await all(books.list("CURRENCIES"))).toMatchObject([{ platform_id: "CAD", is_base_currency: true }])
  })
})

describe("documents", () => {
  const models = ["BILLS", "BILL_CREDIT_NOTES", "EXPENSES", "INVOICES", "INVOICE_CREDIT_NOTES", "PURCHASE_ORDERS"]
  const shown = Object.entries(Case.load(new URL("./fixtures/", import.meta.url))).flatMap(([name, own]) =>
    models.includes(name.split(".")[0]!)
      ? [...(own.unified ?? []), ...(own.results ?? []).flatMap((one) => ("record" in one ? [one.record] : []))].map(
          (record) => [`${name} ${String(record["platform_id"])}`, record as any] as const
        )
      : []
  )
  it.each(shown)("%s comes to its lines, with its tax and without its discount", (_, record) => {
    const { line_items = [], sub_total = 0, tax_amount = 0, total_amount = 0, total_discount = 0 } = record
    expect(sub_total + tax_amount - total_discount).toBeCloseTo(total_amount, 2)
    const ofLines = line_items.reduce((sum: number, line: any) => sum + (line.sub_total ?? 0), 0)
    expect(ofLines).toBeCloseTo(sub_total, 2)
  })
})

describe("members that platforms' answers have in several forms", () => {
  const records = (model: Models.ModelId, raw: object, followed: ReadonlyArray<unknown> = [], source = 0) => {
    const read = Connector.sourcesOf(quickbooks, model)[source]!
    const lookups = { home: "USD", methods: new Map(), banks: new Set(["35"]) }
    const mapped = InSpite.mapItem(read, { Id: "1", ...raw }, { settings: {}, lookups, followed })
    return mapped._tag === "Success" ? mapped.success.records : [mapped.failure]
  }
  const goods = (Amount: number, more: object = {}) => ({
    Id: "1",
    Amount,
    DetailType: "SalesItemLineDetail",
    SalesItemLineDetail: more
  })
  const [discount, subtotal] = [
    { Amount: 10, DetailType: "DiscountLineDetail" },
    { Amount: 100, DetailType: "SubTotalLineDetail" }
  ]
  it("are references as objects, of numbers too, and as bare ids", () => {
    for (const CustomerRef of [{ value: "7" }, { value: 7 }, "7", 7]) {
      expect(records("INVOICES", { CustomerRef })).toMatchObject([{ contact_id: "customer-7" }])
    }
  })
  it("are several addresses in one member for mail", () => {
    const PrimaryEmailAddr = { Address: "a@elm.example, b@elm.example;c@elm.example a@elm.example" }
    expect(records("CONTACTS", { PrimaryEmailAddr })).toMatchObject([
      { external_links: ["a", "b", "c"].map((who) => ({ link: `${who}@elm.example`, type: "EMAIL" })) }
    ])
  })
  it("are addresses of a country alone, by name or code", () => {
    expect(records("CONTACTS", { BillAddr: { Country: "Canada" }, ShipAddr: { CountryCode: "CA" } })).toMatchObject([
      { addresses: [{ street: null, country: "Canada" }, { country: "CA" }] }
    ])
  })
  it("are rates of 0, which are none", () => {
    const dated = { ExchangeRate: 0, TotalAmt: 1, Line: [] }
    expect(records("INVOICES", dated)).toMatchObject([{ currency_rate: null }])
    expect(records("JOURNAL_ENTRIES", dated)).toMatchObject([{ currency_rate: null }])
    expect(records("BILL_PAYMENTS", { ...dated, LinkedTxn: [{ TxnId: "2", TxnType: "Bill" }] })).toMatchObject([
      { currency_rate: null }
    ])
  })
  it("are the notes for oneself, and else those to the customer", () => {
    expect(records("INVOICES", { CustomerMemo: { value: "Thanks" } })).toMatchObject([{ memo: "Thanks" }])
    expect(records("INVOICE_CREDIT_NOTES", { CustomerMemo: "Sorry" })).toMatchObject([{ memo: "Sorry" }])
    expect(records("INVOICES", { CustomerMemo: "Thanks", PrivateNote: "Own" })).toMatchObject([{ memo: "Own" }])
    const Line = [{ Description: "Interest", DepositLineDetail: {} }]
    expect(records("BANK_TRANSACTIONS", { Line })).toMatchObject([{ description: "Interest" }])
  })
  it("are taxes as a sum, in parts, and by the totals alone", () => {
    const Line = [goods(100), subtotal, discount]
    for (const TxnTaxDetail of [{ TotalTax: 9 }, { TaxLine: [{ Amount: 5 }, { Amount: 4 }] }, {}, undefined]) {
      expect(records("INVOICES", { Line, TotalAmt: 99, TxnTaxDetail })).toMatchObject([
        { sub_total: 100, total_discount: 10, tax_amount: 9, total_amount: 99 }
      ])
    }
    expect(records("INVOICES", { Line, TotalAmt: 90 })).toMatchObject([{ sub_total: 100, tax_amount: null }])
    expect(records("INVOICES", { TotalAmt: 90 })).toMatchObject([{ sub_total: 90, tax_amount: null }])
  })
  it("are the documents of a credit note, in the lines of its payment or in the payment itself", () => {
    const link = { TxnId: "130", TxnType: "Invoice" }
    const LinkedTxn = [{ TxnId: "9", TxnType: "Payment" }]
    for (const payment of [{ LinkedTxn: [link] }, { Line: [{ LinkedTxn: [link] }] }, { LinkedTxn: [link], Line: [] }]) {
      expect(records("INVOICE_CREDIT_NOTES", { LinkedTxn }, [{ Payment: payment }])).toMatchObject([
        { invoice_ids: ["130"] }
      ])
    }
    expect(records("INVOICE_CREDIT_NOTES", { LinkedTxn: [link] })).toMatchObject([{ invoice_ids: ["130"] }])
  })
  it("are what a payment was put on, with amounts or without, and on whatever", () => {
    const link = (TxnId: string, TxnType: string) => ({ TxnId, TxnType })
    const whole = { TotalAmt: 25, UnappliedAmt: 5, LinkedTxn: [link("130", "Invoice"), link("4", "Deposit")] }
    // What is deposited is no document that is paid.
    expect(records("INVOICE_PAYMENTS", { ...whole, LinkedTxn: [link("130", "Invoice")] })).toMatchObject([
      { platform_id: "1:Invoice:130", invoice_id: "130", amount: 20 },
      { platform_id: "1:unapplied", amount: 5 }
    ])
    expect(records("INVOICE_PAYMENTS", whole)).toHaveLength(2)
    const Line = [
      { Amount: 7, LinkedTxn: [link("8", "JournalEntry")] },
      { Amount: 3, LinkedTxn: [link("130", "Invoice")] }
    ]
    expect(records("INVOICE_PAYMENTS", { TotalAmt: 10, Line, LinkedTxn: [link("130", "Invoice")] })).toMatchObject([
      { platform_id: "1:JournalEntry:8", invoice_id: null, credit_note_id: null, amount: 7 },
      { platform_id: "1:Invoice:130", amount: 3 }
    ])
  })
  it("are voided payments, which are put on nothing and move nothing", () => {
    const Line = [{ Amount: 0, LinkedTxn: [{ TxnId: "2", TxnType: "Bill" }] }]
    const voided = { TotalAmt: 0, PrivateNote: "Voided", Line, DepositToAccountRef: "35" }
    expect(records("BILL_PAYMENTS", voided)).toEqual([])
    expect(records("BANK_TRANSACTIONS", voided, [], 3)).toEqual([])
    expect(records("BANK_TRANSACTIONS", { ...voided, PrivateNote: null }, [], 3)).toHaveLength(1)
  })
  it("are amounts of less than nothing, which are on the other side", () => {
    const JournalEntryLineDetail = { PostingType: "Debit", AccountRef: "60" }
    const Line = [
      { Id: "0", Amount: -5, DetailType: "JournalEntryLineDetail", JournalEntryLineDetail },
      { Id: "1", Amount: 5, DetailType: "JournalEntryLineDetail", JournalEntryLineDetail }
    ]
    expect(records("JOURNAL_ENTRIES", { Line })).toMatchObject([
      {
        amount: 5,
        journal_lines: [
          { type: "CREDIT", net_amount: 5 },
          { type: "DEBIT", net_amount: 5 }
        ]
      }
    ])
    expect(records("BANK_TRANSACTIONS", { TotalAmt: -5, DepositToAccountRef: "35" })).toMatchObject([
      { amount: 5, debit_or_credit: "DEBIT", from_account_id: "35", to_account_id: null }
    ])
    expect(records("BANK_TRANSACTIONS", { Amount: -5, FromAccountRef: "35", ToAccountRef: "36" }, [], 1)).toMatchObject(
      [{ amount: 5, from_account_id: "36", to_account_id: "35" }]
    )
  })
  it("are lines that come of what somebody is charged for", () => {
    const Line = [{ Id: "1", Amount: 5, DetailType: "ReimburseLineDetail", ReimburseLineDetail: { ItemRef: "11" } }]
    expect(records("INVOICES", { Line, TotalAmt: 5 })).toMatchObject([
      { sub_total: 5, tax_amount: null, line_items: [{ item_id: "11", sub_total: 5 }] }
    ])
  })
})

describe("updating an invoice", () => {
  const discount = { Id: "6", Amount: 10, DetailType: "DiscountLineDetail", DiscountLineDetail: { PercentBased: true } }
  const bench = { Id: "1", Amount: 100, DetailType: "SalesItemLineDetail", SalesItemLineDetail: { Qty: 1 } }
  const subtotal = { Amount: 100, DetailType: "SubTotalLineDetail" }
  const invoice = { Id: "130", SyncToken: "3", TotalAmt: 90, Balance: 90, Line: [bench, subtotal, discount] }
  const update = async (item: object) => {
    const fake = FakePlatform.make([
      {
        request: { path: "/preferences", query: { minorversion: 75 } },
        response: { body: { Preferences: { CurrencyPrefs: {} } } }
      },
      { request: { path: "/invoice/130", query: { minorversion: 75 } }, response: { body: { Invoice: invoice } } },
      {
        request: {
          path: "/query",
          query: {
            query: "SELECT * FROM Item WHERE Id IN ('5') AND Active IN (true, false) MAXRESULTS 1000",
            minorversion: 75
          }
        },
        response: { body: { QueryResponse: { Item: [{ Id: "5", IncomeAccountRef: { value: "79" } }] } } }
      }
    ])
    let sent: unknown
    const books = connect(quickbooks, {
      credentials: { access_token: "access-token-1" },
      settings: { realmId: "1" },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.method !== "POST") return fake.fetch(request)
        sent = await request.json()
        return Response.json({ Invoice: invoice })
      }
    })
    const [result] = await books.update("INVOICES", [{ platform_id: "130", ...item }])
    return (result?.error === null ? sent : result?.error.field) as any
  }
  it("sends only the members that were sent", async () => {
    expect(await update({ memo: null })).toEqual({ Id: "130", SyncToken: "3", sparse: true, PrivateNote: "" })
    expect(await update({ status: "SUBMITTED" })).toEqual({ Id: "130", SyncToken: "3", sparse: true })
  })
  it("keeps the discount when the lines are new, and the lines when the discount is", async () => {
    const line_items = [{ item_id: "5", account_id: "79", quantity: 2, unit_amount: 3 }]
    expect((await update({ line_items })).Line).toMatchObject([{ Amount: 6 }, discount])
    expect((await update({ total_discount: 4 })).Line).toMatchObject([bench, { Id: "6", Amount: 4 }])
    expect((await update({ total_discount: 0 })).Line).toEqual([bench])
  })
  it("does not do what QuickBooks has no place for", async () => {
    expect(await update({ status: "VOID", memo: "x" })).toBe("memo")
    expect(await update({ due_date: null })).toBe("due_date")
    expect(await update({ line_items: [] })).toBe("line_items")
    expect(await update({ contact_id: "vendor-30" })).toBe("contact_id")
    expect(await update({ line_items: [{ account_id: "79", unit_amount: 1 }] })).toBe("line_items[0].account_id")
    expect(await update({ line_items: [{ item_id: "5", account_id: "1", unit_amount: 1 }] })).toBe(
      "line_items[0].account_id"
    )
    const departments = ["department-1", "department-2"].map((id) => ({ unit_amount: 1, tracking_category_ids: [id] }))
    expect(await update({ line_items: departments })).toBe("line_items")
  })
})

describe("writing", () => {
  const usd = {
    request: { path: "/preferences", query: { minorversion: 75 } },
    response: { body: { Preferences: {} } }
  }
  /** What is sent for an item, or the member at fault. */
  const write = async (model: Writes.WriteId, operation: "create" | "update", item: object, raw?: object) => {
    const rows = (entity: string, ...own: ReadonlyArray<object>) => ({ QueryResponse: { [entity]: own } })
    let sent: unknown
    const books = connect(quickbooks, {
      credentials: { access_token: "access-token-1" },
      settings: { realmId: "1" },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const url = new URL(request.url)
        if (request.method === "POST") {
          sent = await request.json()
          return Response.json({})
        }
        if (url.pathname.endsWith("/preferences")) return Response.json(usd.response.body)
        const [, entity] = / FROM (\w+)/.exec(url.searchParams.get("query") ?? "") ?? []
        if (entity === "Account") return Response.json(rows("Account", { Id: "35", AccountType: "Bank" }))
        if (entity === "PaymentMethod") return Response.json(rows("PaymentMethod", { Id: "1", Name: "Cash" }))
        const [name = ""] = url.pathname.split("/").slice(-2)
        return Response.json({ [names.find((own) => own.toLowerCase() === name) ?? ""]: { SyncToken: "3", ...raw } })
      }
    })
    const [result] = await (books[operation] as any)(model, [item])
    return (sent ?? result.error.field ?? result.error.message) as any
  }
  const names = ["Payment", "BillPayment", "Deposit", "Transfer", "Vendor", "Purchase", "Invoice"]
  const link = (Amount: number, TxnId: string, TxnType: string) => ({ Amount, LinkedTxn: [{ TxnId, TxnType }] })

  it("puts a credit note on a document by a payment that moves no money", async () => {
    const note = { contact_id: "customer-2", credit_note_id: "73", amount: 5 }
    expect(await write("INVOICE_PAYMENTS", "create", { ...note, invoice_id: "130" })).toEqual({
      CustomerRef: { value: "2" },
      TotalAmt: 0,
      Line: [link(5, "130", "Invoice"), link(5, "73", "CreditMemo")]
    })
    expect(await write("INVOICE_PAYMENTS", "create", note)).toBe("invoice_id")
  })
  it("changes a part of a payment, and the total with it", async () => {
    const Line = [link(10, "1", "Invoice"), link(20, "2", "Invoice"), link(5, "3", "CreditMemo")]
    const raw = { Id: "9", TotalAmt: 27, UnappliedAmt: 2, Line }
    const change = (part: string, amount: number) =>
      write("INVOICE_PAYMENTS", "update", { platform_id: `9:${part}`, amount }, raw)
    expect(await change("Invoice:2", 21.5)).toMatchObject({
      TotalAmt: 28.5,
      Line: [Line[0], link(21.5, "2", "Invoice"), Line[2]]
    })
    expect(await change("unapplied", 1)).toMatchObject({ TotalAmt: 26, Line })
    expect(await change("CreditMemo:3", 1)).toBe("amount")
    expect(await change("Invoice:7", 1)).toBe("platform_id: the platform has no record 9:Invoice:7")
  })
  it("pays a bill from what the account is", async () => {
    const bill = { contact_id: "vendor-30", bill_id: "25", amount: 1 }
    const way = { PayType: "Check", CheckPayment: { BankAccountRef: { value: "35" } } }
    expect(await write("BILL_PAYMENTS", "create", { ...bill, account_id: "35" })).toMatchObject(way)
    expect(await write("BILL_PAYMENTS", "create", { ...bill, account_id: "60" })).toBe("account_id")
    expect(await write("BILL_PAYMENTS", "create", { ...bill, account_id: "35", payment_mode: "Cash" })).toBe(
      "payment_mode"
    )
  })
  it("does not send a contact back as a whole, whose tax number is masked when it is read", async () => {
    const raw = { Id: "30", TaxIdentifier: "XXXXX6789", Mobile: { FreeFormNumber: "1" }, FamilyName: "Elm" }
    const change = { platform_id: "vendor-30", phone_numbers: [], contact_name: null, tax_number: null }
    expect(await write("CONTACTS", "update", change, raw)).toEqual({
      Id: "30",
      SyncToken: "3",
      sparse: true,
      Mobile: { FreeFormNumber: "" },
      FamilyName: "",
      TaxIdentifier: ""
    })
    const phone_numbers = ["MOBILE", "MOBILE"].map((type) => ({ number: "1", type }))
    expect(await write("CONTACTS", "update", { platform_id: "vendor-30", phone_numbers }, raw)).toBe("phone_numbers[1]")
  })
  it("keeps each row of a contact in the place that its id names", async () => {
    const raw = { Id: "30", PrimaryPhone: { FreeFormNumber: "1" }, AlternatePhone: { FreeFormNumber: "2" } }
    const phone_numbers = [{ platform_id: "vendor-30:phone_numbers:AlternatePhone", number: "3", type: "TELEPHONE" }]
    expect(await write("CONTACTS", "update", { platform_id: "vendor-30", phone_numbers }, raw)).toMatchObject({
      PrimaryPhone: { FreeFormNumber: "" },
      AlternatePhone: { FreeFormNumber: "3" }
    })
  })
  it("changes no deposit that is made of several", async () => {
    const raw = { Id: "1", Line: [{ Amount: 1 }, { Amount: 2 }] }
    expect(await write("BANK_TRANSACTIONS", "update", { platform_id: "deposit-1", amount: 4 }, raw)).toBe("amount")
    expect(await write("BANK_TRANSACTIONS", "update", { platform_id: "deposit-1", description: "x" }, raw)).toEqual({
      Id: "1",
      SyncToken: "3",
      sparse: true,
      PrivateNote: "x"
    })
  })
  it("turns the lines of a refund, and takes none from what is no card", async () => {
    const line_items = [{ account_id: "60", quantity: 2, unit_amount: -5 }]
    const raw = { Id: "70", PaymentType: "CreditCard", Credit: true }
    const change = { platform_id: "70", line_items }
    expect(await write("EXPENSES", "update", change, raw)).toMatchObject({ Credit: true, Line: [{ Amount: 10 }] })
    expect(await write("EXPENSES", "update", change, { ...raw, PaymentType: "Cash" })).toBe("line_items")
    const spent = { platform_id: "70", line_items: [{ account_id: "60", unit_amount: 5 }] }
    expect(await write("EXPENSES", "update", spent, raw)).toMatchObject({ Credit: false, Line: [{ Amount: 5 }] })
  })
})
