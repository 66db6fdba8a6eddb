/** The oddities of Jurnal, each with what would go wrong without its care. */
import { createHash, createHmac } from "node:crypto"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { jurnal } from "../src/index.ts"

const base = "https://api.mekari.com/public/jurnal/api/v1"
const credentials = { client_id: "client-1", client_secret: "client-secret-1" }
const books = (exchanges: Parameters<typeof FakePlatform.make>[0]) => {
  const fake = FakePlatform.make(exchanges, { "": base })
  return { fake, own: connect(jurnal, { credentials, settings: {}, fetch: fake.fetch }) }
}
const page = (list: string, rows: ReadonlyArray<unknown>, more: object = {}, query: object = {}) => ({
  request: { path: `/${list}`, query: { page: 1, page_size: 100, ...query } },
  response: { body: { [list === "taxes" ? "company_taxes" : list]: rows, current_page: 1, total_pages: 1, ...more } }
})
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}
describe("Jurnal", () => {
  test("the date, the request line with its query and the digest of the body are what was sent", async () => {
    const sent: Array<Request> = []
    const own = connect(jurnal, {
      credentials,
      settings: {},
      fetch: (input, init) => {
        sent.push(new Request(input, init))
        return Promise.resolve(Response.json({ tag: { id: 1 } }))
      }
    })
    const text = JSON.stringify({ tag: { name: "Jalan Sudirman, 88" } })
    await own.call({ path: "/tags", query: { name: "a b", at: "01/02/2026" } })
    await own.call({ method: "POST", path: "/tags", body: JSON.parse(text) })
    const [read, made] = sent
    for (const one of sent) {
      const { pathname, search } = new URL(one.url)
      const date = one.headers.get("date") ?? ""
      expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
      const line = `date: ${date}\n${one.method} ${pathname}${search} HTTP/1.1`
      const signature = createHmac("sha256", credentials.client_secret).update(line).digest("base64")
      expect(one.headers.get("authorization")).toBe(
        `hmac username="client-1", algorithm="hmac-sha256", headers="date request-line", signature="${signature}"`
      )
    }
    expect(new URL(read!.url).search).not.toBe("")
    expect(read!.headers.get("digest")).toBeNull()
    const body = await made!.text()
    expect(JSON.parse(body)).toEqual(JSON.parse(text))
    expect(made!.headers.get("digest")).toBe(`SHA-256=${createHash("sha256").update(body).digest("base64")}`)
  })

  test.each([
    [undefined, base],
    ["production", base],
    ["sandbox", "https://sandbox-api.mekari.com/public/jurnal/api/v1"]
  ])("environment %s is at %s, and its companies are others", (environment, address) => {
    expect(typeof jurnal.http.baseUrl === "function" && jurnal.http.baseUrl({ environment })).toBe(address)
    const { id } = jurnal.account as { readonly id: (body: unknown, known: unknown) => unknown }
    const settings = environment === undefined ? {} : { environment }
    expect(id({ company: { id: 5 } }, { settings, credentials })).toBe(environment === "sandbox" ? "sandbox:5" : "5")
  })

  test("a page other than the one asked for ends the run", async () => {
    const { own } = books([page("taxes", [{ id: 1 }], { current_page: 2, total_pages: 3 })])
    await expect(all(own.list("TAX_RATES"))).rejects.toThrow()
  })

  test("without a count of pages the list ends where a page is empty", async () => {
    const more = { current_page: undefined, total_pages: undefined }
    const { fake, own } = books([
      page("taxes", [{ id: 1 }], more),
      page("taxes", [{ id: 2 }], more, { page: 2 }),
      page("taxes", [], more, { page: 3 })
    ])
    expect((await all(own.list("TAX_RATES"))).map(({ platform_id }) => platform_id)).toEqual(["1", "2"])
    expect(fake.calls).toHaveLength(3)
  })

  test("who is a customer and a vendor is one contact, whatever list shows them", async () => {
    const query = { include_archive: true }
    const person = { id: 55, display_name: "Toko Samudra", is_customer: true, is_vendor: true }
    const profile = { request: { path: "/contacts/55" }, response: { body: { person } } }
    const lists = [page("customers", [{ id: 55 }], {}, query), page("vendors", [{ id: 55 }], {}, query)]
    const { own } = books([...lists, profile, profile])
    const found = await all(own.list("CONTACTS"))
    expect(new Set(found.map(({ platform_id }) => platform_id))).toEqual(new Set(["55"]))
    for (const one of found) expect(one).toMatchObject({ contact_type: "CUSTOMER", name: "Toko Samudra" })
  })

  test("an account that is in the list and below another is one", async () => {
    const child = { id: 2, name: "Bank", parent_id: 1, category_id: 3, children: null }
    const accounts = [{ id: 1, name: "Cash", category_id: 3, children: [child] }, child]
    const { own } = books([
      { request: { path: "/accounts", query: { include_archive: true } }, response: { body: { accounts } } }
    ])
    expect((await all(own.list("ACCOUNTS"))).map(({ platform_id }) => platform_id)).toEqual(["1", "2"])
  })

  const month = { period_start: "2026-02-01", period_end: "2026-02-28" }
  const lookups = (own: object) => ({
    lookups: { base: { code: "IDR", ...own } },
    followed: [],
    companions: {},
    settings: {}
  })
  const flow = (closing_balance: string) => ({
    ...month,
    report: {
      operating_activities: { income: [], expense: [] },
      non_operating_activities: { other: [] },
      summary: { closing_balance: [{ total: closing_balance }] }
    }
  })
  const statement = jurnal.reads.CASH_FLOW_STATEMENT as unknown as {
    readonly map: (raw: unknown, context: unknown) => { readonly cash_at_end_of_period: number | null }
  }
  const closing = (text: string, own: object) => statement.map(flow(text), lookups(own)).cash_at_end_of_period
  test("amounts are read as the company writes them, and never with the marks the other way round", () => {
    const indonesian = { separator: ",", delimiter: ".", precision: 2 }
    expect(closing("- 1.675.205.825,00", indonesian)).toBe(-1_675_205_825)
    expect(closing("1,675.5", { separator: ".", delimiter: ",", precision: 2 })).toBe(1675.5)
    expect(closing("1.675", { ...indonesian, precision: 0 })).toBe(1675)
    for (const text of ["1.675", "1.675,00"]) {
      expect(() => closing(text, { separator: ".", delimiter: ",", precision: 2 })).toThrow()
    }
  })

  test.each([
    [422, { errors: "Data not found." }, "NotFound", undefined],
    [422, { errors: ["Data tidak ditemukan."] }, "NotFound", undefined],
    [401, ["You're not authorized to perform this action."], "Forbidden", undefined],
    [401, { message: "Unauthorized" }, undefined, undefined],
    [
      422,
      { transaction_no: ["already used"], error_full_messages: ["Number already used"] },
      undefined,
      "document_number"
    ],
    [422, { "transaction_lines.amount": "(Must be greater than 0)", id: null }, undefined, "line_items"],
    [409, { custom_id: "(…)", id: 7, error_full_messages: ["Custom (…)"] }, undefined, "custom_id"],
    [422, { product_name: ["not found"] }, undefined, "product_name"],
    [500, "<html>", undefined, undefined]
  ])("%i with %o is understood", (status, body, reason, field) => {
    const said = jurnal.http.failure!({ status, body, headers: {} })
    expect([said.reason, said.field]).toEqual([reason, field])
    if (typeof body !== "string") expect(said.message).toBeTruthy()
  })

  test.each([
    ["POST", "/companies", /read only/],
    ["PATCH", "/%63ompanies/1", /read only/],
    ["GET", "/companies/active", null],
    ["POST", "/tags", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = jurnal.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })

  test("what the gateway says is left is for the minute", () => {
    const remaining = jurnal.http.limits.remaining!
    expect(remaining({ "x-ratelimit-remaining": "7" })).toEqual([{ seconds: 60, remaining: 7 }])
    expect(remaining({ "x-ratelimit-remaining": "many" })).toEqual([])
  })
})

describe("what becomes no record is told", () => {
  const mapped = (
    model: Parameters<typeof Connector.sourcesOf>[1],
    raw: object,
    followed: ReadonlyArray<unknown> = []
  ) => Connector.sourcesOf(jurnal, model)[0]!.map(raw, { settings: {}, lookups: {}, companions: {}, followed })

  test.each(["BILL_PAYMENTS", "INVOICE_PAYMENTS"] as const)("a draft of %s", (model) => {
    const draft = Read.untaken("a payment that is a draft, of which nothing is paid")
    expect(mapped(model, { id: "1", is_draft: true, records: [] })).toEqual(draft)
    expect(mapped(model, { id: "1", is_draft: false, records: [] })).not.toEqual(draft)
  })
  test("a credit memo of somebody who is neither customer nor vendor, or both", () => {
    const memo = (person: object) => mapped("INVOICE_CREDIT_NOTES", { id: "1" }, [{ person }])
    const nobodys = Read.untaken("a credit memo of which nothing tells whether it is a customer's or a vendor's")
    expect(memo({})).toEqual(nobodys)
    expect(memo({ is_customer: true, is_vendor: true })).toEqual(nobodys)
    expect(memo({ is_customer: true })).toMatchObject({ platform_id: "1" })
    expect(memo({ is_vendor: true })).toBeNull()
  })
})
