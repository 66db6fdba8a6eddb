/** Where Razorpay departs from what one would expect, and where its description leaves open what it does. */
import type { Read, Write } from "@svc/core"
import * as Setting from "@svc/core/Setting"
import { connect, isConnectorError } from "@svc/core/connect"
import { InSpite } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import { describe, expect, it } from "vitest"
import { razorpay } from "../src/index.ts"
import { writes } from "../src/writes.ts"

// A test waits for no window to pass.
const unhurried: typeof razorpay = {
  ...razorpay,
  http: { ...razorpay.http, limits: { windows: [{ max: 10_000, seconds: 1 }] } }
}
const settings = { accountId: "acc_BFQ7uQEaa7j2z7", mode: "live" }
const credentials = { username: "rzp_live_1", password: "secret" }
const map = (model: keyof typeof razorpay.reads, raw: object) => {
  const mapped = InSpite.mapItem(
    razorpay.reads[model] as Read.Read,
    { id: "1", ...raw },
    { settings, lookups: {}, followed: [] }
  )
  return mapped._tag === "Success"
    ? (mapped.success.records[0] ?? null)
    : { refused: mapped.failure.issues.map(String).join() }
}
/** An account that is answered by a function of the path and the query. */
const account = (
  answer: (path: string, query: URLSearchParams) => { readonly status?: number; readonly body: unknown }
) => {
  const asked: Array<string> = []
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const { pathname, search, searchParams } = new URL(input instanceof Request ? input.url : input)
    asked.push(`${pathname}${search}`)
    const { body, status } = answer(pathname, searchParams)
    return Response.json(body, { status: status ?? 200 })
  }
  return { asked, payments: connect(unhurried, { credentials, settings, fetch }) }
}
const idsOf = async (records: AsyncIterable<unknown>): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for await (const record of records) ids.push((record as { readonly platform_id: string }).platform_id)
  return ids
}

describe("windows of time", () => {
  const now = Math.floor(Date.now() / 1000)
  const day = 86_400
  /** Refunds, newest first as Razorpay lists them, no deeper than some of them. */
  const listing = (all: ReadonlyArray<{ readonly id: string; readonly created_at: number }>, depth = Infinity) =>
    account((_, query) => {
      const [from, to, skip, count] = ["from", "to", "skip", "count"].map((name) => Number(query.get(name)))
      if (skip! > depth) {
        return {
          status: 400,
          body: { error: { code: "BAD_REQUEST_ERROR", description: "The skip is too large.", field: "skip" } }
        }
      }
      const found = all.filter((own) => own.created_at >= from! && own.created_at <= to!)
      const items = found.slice(skip, skip! + count!)
      return { body: { entity: "collection", count: items.length, items } }
    })
  const refunds = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `rfnd_${String(index).padStart(4, "0")}`,
      amount: 100,
      currency: "INR",
      payment_id: "pay_1",
      status: "processed",
      created_at: from - index * step
    }))

  it("holds all pages of all windows, whatever is made meanwhile", async () => {
    const all = refunds(450, now - day, day / 2)
    const late = { ...all[0]!, id: "rfnd_late", created_at: now }
    const { asked, payments } = listing([late, ...all])
    const ids = await idsOf(payments.list("PAYMENT_REFUNDS"))
    expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)))
    const ends = asked.map((path) => Number(new URLSearchParams(path.split("?")[1]).get("to")))
    expect(Math.max(...ends)).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) - 60)
    expect(asked.some((path) => path.includes("skip=100"))).toBe(true)
  })
  it("asks for less where a list may not be walked so deep, and loses nothing", async () => {
    const all = refunds(700, now - day, 3600)
    const { payments } = listing(all, 200)
    expect(new Set(await idsOf(payments.list("PAYMENT_REFUNDS")))).toEqual(new Set(all.map(({ id }) => id)))
  })
  it("takes another refusal for what it is", async () => {
    const { asked, payments } = account(() => ({
      status: 400,
      body: { error: { code: "BAD_REQUEST_ERROR", description: "Not enabled for you.", field: null } }
    }))
    const error = await idsOf(payments.list("PAYMENT_REFUNDS")).catch((own: unknown) => own)
    expect(isConnectorError(error) && error.reason._tag).toBe("Rejected")
    expect(asked).toHaveLength(1)
  })
  it("looks at the month before what changed again", async () => {
    const all = refunds(3, now - 20 * day, day)
    const { payments } = listing(all)
    const since = new Date((now - day) * 1000).toISOString()
    expect(await idsOf(payments.list("PAYMENT_REFUNDS", { since }))).toEqual(all.map(({ id }) => id))
  })
})

describe("changes that no list shows", () => {
  const since = "2026-03-10T00:00:00.000Z"
  const made = Date.parse(since) / 1000
  const feed = (model: "PAYMENT_INVOICES" | "PAYMENT_ORDERS" | "PAYMENT_PAYMENTS") => {
    const { changes } = razorpay.reads[model] as Read.Read
    return (entry: object) => changes!.id(entry, { since })
  }
  it.each([
    [{ status: "processed", created_at: made }, "pay_1"],
    [{ status: "processed", created_at: made - 2 }, null],
    [{ status: "pending", created_at: made - 20 * 86_400 }, "pay_1"],
    [{ status: "failed", created_at: made - 20 * 86_400 }, "pay_1"]
  ])("a refund %o tells of its payment: %s", (entry, id) => {
    expect(feed("PAYMENT_PAYMENTS")({ ...entry, payment_id: "pay_1" })).toBe(id)
  })
  it.each([
    [{ status: "captured", created_at: made, order_id: "order_1" }, "order_1"],
    [{ status: "captured", created_at: made - 2, order_id: "order_1" }, null],
    [{ status: "authorized", created_at: made - 86_400, order_id: "order_1" }, "order_1"],
    [{ status: "captured", created_at: made, order_id: null }, null]
  ])("a payment %o tells of its order: %s", (entry, id) => {
    expect(feed("PAYMENT_ORDERS")(entry)).toBe(id)
  })
  it("a payment tells of its invoice", () => {
    expect(feed("PAYMENT_INVOICES")({ created_at: made - 86_400, invoice_id: "inv_1" })).toBe("inv_1")
    expect(feed("PAYMENT_INVOICES")({ created_at: made, invoice_id: null })).toBeNull()
  })
})

describe("lists that may not heed a page", () => {
  it("ends where everything came at once, or the same once more", async () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `plink_${index}`, amount: 100, currency: "INR" }))
    for (const count of [100, 130]) {
      const { asked, payments } = account(() => ({ body: { payment_links: links(count) } }))
      expect(new Set(await idsOf(payments.list("PAYMENT_PAYMENT_LINKS"))).size).toBe(count)
      expect(asked.length).toBeLessThanOrEqual(2)
    }
  })
})

describe("the months of settlements", () => {
  const { page, sincePage } = razorpay.reads.PAYMENT_TRANSACTIONS as Read.Read
  const monthsOf = (own: typeof page, from: string | null, now: string): ReadonlyArray<string> => {
    const months: Array<string> = []
    for (let state: unknown = own.start({ from, now }); state !== null;) {
      const { query } = own.apply(state, { path: "/" })
      months.push(`${query?.["year"]}-${query?.["month"]}`)
      state = own.next(state, { body: {}, headers: {}, items: [] })
    }
    return months
  }
  it("go over the end of a year", () => {
    expect(monthsOf(page, "2025-11-20T00:00:00.000Z", "2026-01-10T00:00:00.000Z")).toEqual([
      "2025-11",
      "2025-12",
      "2026-01"
    ])
  })
  it("begin in India before they do in Greenwich", () => {
    expect(monthsOf(page, "2026-02-20T00:00:00.000Z", "2026-02-28T19:00:00.000Z").at(-1)).toBe("2026-03")
  })
  it("are asked for again when the next has just begun", () => {
    expect(monthsOf(sincePage!, "2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z")).toEqual(["2026-02", "2026-03"])
  })
  it("go on by a thousand movements", () => {
    const state = page.start({ from: "2026-03-01T00:00:00.000Z", now: "2026-03-02T00:00:00.000Z" })
    const next: unknown = page.next(state, { body: {}, headers: {}, items: Array.from({ length: 1000 }) })
    expect(page.apply(next, { path: "/" }).query).toMatchObject({ year: "2026", month: "03", skip: 1000 })
  })
})

describe("amounts", () => {
  it.each([
    ["INR", 12.34],
    ["JPY", 1234],
    ["KRW", 1234],
    ["KWD", 1.234],
    ["BHD", 1.234],
    ["ISK", 1234],
    ["UGX", 1234],
    ["MGA", 12.34],
    ["HUF", 12.34]
  ])("1234 %s is %d", (currency, amount) => {
    expect(map("PAYMENT_REFUNDS", { amount: 1234, currency })).toMatchObject({ amount, currency_id: currency })
  })
  it("refuses an amount without a currency rather than guess its size", () => {
    expect(map("PAYMENT_REFUNDS", { amount: 1234 })).toMatchObject({ refused: expect.stringContaining("currency") })
  })
  it("gives the fee only in the currency of the payment", () => {
    const paid = { amount: 1000, currency: "USD", fee: 236, status: "captured" }
    expect(map("PAYMENT_PAYMENTS", { ...paid, base_currency: "INR" })).toMatchObject({ fee_amount: null })
    expect(map("PAYMENT_PAYMENTS", { ...paid, currency: "INR" })).toMatchObject({ fee_amount: 2.36 })
  })
})

describe("what is not there", () => {
  it("reads objects that are empty lists, and times that are 0", () => {
    expect(map("PAYMENT_PAYMENTS", { amount: 1, currency: "INR", acquirer_data: [] })).toMatchObject({
      reference: null
    })
    expect(map("PAYMENT_DISPUTES", { amount: 1, currency: "INR", respond_by: 0 })).toMatchObject({ due_date: null })
  })
  it("leaves out invoices that are links", () => {
    expect(map("PAYMENT_INVOICES", { type: "link", amount: 100, currency: "INR", line_items: [] })).toBeNull()
  })
  it("names no payment of a link that several were captured for", () => {
    const payment = (id: string, status: string) => ({ payment_id: id, status })
    const link = (...payments: ReadonlyArray<object>) =>
      map("PAYMENT_PAYMENT_LINKS", { amount: 1, currency: "INR", payments })
    expect(link(payment("pay_1", "failed"), payment("pay_2", "captured"))).toMatchObject({ payment_id: "pay_2" })
    expect(link(payment("pay_1", "captured"), payment("pay_2", "captured"))).toMatchObject({ payment_id: null })
  })
})

describe("errors", () => {
  it.each([
    [400, "The id provided does not exist", "NotFound"],
    [400, "abc is not a valid id", "NotFound"],
    [400, "The api key provided is invalid", "AuthExpired"],
    [400, "Authentication failed", "AuthExpired"],
    [400, "The amount must be at least INR 1.00", undefined],
    [502, "Authentication failed at the bank", undefined]
  ])("takes %d %s for %s", (status, description, reason) => {
    const body = { error: { code: "BAD_REQUEST_ERROR", description, field: "amount" } }
    expect(razorpay.http.failure!({ status, body, headers: {} })).toMatchObject({
      message: description,
      field: "amount",
      ...(reason === undefined ? {} : { reason })
    })
    expect(razorpay.http.failure!({ status, body, headers: {} }).reason).toBe(reason)
  })
  it("finds nothing where the id is unknown", async () => {
    const fake = FakePlatform.make([
      {
        request: { path: "/v1/orders/order_1" },
        response: { status: 400, body: { error: { description: "The id provided does not exist" } } }
      }
    ])
    const payments = connect(unhurried, { credentials, settings, fetch: fake.fetch })
    expect(await payments.get("PAYMENT_ORDERS", "order_1")).toBeNull()
  })
})

describe("the account", () => {
  it("has one id, as the dashboard shows it and as webhooks do", () => {
    const { accountId } = razorpay.settings
    for (const place of Setting.placesOf(accountId)) {
      expect(place.normalize?.("BFQ7uQEaa7j2z7")).toBe("acc_BFQ7uQEaa7j2z7")
      expect(place.normalize?.("acc_BFQ7uQEaa7j2z7")).toBe("acc_BFQ7uQEaa7j2z7")
      expect(place.pattern).toBe("acc_[A-Za-z0-9]{14}")
    }
  })
  it("is asked as Basic, spelled so", async () => {
    const fake = FakePlatform.make([
      { request: { path: "/v1/payments", query: { count: 1 } }, response: { body: { items: [] } } }
    ])
    await connect(unhurried, { credentials, settings, fetch: fake.fetch }).check()
    expect(fake.calls[0]?.headers.get("authorization")).toBe(`Basic ${btoa("rzp_live_1:secret")}`)
  })
})

describe("a draft that is issued", () => {
  const stepOf = (answered: object) =>
    writes.PAYMENT_INVOICES.update.steps!({
      answered,
      input: { platform_id: "inv_1", memo: "April", status: "SUBMITTED" },
      settings,
      lookups: {},
      began: "2026-03-15T00:00:00.000Z"
    } as never)
  it("is changed first, and asked for before it is issued again", () => {
    expect(stepOf({})).toMatchObject({ name: "changed", call: { method: "PATCH", body: { description: "April" } } })
    const issued = stepOf({ changed: { body: { id: "inv_1", status: "draft" } } })
    expect(issued).toMatchObject({ name: "issued", call: { path: "/v1/invoices/inv_1/issue" } })
    const look = (issued as Write.Step).idempotency as Extract<Write.Idempotency, { readonly _tag: "Lookup" }>
    expect(look.call({}, {} as never)).toEqual({ path: "/v1/invoices/inv_1" })
    expect(look.find({ status: "draft" }, {}, {} as never)).toBeUndefined()
    expect(look.find({ status: "issued" }, {}, {} as never)).toEqual({ status: "issued" })
  })
})
