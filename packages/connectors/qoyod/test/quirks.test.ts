import assert from "node:assert/strict"
import { connect, isConnectorError } from "@svc/core/connect"
import { describe, it } from "vitest"
import { qoyod } from "../src/index.ts"

type Answer = readonly [status: number, body: unknown]
/** Books that answer by the path and query of a call, and remember both. */
const books = (answer: (url: URL) => Answer, settings = {}) => {
  const asked: Array<string> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(new Request(input, init).url)
    asked.push(decodeURIComponent(`${url.pathname}${url.search}`))
    const [status, body] = answer(url)
    return typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status })
  }
  return { asked, client: connect(qoyod, { credentials: { key: "qoyod-key-1" }, settings, fetch }) }
}
const all = async <A>(list: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of list) found.push(one)
  return found
}
const nothing: Answer = [404, "We could not retrieve your products, we found nothing."]
const products = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, sku: `S${index}` }))

describe("a list", () => {
  it("is empty where Qoyod says that it found nothing", async () => {
    const { client } = books(() => nothing)
    assert.deepEqual(await all(client.list("ITEMS")), [])
  })
  it("ends behind its last full page", async () => {
    const { client } = books(({ searchParams }) =>
      searchParams.get("page") === "1" ? [200, { products: products(100) }] : nothing
    )
    assert.equal((await all(client.list("ITEMS"))).length, 100)
  })
  it("may come whole, whatever page is asked for", async () => {
    for (const count of [100, 150]) {
      const { client } = books(() => [200, { products: products(count) }])
      assert.equal((await all(client.list("ITEMS"))).length, count)
    }
  })
  it("may be bare", async () => {
    const { client } = books(() => [200, products(2)])
    assert.equal((await all(client.list("ITEMS"))).length, 2)
  })
  it("that is not there any more is not empty", async () => {
    for (const body of ["Not found", { message: "No route matches" }, "<html>404</html>"]) {
      const { client } = books(() => [404, body])
      await assert.rejects(all(client.list("ITEMS")), (error: unknown) => isConnectorError(error))
    }
  })
})

describe("invoices since a moment", () => {
  it("are those that changed and those that are open", async () => {
    const { asked, client } = books(({ pathname }) => (pathname.endsWith("/taxes") ? [200, { taxes: [] }] : nothing))
    await all(client.list("INVOICES", { since: "2026-03-10T00:00:00.000Z" }))
    assert.deepEqual(asked.slice(1), [
      "/2.0/invoices?q[updated_at_gteq]=2026-03-10T00:00:00.000Z&page=1&per_page=100",
      "/2.0/invoices?q[status_eq]=Approved&page=1&per_page=100"
    ])
  })
})

describe("what is approved", () => {
  const invoice = (members: object) => ({ id: 1, status: "Approved", total: "100.0", ...members })
  for (const [members, status] of [
    [{ due_amount: "100.0" }, "SUBMITTED"],
    [{ due_amount: "40.0" }, "PARTIALLY_PAID"],
    [{ paid_amount: "100.0" }, "PAID"],
    [{}, "SUBMITTED"],
    [{ status: "voided", due_amount: "0.0" }, "VOID"]
  ] as const) {
    it(`with ${JSON.stringify(members)} is ${status}`, async () => {
      const { client } = books(({ pathname }) =>
        pathname.endsWith("/invoices/1") ? [200, { invoice: invoice(members) }] : nothing
      )
      assert.equal((await client.get("INVOICES", "1"))?.status, status)
    })
  }
})

describe("taxes", () => {
  it("of lines are those that every company has, where Qoyod does not list them", async () => {
    const line_items = [15, 0].map((tax_percent) => ({ quantity: 1, unit_price: 10, tax_percent }))
    const { client } = books(({ pathname }) =>
      pathname.endsWith("/invoices/1") ? [200, { id: 1, line_items }] : [404, "Not found"]
    )
    const invoice = await client.get("INVOICES", "1")
    // Zero is that of two of them.
    assert.deepEqual(
      invoice?.line_items?.map(({ tax_amount, tax_id }) => [tax_id, tax_amount]),
      [
        ["1", 1.5],
        [null, 0]
      ]
    )
    assert.equal(invoice?.total_amount, 21.5)
  })
})

describe("a refusal", () => {
  for (const [body, message, field] of [
    [{ errors: { reference: ["has already been taken"] } }, "reference has already been taken", "document_number"],
    [{ errors: ["Something"] }, "Something", undefined],
    [{ error: "Something" }, "Something", undefined],
    ["Something", "Something", undefined]
  ] as const) {
    it(`is heard in ${JSON.stringify(body)}`, async () => {
      const { client } = books(() => [422, body])
      const error: unknown = await client.check().catch((own: unknown) => own)
      assert.ok(isConnectorError(error) && error.reason._tag === "Rejected")
      assert.deepEqual([error.reason.message, error.reason.field], [message, field])
    })
  }
})

describe("another address", () => {
  it("is one of Qoyod's", async () => {
    const { asked, client } = books(() => [200, { accounts: [] }], { address: "www.qoyod.com/api/2.0" })
    await client.check()
    assert.deepEqual(asked, ["/api/2.0/accounts"])
    const { client: foreign } = books(() => [200, {}], { address: "elsewhere.example" })
    await assert.rejects(foreign.check())
  })
})
