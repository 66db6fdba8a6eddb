import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { expect, test } from "vitest"
import { sandbox } from "../../src/index.ts"
import { collect, open } from "./open.ts"

const idsOf = (records: ReadonlyArray<{ readonly platform_id: string }>) => records.map((row) => row.platform_id)
const from = "2025-01-01T00:00:00.000Z"
const readOf = (model: Models.ModelId, source = 0) => Connector.sourcesOf(sandbox, model)[source]!

test("a read is incremental exactly where the platform moves the time of change", () => {
  const models = Object.keys(sandbox.reads) as ReadonlyArray<Models.ModelId>
  const reads = models.flatMap((model) => Connector.sourcesOf(sandbox, model))
  const whole = reads.filter((read) => read.since === undefined)
  // What vanishes silently is read as a whole; besides, balances and the order's invoices do not move updatedAt.
  expect(whole.filter(({ deletes }) => deletes._tag !== "FullListing").map(({ model }) => model)).toEqual([
    "ACCOUNTS",
    "BANK_ACCOUNTS",
    "COMPANY_INFO"
  ])
  expect(reads.filter((read) => read.since !== undefined && read.deletes._tag === "FullListing")).toEqual([])
})

test("a read since a moment holds what was created and changed from then on", async () => {
  const { client, direct, later } = open()
  const since = later()
  expect(await collect(client.list("CONTACTS", { since }))).toEqual([])
  await direct.patch("/contacts/ctc_000002", { website: "https://changed.example" })
  const { body } = await direct.post("/contacts", { name: "Brand new", kind: "vendor" })
  expect(idsOf(await collect(client.list("CONTACTS", { since })))).toEqual(["ctc_000002", body.id])
  await direct.post("/people", { firstName: "Ada", lastName: "Ito" })
  expect(await collect(client.list("CRM_CONTACTS", { since: new Date(since) }))).toMatchObject([{ name: "Ada Ito" }])
  const charge = { amount: 1000, currency: "JPY", method: { type: "sepaDebit" } }
  await direct.post("/charges", charge)
  expect(await collect(client.list("PAYMENT_PAYMENTS", { since }))).toMatchObject([
    { amount: 1000, currency_id: "JPY", payment_method: "SEPADEBIT", status: "PAID" }
  ])
})

test("a payment on an invoice moves the invoice", async () => {
  const { client, direct, later } = open()
  const since = later()
  const invoice = (await direct.all("/invoices?state=issued")).find(({ currency }) => currency === "EUR")
  await direct.post("/customerPayments", {
    customer: invoice.customer.id,
    receivedOn: "2026-11-20",
    method: "bank",
    currency: "EUR",
    amount: "7.00",
    into: "bnk_000001",
    allocations: [
      { invoice: invoice.id, amount: "2.00" },
      { invoice: invoice.id, amount: "3.00" }
    ]
  })
  expect(await collect(client.list("INVOICES", { since }))).toMatchObject([
    { platform_id: invoice.id, status: "PARTIALLY_PAID", amount_due: Number(invoice.balance) - 5 }
  ])
  const settled = await collect(client.list("INVOICE_PAYMENTS", { since }))
  const [{ payment_id } = { payment_id: null }] = settled
  expect(settled).toMatchObject([
    { platform_id: `${payment_id}:${invoice.id}`, invoice_id: invoice.id, amount: 5 },
    { platform_id: payment_id, invoice_id: null, amount: 2 }
  ])
  await direct.patch(`/customerPayments/${payment_id}`, { state: "bounced" })
  expect(await collect(client.list("INVOICE_PAYMENTS", { since }))).toEqual([])
})

test("a flagged delete is seen as one", async () => {
  const { client, direct, later, run } = open()
  const { body } = await direct.post("/contacts", { name: "Soon gone", kind: "vendor", people: [{ given: "Ada" }] })
  const since = later()
  await direct.del(`/contacts/${body.id}`)
  expect(await collect(client.list("CONTACTS", { since }))).toEqual([])
  for (const model of ["CONTACTS", "CONTACT_PERSONS"] as const) {
    const { items } = await run((own) => own.page(readOf(model), { since, from, now: since, lookups: {} }))
    expect(items).toMatchObject([{ deleted: true, records: [{}] }])
  }
})

test("the change feed tells of deletes since a moment", async () => {
  const { direct, later, run } = open()
  const made = [
    await direct.post("/shopCustomers", { firstName: "Ada" }),
    await direct.post("/shopCustomers", { firstName: "Bo" })
  ]
  await direct.del(`/shopCustomers/${made[0]!.body.id}`)
  const since = later()
  const deleted = (model: Models.ModelId) => run((own) => own.ids(readOf(model), { since, now: since }))
  expect(await deleted("ECOMMERCE_CUSTOMERS")).toEqual([])
  await direct.del(`/shopCustomers/${made[1]!.body.id}`)
  for (let index = 0; index < 250; index++) await direct.patch("/companies/cmp_000001", { employees: index })
  await direct.del("/attachments/att_000001")
  expect(await deleted("ECOMMERCE_CUSTOMERS")).toEqual([String(made[1]!.body.id)])
  expect(await deleted("DOCUMENTS")).toEqual(["att_000001"])
  expect(await deleted("BILLS")).toEqual([])
  expect(await deleted("CRM_COMPANIES")).toEqual([])
})

test("only a whole listing shows a silent delete", async () => {
  const { client, direct, run } = open()
  await direct.del("/notes/not_000001")
  const notes = await collect(client.list("CRM_NOTES"))
  expect(idsOf(notes)).not.toContain("not_000001")
  expect(notes.length).toBe((await direct.all("/notes")).length)
  expect(readOf("CRM_NOTES").deletes._tag).toBe("FullListing")
  expect(await run((own) => own.ids(readOf("CRM_NOTES"), { since: from, now: from }))).toEqual([])
})

test("a new invoice shows in its sales order", async () => {
  const { client, direct } = open()
  const [order] = (await collect(client.list("SALES_ORDERS"))).filter(({ invoice_ids }) => invoice_ids.length === 0)
  const line = { account: "acc_000023", unitPrice: "1.00" }
  const { body } = await direct.post("/invoices", {
    customer: order!.contact_id,
    issuedOn: "2026-11-20",
    currency: "EUR",
    salesOrders: [order!.platform_id],
    lines: [line]
  })
  expect(await client.get("SALES_ORDERS", order!.platform_id)).toMatchObject({ invoice_ids: [body.id] })
})
