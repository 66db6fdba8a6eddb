import { expect, test } from "vitest"
import { collect, open } from "./open.ts"

const line = { account_id: "acc_000010", description: "Green coffee", quantity: 2.5, unit_amount: 4.125 }

test("a contact is created with its person and e-mail address", async () => {
  const { client, direct, later } = open()
  const since = later()
  const [result] = await client.create("CONTACTS", [
    {
      name: "Ito Trading",
      contact_name: "Ada van Ito",
      contact_type: "VENDOR",
      currency_id: "JPY",
      tax_number: "JP1",
      registration_number: "R1",
      email: "ada@ito.example"
    }
  ])
  const record = {
    name: "Ito Trading",
    contact_name: "Ada van Ito",
    contact_type: "VENDOR",
    currency_id: "JPY",
    tax_number: "JP1",
    registration_number: "R1",
    status: "ACTIVE",
    external_links: [{ link: "ada@ito.example", type: "EMAIL" }]
  }
  expect(result).toMatchObject({ status: "success", error: null, record })
  const { body } = await direct.get(`/contacts/${result!.record!.platform_id}`)
  expect(body).toMatchObject({ kind: "vendor", people: [{ given: "Ada", family: "van Ito", primary: true }] })
  expect(await collect(client.list("CONTACTS", { since }))).toEqual([result!.record])
  expect(await collect(client.list("CONTACT_PERSONS", { since }))).toMatchObject([
    { first_name: "Ada", last_name: "van Ito", is_primary: true, contact_id: result!.record!.platform_id }
  ])
})

test("a purchase order is created in minor units", async () => {
  const { client, direct, later } = open()
  const since = later()
  const { body: vendor } = await direct.post("/contacts", { name: "Kuwait Beans", kind: "vendor" })
  const item = {
    contact_id: vendor.id as string,
    document_number: "PO-9",
    posted_date: "2026-11-01T23:30:00+05:30",
    delivery_date: "2026-12-01"
  }
  const results = await client.create("PURCHASE_ORDERS", [
    { ...item, currency_id: "KWD", line_items: [{ ...line, total_discount: 0.125, tax_id: "tax_000006" }] },
    { ...item, currency_id: "JPY", document_number: "PO-10", line_items: [{ ...line, unit_amount: 400 }] },
    { ...item, currency_id: "EUR", document_number: "PO-11", line_items: [{ ...line, total_discount: 0.125 }] }
  ])
  const [dinar, yen, euro] = results
  expect(dinar).toMatchObject({
    status: "success",
    record: {
      contact_id: vendor.id,
      document_number: "PO-9",
      currency_id: "KWD",
      posted_date: "2026-11-01T00:00:00.000Z",
      delivery_date: "2026-12-01T00:00:00.000Z",
      sub_total: 10.188,
      total_discount: 0.125,
      status: "SUBMITTED",
      line_items: [{ quantity: 2.5, unit_amount: 4.125, total_discount: 0.125, tax_id: "tax_000006" }]
    }
  })
  expect(yen).toMatchObject({ status: "success", record: { total_amount: 1000, currency_id: "JPY" } })
  // A discount of a part of a cent cannot be written, and is not rounded.
  expect(euro).toMatchObject({ error: { code: "invalid-params", field: "line_items[0].total_discount" } })
  const listed = await collect(client.list("PURCHASE_ORDERS", { since }))
  expect(listed).toEqual([dinar!.record, yen!.record])
})

test("a vendor's credit note is put on the bills it names", async () => {
  const { client, direct, later } = open()
  const bill = (await direct.all("/bills?stage=approved")).find(
    ({ balanceMinor, currency }) => currency === "EUR" && balanceMinor > 2000
  )
  const since = later()
  const [result] = await client.create("BILL_CREDIT_NOTES", [
    {
      contact_id: bill.vendor.id,
      posted_date: "2026-11-20",
      currency_id: "EUR",
      memo: "Broken bags",
      bill_ids: [bill.id],
      line_items: [{ ...line, quantity: 1, unit_amount: 12.5 }]
    }
  ])
  expect(result).toMatchObject({
    status: "success",
    record: { bill_ids: [bill.id], memo: "Broken bags", remaining_credit: 0, total_amount: 12.5, status: "PAID" }
  })
  expect(await collect(client.list("BILL_CREDIT_NOTES", { since }))).toEqual([result!.record])
  expect(await collect(client.list("BILLS", { since }))).toMatchObject([
    { platform_id: bill.id, amount_due: (bill.balanceMinor - 1250) / 100, status: "PARTIALLY_PAID" }
  ])
  expect(await collect(client.list("BILL_PAYMENTS", { since }))).toMatchObject([
    { bill_id: bill.id, credit_note_id: result!.record!.platform_id, payment_id: null, amount: 12.5 }
  ])
})

const draft = async (direct: ReturnType<typeof open>["direct"]) =>
  (
    await direct.post("/invoices", {
      customer: "ctc_000001",
      issuedOn: "2026-11-01",
      dueOn: "2026-12-01",
      currency: "EUR",
      discount: "1.00",
      note: "As agreed",
      lines: [
        { account: "acc_000023", description: "One", quantity: "2", unitPrice: "10.00", discount: "2.00" },
        { account: "acc_000023", description: "Two", quantity: "1", unitPrice: "5.00" }
      ]
    })
  ).body

test("of an invoice only the members that are sent change", async () => {
  const { client, direct } = open()
  const before = await draft(direct)
  const update = async (change: object) => {
    const [result] = await client.update("INVOICES", [{ platform_id: before.id, ...change }])
    return result!
  }
  const unified = await client.get("INVOICES", before.id)
  const first = await update({ memo: null, due_date: "2027-01-15", document_number: "X-1" })
  expect(first.record).toEqual({
    ...unified,
    memo: null,
    due_date: "2027-01-15T00:00:00.000Z",
    document_number: "X-1",
    platform_unique_id: "X-1"
  })
  expect((await update({ status: "DRAFT" })).record).toMatchObject({ status: "DRAFT", document_number: "X-1" })
  expect((await update({ status: "SUBMITTED", contact_id: "ctc_000002" })).record).toMatchObject({
    status: "SUBMITTED",
    contact_id: "ctc_000002",
    total_discount: 3
  })
  expect((await update({ status: "PAID" })).error).toMatchObject({ code: "invalid-params", field: "status" })
  expect(await client.get("INVOICES", before.id)).toMatchObject({ status: "SUBMITTED" })
})

test("an invoice's lines are replaced as a whole, and those with an id stay what they are", async () => {
  const { client, direct } = open()
  const { id, lines } = await draft(direct)
  const [result] = await client.update("INVOICES", [
    {
      platform_id: id,
      line_items: [
        { account_id: "acc_000024", description: "Three", quantity: 1, unit_amount: 3, project_id: "P" },
        {
          platform_id: lines[1].id,
          account_id: "acc_000023",
          quantity: 4,
          unit_amount: 5,
          tracking_category_ids: ["dim_000001-1"]
        }
      ]
    }
  ])
  expect(result!.record!.line_items).toMatchObject([
    { account_id: "acc_000024", description: "Three", project_id: "P" },
    { platform_id: lines[1].id, quantity: 4, tracking_category_ids: ["dim_000001-1"] }
  ])
  expect(result!.record!.line_items[0]!.platform_id).not.toBe(lines[0].id)
  // The discount of the invoice was not sent and stays.
  expect(result!.record).toMatchObject({ total_discount: 1, sub_total: 22 })
})

test("total_discount is all discounts together", async () => {
  const { client, direct } = open()
  const { id } = await draft(direct)
  const update = async (change: object) => (await client.update("INVOICES", [{ platform_id: id, ...change }]))[0]!
  const before = (await client.get("INVOICES", id))!
  expect(before).toMatchObject({ total_discount: 3 })
  // What was read can be sent back without a change.
  const { line_items, total_discount } = before
  const sent = line_items.map(({ account_id, description, platform_id, quantity, total_discount, unit_amount }) => ({
    account_id,
    description,
    platform_id,
    quantity,
    total_discount,
    unit_amount
  }))
  expect((await update({ line_items: sent })).record).toEqual(before)
  expect((await update({ line_items: sent, total_discount })).record).toEqual(before)
  expect((await update({ total_discount: 5 })).record).toMatchObject({ total_discount: 5 })
  expect((await update({ total_discount: 1 })).error).toMatchObject({ field: "total_discount" })
  expect((await update({ line_items: sent.slice(0, 1), total_discount: 6 })).record).toMatchObject({
    total_discount: 6
  })
})

test("a refusal names our member and keeps to its item", async () => {
  const { client, direct, later } = open()
  const since = later()
  const contact = { contact_type: "CUSTOMER" as const }
  const results = await client.create("CONTACTS", [
    { ...contact, name: "First of three" },
    { ...contact, name: "First of three" },
    { ...contact, name: "Bad mail", email: "nobody" },
    { ...contact, name: "" },
    { ...contact, name: "Strange money", currency_id: "XXX" },
    { ...contact, name: "Third of three" }
  ])
  expect(results.map(({ status, error }) => [status, error?.code, error?.field])).toEqual([
    ["success", undefined, undefined],
    ["failed", "record-already-exists", "name"],
    ["failed", "platform-denied", "email"],
    ["failed", "missing-params", "name"],
    ["failed", "platform-denied", "currency_id"],
    ["success", undefined, undefined]
  ])
  expect(results[1]!.error!.platform_error).toMatchObject({ error: { type: "conflict" } })
  expect((await collect(client.list("CONTACTS", { since }))).length).toBe(2)
  const order = { contact_id: "ctc_000031", posted_date: "2026-11-01", currency_id: "EUR" }
  const orders = await client.create("PURCHASE_ORDERS", [
    { ...order, line_items: [line, { ...line, account_id: "acc_000999" }] },
    { ...order, contact_id: "ctc_000001", line_items: [line] },
    { ...order, currency_id: "euros", line_items: [line] }
  ])
  expect(orders.map(({ error }) => error?.field)).toEqual(["line_items[1].account_id", "contact_id", "currency_id"])
  const [missing] = await client.update("INVOICES", [{ platform_id: "inv_999999", memo: "?" }])
  expect(missing!.error).toMatchObject({ code: "platform-denied", reason: "NotFound" })
  expect((await direct.all("/purchaseOrders?number=PO-9")).length).toBe(0)
})

test("a repeated write does nothing a second time", async () => {
  let lost = 0
  const { client, direct, requests } = open({
    answer: (request) => {
      // The first answer gets lost on its way; the platform has carried the request out.
      if (request.method !== "POST" || lost++ > 0) return undefined
      void platform(request.clone())
      throw new TypeError("connection reset")
    }
  })
  const platform = (request: Request) =>
    request
      .text()
      .then((text) =>
        direct.post("/contacts", text, { "idempotency-key": request.headers.get("idempotency-key") ?? "" })
      )
  const item = { name: "Once only", contact_type: "CUSTOMER" as const }
  const [first] = await client.create("CONTACTS", [item], { key: "job-1" })
  const [again] = await client.create("CONTACTS", [item], { key: "job-1" })
  expect(first!.status).toBe("success")
  expect(again!.record).toEqual(first!.record)
  const { body } = await direct.get("/contacts?name=Once%20only")
  expect(body.items.length).toBe(1)
  const keys = requests.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("idempotency-key"))
  expect(new Set(keys)).toEqual(new Set(["job-1:0"]))
})
