/** Where QuickBooks departs from what one would expect, and where its description leaves open what it does. */
import { Connector, type Read } from "@svc/core"
import { connect, isConnectorError } from "@svc/core/connect"
import { Reading } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
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
      query: `SELECT * FROM Account WHERE Active IN (true, false) ORDERBY Id STARTPOSITION ${start} MAXRESULTS 1000`,
      minorversion: 75
    }
  },
  response: { body: { QueryResponse: ids.length === 0 ? {} : { Account: ids.map((Id) => ({ Id })) } } }
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
    const reason = await all(books.list("ACCOUNTS")).catch((error: unknown) =>
      isConnectorError(error) ? error.reason._tag : error
    )
    expect(reason).toBe("Undecodable")
  })
})

describe("pages", () => {
  it("begin with the last row of the page before, which is read once", async () => {
    const { books, fake } = open([page(1, ids(1, 1000)), page(1000, ids(1000, 1500))])
    const read = await all(books.list("ACCOUNTS"))
    expect(read.map(({ platform_id }) => platform_id)).toEqual(ids(1, 1500))
    expect(fake.unasked()).toEqual([])
  })
  it("are read again where rows have slipped past meanwhile", async () => {
    // Account 5 goes between the first page and the second: what was the 1001st row is the 1000th.
    const left = ids(1, 1500).filter((id) => id !== "5")
    const { books, fake } = open([
      page(1, ids(1, 1000)),
      page(1000, left.slice(999)),
      page(1, left.slice(0, 1000)),
      page(1000, left.slice(999))
    ])
    const read = await all(books.list("ACCOUNTS"))
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
    Reading.mapItem(quickbooks.reads[model] as Read.Read, raw, {
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
