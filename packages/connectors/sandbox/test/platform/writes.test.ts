import { expect, test } from "vitest"
import { start } from "./client.ts"

const invoice = (rest: object = {}) => ({
  customer: { id: "ctc_000001" },
  issuedOn: "2026-11-20",
  currency: "EUR",
  lines: [{ item: { id: "itm_000001" }, quantity: "3", unitPrice: "10.005", discount: "1.00" }],
  ...rest
})

test("the platform computes totals, taxes and discounts", async () => {
  const { post, get } = start()
  const lines = [
    { account: "acc_000023", taxRate: "tax_000001", quantity: 2, unitPrice: "50" },
    { account: "acc_000023", taxRate: "tax_000002", quantity: "1", unitPrice: "100", discount: "50" }
  ]
  const { status, body } = await post("/invoices", invoice({ lines, discount: "15.00" }))
  expect(status).toBe(201)
  expect(body.totals).toEqual({ discount: "65.00", net: "135.00", tax: "22.95", total: "157.95" })
  expect(body).toMatchObject({ balance: "157.95", paid: "0.00", state: "issued", deleted: false })
  expect(body.customer).toEqual({ id: "ctc_000001", name: expect.any(String) })
  expect(body.lines.map(({ id }: { id: string }) => id)).toEqual([`${body.id}-1`, `${body.id}-2`])
  expect((await get(`/invoices/${body.id}`)).body).toEqual(body)

  const inclusive = [{ account: "acc_000023", taxRate: "tax_000001", unitPrice: "121" }]
  const other = await post("/invoices", invoice({ lines: inclusive, pricesIncludeTax: true }))
  expect(other.body.totals).toMatchObject({ net: "100.00", tax: "21.00", total: "121.00" })
})

test("amounts follow the currency's own number of decimals", async () => {
  const { post } = start()
  const lines = [{ accountId: "acc_000010", unitMinor: 1999.5, qty: 3 }]
  const yen = await post("/bills", { vendor: "ctc_000031", billedOn: "2026-11-20", currency: "JPY", lines })
  expect(yen.body.totals.totalMinor).toBe(5999)
  const sale = [{ account: "acc_000023", unitPrice: "1.2345" }]
  const dinar = await post("/invoices", invoice({ currency: "KWD", lines: sale }))
  expect(dinar.body.totals.total).toBe("1.235")
})

test("a change starts from what is stored and keeps the identity of lines", async () => {
  const { post, patch } = start()
  const { body } = await post("/invoices", invoice())
  const noted = await patch(`/invoices/${body.id}`, { note: "Leave at the door" })
  expect(noted.body).toEqual({ ...body, note: "Leave at the door" })
  const lines = [{ id: body.lines[0].id, item: "itm_000001", quantity: 1, unitPrice: 8 }, { item: "itm_000002" }]
  const changed = await patch(`/invoices/${body.id}`, { lines })
  expect(changed.body.lines.map(({ id }: { id: string }) => id)).toEqual([`${body.id}-1`, `${body.id}-2`])
})

test("validation names the place of the fault", async () => {
  const { post, patch } = start()
  const cases: ReadonlyArray<readonly [object, string, number]> = [
    [{ customer: undefined }, "customer", 400],
    [{ issuedOn: "2026-02-30" }, "issuedOn", 400],
    [{ colour: "red" }, "colour", 400],
    [{ currency: "XXX" }, "currency", 422],
    [{ customer: "ctc_999999" }, "customer", 422],
    [{ lines: [] }, "lines", 400],
    [{ lines: [{ unitPrice: "5" }] }, "lines[0].account", 400],
    [{ lines: [{ item: "itm_000001", quantity: "-1" }] }, "lines[0].quantity", 400],
    [{ lines: [{ item: "itm_000001" }, { item: "itm_000001", discount: "9999999" }] }, "lines[1].discount", 422],
    [{ lines: [{ item: "itm_000018" }] }, "lines[0].item", 422],
    [{ customer: "ctc_000031" }, "customer", 422]
  ]
  for (const [rest, param, expected] of cases) {
    const { status, body } = await post("/invoices", invoice(rest))
    expect([param, status, body.error.param]).toEqual([param, expected, param])
  }
  expect((await post("/invoices", "{")).body.error).toMatchObject({ type: "invalid_request", param: "body" })
  expect((await post("/invoices", [])).body.error.param).toBe("body")
  expect((await patch("/invoices/inv_999999", {})).status).toBe(404)
  expect((await post("/charges/chg_000001", {})).status).toBe(405)
  expect((await post("/nothing", {})).status).toBe(404)
})

test("names and document numbers are taken once", async () => {
  const { post, patch, del } = start()
  const taken = await post("/contacts", { name: "blue door ESPRESSO", kind: "vendor" })
  expect([taken.status, taken.body.error.param]).toEqual([409, "name"])
  const mine = await post("/contacts", { name: "Entirely new", kind: "vendor" })
  expect((await patch(`/contacts/${mine.body.id}`, { name: "Blue Door Espresso" })).status).toBe(409)
  expect((await patch(`/contacts/${mine.body.id}`, { name: "Entirely NEW" })).status).toBe(200)
  await del(`/contacts/${mine.body.id}`)
  expect((await post("/contacts", { name: "Entirely new", kind: "vendor" })).status).toBe(201)
  await post("/invoices", invoice({ number: "A-1" }))
  expect((await post("/invoices", invoice({ number: "A-1" }))).body.error).toMatchObject({
    type: "conflict",
    param: "number"
  })
})

test("purchase orders want an existing vendor", async () => {
  const { post } = start()
  const order = { orderedOn: "2026-11-20", currency: "EUR", lines: [{ itemId: "itm_000001", qty: 5 }] }
  expect((await post("/purchaseOrders", order)).body.error.param).toBe("vendor")
  expect((await post("/purchaseOrders", { ...order, vendor: "ctc_999999" })).status).toBe(422)
  expect((await post("/purchaseOrders", { ...order, vendor: "ctc_000001" })).body.error.type).toBe("rule_violation")
  expect((await post("/purchaseOrders", { ...order, vendor: { id: "ctc_000031" } })).status).toBe(201)
})

test("a vendor credit note lowers the balance of bills and gives it back", async () => {
  const { post, get, del } = start()
  const lines = [{ accountId: "acc_000010", unitMinor: 10_000 }]
  const bill = (await post("/bills", { vendor: "ctc_000031", billedOn: "2026-11-20", currency: "EUR", lines })).body
  const note = {
    side: "vendor",
    party: "ctc_000031",
    issuedOn: "2026-11-20",
    currency: "EUR",
    lines: [{ account: "acc_000010", unitPrice: "30" }],
    applyTo: [bill.id]
  }
  const credit = (await post("/creditNotes", note)).body
  expect(credit).toMatchObject({
    remaining: "0.00",
    state: "used",
    applied: [{ amount: "30.00", document: { id: bill.id } }]
  })
  expect((await get(`/bills/${bill.id}`)).body).toMatchObject({
    balanceMinor: 7000,
    creditedMinor: 3000,
    stage: "part-settled"
  })
  await del(`/creditNotes/${credit.id}`)
  expect((await get(`/bills/${bill.id}`)).body).toMatchObject({ balanceMinor: 10_000, stage: "approved" })
})

test("payments settle invoices, never beyond the balance, and freeze their lines", async () => {
  const { post, patch, get, del } = start()
  const { id, totals } = (await post("/invoices", invoice())).body
  const payment = (amount: string) => ({
    customer: "ctc_000001",
    receivedOn: "2026-11-20",
    method: "bank",
    currency: "EUR",
    amount,
    into: "bnk_000001",
    allocations: [{ invoice: { id }, amount }]
  })
  const over = await post("/customerPayments", payment("99999"))
  expect([over.status, over.body.error.param]).toEqual([422, "allocations[0].invoice"])
  const paid = await post("/customerPayments", payment(totals.total))
  expect((await get(`/invoices/${id}`)).body).toMatchObject({ balance: "0.00", state: "settled" })
  const frozen = await patch(`/invoices/${id}`, { lines: [{ item: "itm_000002" }] })
  expect([frozen.status, frozen.body.error.param]).toEqual([422, "lines"])
  expect((await patch(`/invoices/${id}`, { note: "Paid, thanks" })).status).toBe(200)
  expect((await del(`/invoices/${id}`)).status).toBe(422)
  await patch(`/customerPayments/${paid.body.id}`, { state: "bounced" })
  expect((await get(`/invoices/${id}`)).body).toMatchObject({ balance: totals.total, state: "issued" })
})

test("a refused request changes nothing, not even in part", async () => {
  const { post, get } = start()
  const { latestSequence } = (await get("/changes?limit=1")).body
  const { id } = (await post("/invoices", invoice())).body
  const refused = await post("/customerPayments", {
    customer: "ctc_000001",
    receivedOn: "2026-11-20",
    method: "bank",
    currency: "EUR",
    amount: "5000",
    into: "bnk_000001",
    allocations: [
      { invoice: id, amount: "1.00" },
      { invoice: id, amount: "4000.00" }
    ]
  })
  expect(refused.status).toBe(422)
  expect((await get(`/invoices/${id}`)).body.paid).toBe("0.00")
  expect((await get("/changes?limit=1")).body.latestSequence).toBe(latestSequence + 1)
})

test("journals must balance and move the accounts they name", async () => {
  const { post, get } = start()
  const journal = (credit: string) => ({
    bookedOn: "2026-11-20",
    currency: "EUR",
    entries: [
      { accountId: "acc_000032", debit: "12.50" },
      { accountId: "acc_000001", credit }
    ]
  })
  expect((await post("/journals", journal("12.49"))).body.error.param).toBe("entries")
  const before = (await get("/accounts/acc_000032")).body
  expect((await post("/journals", journal("12.5"))).body.total).toBe("12.50")
  const after = (await get("/accounts/acc_000032")).body
  expect(after.balanceMinor - before.balanceMinor).toBe(1250)
  expect(after.updatedAt).toBe(before.updatedAt)
})

test("charges pay orders, refunds and payouts move the balance", async () => {
  const { post, get } = start()
  const order = (await post("/payOrders", { amount: 5000, currency: "EUR" })).body
  const charge = await post("/charges", { amount: 5000, currency: "EUR", method: { type: "card" }, order: order.id })
  expect(charge.body).toMatchObject({ fee: 95, status: "captured" })
  expect((await get(`/payOrders/${order.id}`)).body).toMatchObject({ status: "paid", amountPaid: 5000 })
  expect((await post("/refunds", { charge: charge.body.id, amount: 5001 })).status).toBe(422)
  await post("/refunds", { charge: charge.body.id, amount: 2000 })
  expect((await get(`/charges/${charge.body.id}`)).body.refunded).toBe(2000)
  const [movement] = (await get(`/balanceTransactions?source=${charge.body.id}`)).body.items
  expect(movement).toMatchObject({ type: "charge", amount: 5000, fee: 95, net: 4905 })
})
