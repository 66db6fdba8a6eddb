/** Wafeq's oddities, each with what would go wrong without its care. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { wafeq } from "../src/index.ts"

const base = "https://api.wafeq.com/v1"
const books = (exchanges: Parameters<typeof FakePlatform.make>[0]) => {
  const fake = FakePlatform.make(exchanges, { "": base })
  return { fake, own: connect(wafeq, { credentials: { key: "wafeq-key-1" }, settings: {}, fetch: fake.fetch }) }
}
const tax = (id: string, rate: unknown) => ({ id, name: id, rate, tax_type: "SALES" })
const list = (path: string, results: ReadonlyArray<unknown>, next: string | null = null) => ({
  request: { path, query: { page_size: 100 } },
  response: { body: { next, previous: null, results } }
})
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}

describe("Wafeq", () => {
  test("rates are parts or percentages, and one itself is neither", async () => {
    const { own } = books([list("/tax-rates/", [tax("a", 0.05), tax("b", 15), tax("c", "0.150000"), tax("d", 1)])])
    const rates = await all(own.list("TAX_RATES"))
    expect(rates.map(({ total_tax_rate }) => total_tax_rate)).toEqual([5, 15, 15, null])
  })

  test("a link to the next page that is written with http stays on the host", async () => {
    const { fake, own } = books([
      list("/tax-rates/", [tax("a", 5)], "http://api.wafeq.com/v1/tax-rates/?page=2&page_size=100"),
      {
        request: { path: "/tax-rates/", query: { page: "2", page_size: "100" } },
        response: { body: { next: null, results: [tax("b", 5)] } }
      }
    ])
    expect(await all(own.list("TAX_RATES"))).toHaveLength(2)
    expect(fake.calls.map(({ url }) => new URL(url).protocol)).toEqual(["https:", "https:"])
  })

  test("a link to another host is not followed", async () => {
    const { own } = books([list("/tax-rates/", [tax("a", 5)], "https://wafeq.example/v1/tax-rates/?page=2")])
    await expect(all(own.list("TAX_RATES"))).rejects.toThrow(/another host/)
  })

  test.each([
    [{ attr: "contact", code: "required", detail: "Say whom." }, "Say whom.", "contact_id"],
    [
      { type: "validation_error", errors: [{ attr: "line_items[0].account", detail: "No such." }] },
      "No such.",
      "line_items"
    ],
    [{ invoice_number: ["This number already exists."] }, "already exists", "document_number"],
    [{ detail: "Locked." }, "Locked.", undefined]
  ])("%o is understood", (body, message, field) => {
    const said = wafeq.http.failure!({ status: 400, body, headers: {} })
    expect(said?.message).toContain(message)
    expect(said?.field).toBe(field)
  })

  test.each([
    ["POST", "/contacts", /slash/],
    ["POST", "/payment_requests/", /bank/],
    ["POST", "/invoices/1/tax-authority/report/", /tax authority/],
    ["POST", "/invoices/1/tax%2Dauthority/report/", /tax authority/],
    ["GET", "/payment_requests/", null],
    ["POST", "/contacts/", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = wafeq.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })
})

describe("what is read", () => {
  const lookups = { base: "SAR" }
  const mapped = (read: Read.Read, raw: object) =>
    read.map(raw, { settings: {}, lookups, companions: {}, followed: [] })
  const { BILLS, INCOME_STATEMENT, INVOICES } = wafeq.reads

  test("a section of a group that is not known refuses the month, unless nothing is in it", () => {
    const month = { period_start: "2026-03-01", period_end: "2026-03-31" }
    const section = (children: ReadonlyArray<object>) => ({ ...month, rows: [{ group: "SUSPENSE", children }] })
    expect(() => mapped(INCOME_STATEMENT, section([{ label: "Odd", values: [1] }]))).toThrow(/known group/)
    expect(mapped(INCOME_STATEMENT, section([]))).toMatchObject({ revenue: [], net_profit: 0 })
  })

  test.each([
    ["TAX_INCLUSIVE", { sub_total: 100, total_amount: 115 }],
    ["TAX_EXCLUSIVE", { sub_total: 115, total_amount: 130 }],
    [null, { sub_total: null, total_amount: null }]
  ])("amounts of lines hold the tax or not, as %s says", (tax_amount_type, line) => {
    const line_items = [{ id: "l", line_amount: 115, tax_amount: 15 }]
    expect(mapped(BILLS, { id: "b", tax_amount_type, line_items })).toMatchObject({ line_items: [line] })
  })

  test("a payment of payslips is told, and is a record of no model", () => {
    const [payments] = Connector.sourcesOf(wafeq, "BILL_PAYMENTS")
    const raw = { id: "p", amount: 5, payslip_payments: [{ amount: 5 }] }
    expect(mapped(payments!, raw)).toEqual(Read.untaken("a payment of payslips, which no model has"))
    expect(mapped(payments!, { ...raw, payslip_payments: [] })).not.toMatchObject({ _tag: "Untaken" })
  })

  test("a simplified invoice has no balance: all of it is paid, or nothing is told", () => {
    const of = (status: string) => mapped(INVOICES[1]!, { id: "s", status, amount: 5 })
    expect(of("PAID")).toMatchObject({ amount_due: 0 })
    expect(of("DRAFT")).toMatchObject({ amount_due: null })
  })
})
