/** Where NetSuite departs from what one would expect, and where its description leaves open what it does. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { connect, type ConnectOptions, isConnectorError } from "@svc/core/connect"
import { Hmac, InSpite, Reading } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { labelOf, sign } from "../src/authorization.ts"
import { netsuite } from "../src/index.ts"

/** What a test may give beside its answers: another way, other settings. */
type Own = Exclude<ConnectOptions<typeof netsuite>, { readonly app: unknown }>

const settings = { account: "1234567_SB1", features: "class,currency,department,location,subsidiary" }
const base = "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest"
const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>, more: Partial<Own> = {}) => {
  const fake = FakePlatform.make(exchanges, { "": base })
  const books = connect(netsuite, {
    credentials: { access_token: "access-token-1" },
    settings,
    fetch: fake.fetch,
    ...more
  })
  return { fake, books }
}
const answering = (status: number, body: unknown) => open([{ request: { path: "/thing" }, response: { status, body } }])
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : String(error))
  )
const sourceOf = (model: Parameters<typeof Connector.sourcesOf>[1], index = 0): Read.Read =>
  Connector.sourcesOf(netsuite, model)[index]!
const statement = (read: Read.Read, since: string | null = null, own: Record<string, string> = settings) => {
  const context = { settings: own, now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z", since }
  const state = read.page.start(context)
  return (Reading.pageCall(read, { ...context, state }).body as { readonly q: string }).q
}

describe("a signed request", () => {
  const url =
    "https://9876543-sb1.suitetalk.api.netsuite.com/services/rest/record/v1/customer/123?expandSubResources=true"
  const signature = sign({
    method: "GET",
    url: new URL(url),
    body: undefined,
    credentials: {
      consumer_key: "CONSUMER_KEY_VALUE",
      consumer_secret: "CONSUMER_SECRET_VALUE",
      token_id: "TOKEN_ID_VALUE",
      token_secret: "TOKEN_SECRET_VALUE"
    },
    settings: { account: "9876543_SB1" },
    nonce: "asdfasdf",
    timestamp: 1_234_567_890
  })
  // The vector that LedgerSync's documentation of NetSuite's token-based authentication publishes.
  it("is signed as the published example is", async () => {
    expect(signature.message).toBe(
      "GET&https%3A%2F%2F9876543-sb1.suitetalk.api.netsuite.com%2Fservices%2Frest%2Frecord%2Fv1%2Fcustomer%2F123&" +
        "expandSubResources%3Dtrue%26oauth_consumer_key%3DCONSUMER_KEY_VALUE%26oauth_nonce%3Dasdfasdf%26" +
        "oauth_signature_method%3DHMAC-SHA256%26oauth_timestamp%3D1234567890%26oauth_token%3DTOKEN_ID_VALUE%26" +
        "oauth_version%3D1.0"
    )
    const hmac = await Hmac.hmac(signature.algorithm, signature.key, signature.message, signature.encoding)
    expect(hmac).toBe("cId0B3hP0sFVQw/gjQ/P6YiOSx76u0WfyO8umOlq3gg=")
    const { authorization } = signature.headers!(hmac)
    expect(authorization).toMatch(/^OAuth realm="9876543_SB1",oauth_consumer_key="CONSUMER_KEY_VALUE",/)
    expect(authorization).toContain('oauth_signature="cId0B3hP0sFVQw%2FgjQ%2FP6YiOSx76u0WfyO8umOlq3gg%3D"')
  })
  it("goes out with every call of a connection that has a token, each with a nonce of its own", async () => {
    const { books, fake } = open([{ request: { path: "/thing", query: { b: "x y", a: "é'" } }, response: {} }], {
      method: "tba",
      credentials: { consumer_key: "ck", consumer_secret: "cs", token_id: "ti", token_secret: "ts" }
    })
    await books.call({ path: "/thing", query: { b: "x y", a: "é'" } })
    await books.call({ path: "/thing", query: { b: "x y", a: "é'" } })
    const headers = fake.calls.map((call) => call.headers.get("authorization") ?? "")
    expect(headers[0]).toMatch(/realm="1234567_SB1".*oauth_token="ti".*oauth_signature="/)
    expect(/oauth_nonce="([0-9a-f]{32})"/.exec(headers[0]!)?.[1]).not.toBe(/oauth_nonce="(.*?)"/.exec(headers[1]!)?.[1])
  })
  it("escapes and sorts what is signed as RFC 5849 says", () => {
    const { message } = sign({
      method: "post",
      url: new URL(`${base}/query/v1/suiteql?b=x%20y&a=%C3%A9'(*)!`),
      body: "{}",
      credentials: {},
      settings,
      nonce: "n",
      timestamp: 1
    })
    expect(message).toContain("POST&https%3A%2F%2F1234567-sb1")
    expect(message).toContain("a%3D%25C3%25A9%2527%2528%252A%2529%2521%26b%3Dx%2520y%26oauth_consumer_key%3D")
  })
})

describe("the account", () => {
  it("is a label of NetSuite's host", () => {
    expect(["1234567", "1234567_SB1", "TSTDRV1234567"].map(labelOf)).toEqual([
      "1234567",
      "1234567-sb1",
      "tstdrv1234567"
    ])
  })
  it.each(["", "evil.example/", "1234567.evil.example#", "1234567@evil.example", "1234567-sb1", "123 4567", "A_B_C\n"])(
    "never leads to another host: %j",
    (account) => {
      expect(() => labelOf(account)).toThrow()
      const asked = netsuite.settings.account
      expect(new RegExp(`^(?:${asked.pattern})$`, "u").test(account)).toBe(false)
    }
  )
})

describe("statements", () => {
  it("go on by the key of the last row, never by an offset", async () => {
    const read = sourceOf("ACCOUNTS")
    const context = { settings, now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z", since: null }
    const call = (state: unknown) => Reading.pageCall(read, { ...context, state })
    const next = read.page.next(read.page.start(context), {
      body: { hasMore: true, items: [{ id: "7" }, { id: "101000" }] },
      headers: {},
      items: []
    })
    expect(call(next).query).toEqual({ limit: 1000, offset: 0 })
    expect((call(next).body as any).q).toMatch(/ AND \(a\.id > 101000\) ORDER BY a\.id$/)
  })
  it("ask for changes from early enough for any time zone", () => {
    expect(statement(sourceOf("BILLS"), "2026-02-01T12:00:00.000Z")).toContain(
      "t.lastmodifieddate >= TO_TIMESTAMP('2026-01-31 23:00:00', 'YYYY-MM-DD HH24:MI:SS')"
    )
  })
  it("name no column of a feature that the account does not have", () => {
    const features = /t\.currency|t\.exchangerate|tl\.foreignamount|tl\.class|tl\.department|tl\.location/
    expect(statement(sourceOf("BILLS"))).toMatch(features)
    expect(statement(sourceOf("BILLS"), null, { account: "1234567", features: "none" })).not.toMatch(features)
    const tracking = statement(sourceOf("TRACKING_CATEGORIES"), null, { account: "1234567", features: "none" })
    expect(tracking).not.toContain("classification")
    expect(statement(sourceOf("COMPANY_INFO"), null, { account: "1234567", features: "none" })).not.toContain(
      "subsidiary"
    )
    expect(statement(sourceOf("INCOME_STATEMENT"), null, { account: "1234567", features: "none" })).not.toContain(
      "CONSOLIDATE"
    )
  })
  it("hold numbers alone of what is asked from outside", async () => {
    for (const id of ["1 OR 1 = 1", "1; DELETE", " ", "x", "1'", "customer-1"]) {
      const { books, fake } = open([])
      expect(await books.get("BILLS", id)).toBe(null)
      expect(fake.calls).toEqual([])
    }
    const { books, fake } = open([])
    const [result] = await books.create("BILL_CREDIT_NOTES", [
      { contact_id: "107", bill_ids: ["1) OR (1 = 1"], line_items: [{ account_id: "58", unit_amount: 1 }] }
    ])
    expect(result?.error?.field).toBe("bill_ids[0]")
    expect(fake.calls).toEqual([])
  })
  it("tell of deletions, and never of what is still there", () => {
    for (const [model, table, ids] of [
      ["BILLS", "transaction", ["5"]],
      ["ITEMS", "item", ["5"]],
      ["CONTACTS", "customer", ["customer-5"]]
    ] as const) {
      const { deletes } = sourceOf(model)
      if (deletes._tag !== "Feed") throw new Error(`${model} has no feed`)
      const since = "2026-02-01T12:00:00.000Z"
      const call = deletes.call({ settings, since, now: since })
      const { q } = call.body as { readonly q: string }
      expect(q).toContain("d.deleteddate >= TO_TIMESTAMP('2026-01-31 23:00:00'")
      expect(q).toContain(`d.recordid NOT IN (SELECT x.id FROM ${table} x)`)
      expect(deletes.ids({ items: [{ id: 5 }] })).toEqual(ids)
    }
  })
  it("that break off in a record end it on the next page, whatever its size", () => {
    const read = sourceOf("BILLS")
    const context = { now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z" }
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({ id: "1", part: String(from + index) }))
    const first = { hasMore: true, items: rows(0, 1000) }
    const start = read.page.start(context)
    expect(read.items(first, start)).toEqual([])
    const state = read.page.next(start, { body: first, headers: {}, items: [] })
    const last = { hasMore: false, items: rows(1000, 1500) }
    expect(read.items(last, state)).toEqual([{ id: "1", rows: rows(0, 1500) }])
    // By its id there is no next page: better none than a part.
    expect(() => read.items(first, null)).toThrow("more rows")
  })
})

describe("errors", () => {
  const details = (code: string) => ({
    title: "Bad Request",
    "o:errorDetails": [{ detail: "No.", "o:errorCode": code }]
  })
  it.each([
    [401, "INVALID_LOGIN", "AuthExpired"],
    [403, "INSUFFICIENT_PERMISSION", "Forbidden"],
    [400, "INSUFFICIENT_PERMISSION", "Forbidden"],
    [404, "NONEXISTENT_ID", "NotFound"],
    [400, "USER_ERROR", "Rejected"],
    [400, "DUP_RCRD", "Conflict"],
    [500, "UNEXPECTED_ERROR", "Unavailable"]
  ])("%i with %s is %s", async (status, code, reason) => {
    const failure = netsuite.http.failure!({ status, body: details(code), headers: {} })
    expect(failure.message).toBe("No.")
    const { books } = open([
      { request: { path: "/record/v1/account", query: { limit: 1 } }, response: { status, body: details(code) } }
    ])
    if (status < 500) expect(await reasonOf(books.check())).toBe(reason)
  })
  it("too many calls under way are tried again soon", () => {
    const failure = netsuite.http.failure!({ status: 429, body: details("CONCURRENCY_LIMIT_EXCEEDED"), headers: {} })
    expect(failure).toMatchObject({ reason: "RateLimited", retryAfter: 3 })
  })
  it("pass through a call as they are", async () => {
    expect(await answering(418, { a: 1 }).books.call({ path: "/thing" })).toMatchObject({ status: 418, body: { a: 1 } })
  })
})

describe("records", () => {
  const mapped = (
    model: Parameters<typeof sourceOf>[0],
    raw: unknown,
    followed: ReadonlyArray<unknown> = [],
    index = 0
  ) => {
    const item = InSpite.mapItem(sourceOf(model, index), raw, { settings, lookups: {}, followed })
    return Result.getOrThrowWith(item, ({ issues }) => new Error(issues.join("; ")))
  }
  const rowsOf = (...rows: ReadonlyArray<object>) => ({ id: "7", rows: rows.map((own) => ({ id: "7", ...own })) })
  const main = { part: "0", mainline: "T", amount: "-30", type: "CustCred", tranid: "CN-1" }
  const line = { ...main, part: "1", mainline: "F", amount: "30", item: "99", rate: "15", quantity: "2" }

  it("say what is left of a credit note where the transaction or its links do", () => {
    const left = (own: object, followed: unknown) =>
      mapped("INVOICE_CREDIT_NOTES", rowsOf({ ...main, ...own }, { ...line, ...own }), [followed]).records[0]![
        "remaining_credit"
      ]
    expect(left({}, [{ id: "501", amount: "-10" }])).toBe(20)
    expect(left({ unused: "17" }, [{ id: "501", amount: "-10" }])).toBe(17)
    expect(left({ unused: "0" }, null)).toBe(0)
    expect(left({}, null)).toBeNull()
  })
  it("go on without a state, a price or a link that cannot be read", () => {
    const odd = { status: {}, entity: {}, rate: {}, memo: [] }
    const { records, warnings } = mapped("INVOICES", rowsOf({ ...main, ...odd }, { ...line, ...odd }))
    expect(records[0]).toMatchObject({ status: null, contact_id: null, memo: null, total_amount: 30, tax_amount: 0 })
    expect(records[0]!["line_items"]).toMatchObject([{ unit_amount: null, sub_total: 30 }])
    expect(new Set(warnings?.map(({ field }) => field))).toContain("line_items[0].unit_amount")
  })
  it.each(["mainline", "taxline", "itemtype", "amount"])("are refused where a line's %s cannot be read", (name) => {
    expect(() => mapped("INVOICES", rowsOf(main, { ...line, [name]: {} }))).toThrow(name)
  })
  it("show no vendor who was paid as an employee", () => {
    const row = { part: "0", type: "VendPymt", entity: "12", unused: "5" }
    const of = (entitytype: string) => mapped("BILL_PAYMENTS", rowsOf({ ...row, entitytype })).records[0]!["contact_id"]
    expect([of("Vendor"), of("Employee")]).toEqual(["vendor-12", null])
  })
  it("of payments that are put on nothing and have nothing left are none, which is told", () => {
    const { records, warnings } = mapped("INVOICE_PAYMENTS", rowsOf({ part: "0", type: "CustPymt", unused: "0" }))
    expect(records).toEqual([])
    expect(warnings?.map(({ message }) => message)).toEqual([
      "becomes no record: a payment that is put on nothing and has nothing left"
    ])
  })
  it("are named after the person where they are one", () => {
    const names = { part: "0", companyname: "Quill & Co", firstname: "Ben", lastname: "Board", entityid: "V-7" }
    const of = (isperson: string) => mapped("CONTACTS", rowsOf({ ...names, isperson }), [], 1).records[0]
    expect([of("T"), of("F")]).toMatchObject([
      { name: "Ben Board", platform_unique_id: "V-7" },
      { name: "Quill & Co", contact_name: "Ben Board" }
    ])
  })
  it("take a bare code for what is chosen from a list", () => {
    const company = (country: unknown) =>
      mapped("COMPANY_INFO", { id: "1" }, [{ name: "Quill", country, mainAddress: { country } }]).records[0]
    expect(company("US")).toMatchObject({ country: "US", addresses: [{ country: "US" }] })
    expect(company({ id: "US", refName: "United States" })).toMatchObject({ country: "United States" })
  })
})

it("a write whose answer does not name the record is said to be taken, and its repeat is the same record", async () => {
  const put = (headers?: Record<string, string>): FakePlatform.Exchange => ({
    request: { method: "PUT", path: "/record/v1/vendor/eid:job%3A0" },
    response: { status: 204, ...(headers === undefined ? {} : { headers }) }
  })
  const item = { name: "Quill", contact_type: "VENDOR" as const }
  const [lost] = await open([put()]).books.create("CONTACTS", [item], { key: "job" })
  expect(lost?.error?.message).toContain("which record was made")
  const { books, fake } = open([put({ location: `${base}/record/v1/vendor/108` })])
  await books.create("CONTACTS", [item], { key: "job" })
  expect(fake.calls[0]!.headers.get("x-netsuite-propertynamevalidation")).toBe("Error")
})

it("a change of one share of a payment leaves the others, and what is paid in all follows", async () => {
  const shares = (amount: string) => ["501", "502"].map((part) => ({ part, applied: part === "502" ? amount : "50" }))
  const shown = (amount: string): FakePlatform.Exchange => ({
    request: { method: "POST", path: "/query/v1/suiteql", query: { limit: 1000, offset: 0 } },
    response: {
      body: {
        hasMore: false,
        items: shares(amount).map((own) => ({
          id: "901",
          type: "CustPymt",
          previoustype: "CustInvc",
          entity: "44",
          unused: "7",
          ...own
        }))
      }
    }
  })
  const changed: FakePlatform.Exchange = {
    request: { method: "PATCH", path: "/record/v1/customerPayment/901" },
    response: { status: 204 }
  }
  const { books, fake } = open([shown("12.5"), changed, shown("10")])
  const [result] = await books.update("INVOICE_PAYMENTS", [{ platform_id: "901:502", amount: 10 }])
  expect(fake.calls[1]!.body).toEqual({
    customer: { id: "44" },
    payment: 67,
    apply: { items: [{ doc: { id: "502" }, apply: true, amount: 10 }] }
  })
  expect(result?.status).toBe("success")
})

it("takes no category for deleted where its feature is off", () => {
  const [classes] = Connector.sourcesOf(netsuite, "TRACKING_CATEGORIES")
  const { deletes } = classes!
  if (deletes._tag !== "Feed") throw new Error("Classes are not deleted by a feed.")
  const asked = (features: string) =>
    JSON.stringify(deletes.call({ settings: { ...settings, features }, now: "n", since: "2026-03-10T06:00:00.000Z" }))
  expect(asked("class")).toContain("NOT IN (SELECT x.id FROM classification x)")
  expect(asked("department")).toContain("d.recordid < 0")
  expect(asked("department")).not.toContain("NOT IN")
})
