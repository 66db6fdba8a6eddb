import assert from "node:assert/strict"
import { connect } from "@svc/core/connect"
import { describe, it } from "vitest"
import { qoyod } from "../src/index.ts"

interface Sent {
  readonly path: string
  readonly body: any
}
/** What is sent of a new document, and the field that it is refused for. */
const creating = async (model: "BILLS" | "INVOICES", item: object) => {
  const sent: Array<Sent> = []
  const unlimited: typeof qoyod = { ...qoyod, http: { ...qoyod.http, limits: { windows: [], concurrent: 4 } } }
  const books: any = connect(unlimited, {
    credentials: { key: "qoyod-key-1" },
    settings: { inventory: "3" },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method === "GET") return Response.json({})
      sent.push({ path: new URL(request.url).pathname, body: await request.json() })
      return Response.json({ [model === "BILLS" ? "bill" : "invoice"]: { id: 1 } }, { status: 201 })
    }
  })
  const line = { item_id: "101", quantity: 1, unit_amount: 10 }
  const document = {
    contact_id: model === "BILLS" ? "vendor:1" : "customer:1",
    document_number: "N-1",
    posted_date: "2026-03-10",
    due_date: "2026-04-10",
    line_items: [line, line, line],
    ...item
  }
  const [result] = await books.create(model, [document])
  const [own] = sent
  return { field: result?.error?.field, lines: own && Object.values<any>(own.body)[0].line_items }
}

describe("a discount of a document", () => {
  it("is spread over its lines to the cent", async () => {
    const { lines } = await creating("INVOICES", { total_discount: 10 })
    assert.deepEqual(
      lines.map(({ discount, discount_type }: any) => [discount, discount_type]),
      [3.33, 3.34, 3.33].map((discount) => [discount, "amount"])
    )
  })
  it("is what the discounts of its lines come to, and no more than the lines", async () => {
    const line_items = [{ item_id: "101", quantity: 1, unit_amount: 10, total_discount: 4 }]
    assert.equal((await creating("BILLS", { line_items, total_discount: 4 })).lines[0].discount, 4)
    assert.equal((await creating("BILLS", { line_items, total_discount: 5 })).field, "total_discount")
    assert.equal((await creating("BILLS", { total_discount: 31 })).field, "total_discount")
    assert.equal((await creating("BILLS", { total_discount: -1 })).field, "total_discount")
  })
})
