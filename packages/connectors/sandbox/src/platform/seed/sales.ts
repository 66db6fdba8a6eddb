/** Selling: orders, invoices, payments, reminders, credit notes, and the files that hang on them. */
import { readMinor, showMinor } from "../Money.ts"
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import type { Row } from "../Resource.ts"
import { baseOn } from "./rates.ts"
import type { World } from "./Timeline.ts"
import { dayOf, days } from "./Timeline.ts"

const perEuro: Record<string, number> = { SEK: 11, JPY: 160, INR: 94 }

const lines = (world: World, random: Random, currency: string, abroad: boolean) => {
  const sellable = [...world.rows("items")].filter(
    (row) => row.sales !== null && row.state === "active" && row.deleted !== true
  )
  return Array.from({ length: random.between(1, 4) }, () => {
    const item = random.pick(sellable)
    const coffee = item.sku.startsWith("COF")
    const quantity = coffee ? random.between(2, 40) / (random.chance(0.2) ? 2 : 1) : random.between(1, 3)
    const price = Number(item.sales.price) * (perEuro[currency] ?? 1)
    const unitPrice = currency === "JPY" ? String(Math.round(price)) : price.toFixed(2)
    const discount = random.chance(0.15)
      ? showMinor(Math.floor((readMinor(unitPrice, currency) * quantity) / 20), currency)
      : "0"
    const department = coffee ? "dim_000001-1" : "dim_000001-2"
    return {
      item: item.id,
      quantity,
      unitPrice,
      discount,
      tracking: random.chance(0.7) ? [department, ...(random.chance(0.3) ? ["dim_000002-1"] : [])] : [],
      project: random.chance(0.05) ? "FAIR26" : null,
      ...(abroad && { taxRate: world.find("taxRates", (row) => row.code === "NL0")!.id })
    }
  })
}

const bankOf = (world: World, currency: string) =>
  (world.find("bankAccounts", (row) => row.currency === currency) ?? world.find("bankAccounts", () => true)!).id

const pay = (world: World, random: Random, invoice: Row, day: number, part: number) => {
  const row = world.get("invoices", invoice.id)!
  const balance = readMinor(row.balance, row.currency)
  const minor = part === 1 ? balance : Math.floor(balance * part)
  if (minor <= 0 || row.state === "cancelled" || row.deleted === true) return
  const amount = showMinor(minor, row.currency)
  const payment = world.create("customerPayments", {
    reference: random.chance(0.8) ? row.number : null,
    customer: row.customer.id,
    receivedOn: dayOf(day),
    method: random.pick(["bank", "bank", "bank", "card", "directDebit"]),
    currency: row.currency,
    fxRate: row.currency === "EUR" ? null : baseOn(row.currency, day),
    amount,
    into: bankOf(world, row.currency),
    allocations: [{ invoice: row.id, amount }],
    note: random.chance(0.1) ? "Thank you" : null
  })
  if (random.chance(0.02)) world.on(day + 4, () => world.update("customerPayments", payment.id, { state: "bounced" }))
  if (random.chance(0.01)) world.on(day + 6, () => world.remove("customerPayments", payment.id))
}

const credit = (world: World, random: Random, invoice: Row, day: number) => {
  const row = world.get("invoices", invoice.id)!
  if (row.deleted === true || row.state === "cancelled") return
  const [line] = row.lines
  world.create("creditNotes", {
    side: "customer",
    party: row.customer.id,
    issuedOn: dayOf(day),
    currency: row.currency,
    lines: [
      {
        item: null,
        account: line.account.id,
        taxRate: line.taxRate.id,
        description: `Returned: ${line.description}`,
        quantity: "1",
        unitPrice: line.unitPrice
      }
    ],
    applyTo: random.chance(0.85) ? [row.id] : [],
    reason: random.pick(["Damaged on the way", "Wrong roast", "Returned unopened"])
  })
}

const afterInvoice = (world: World, random: Random, invoice: Row, day: number) => {
  const term = random.between(8, 50)
  const fate = random.next()
  if (random.chance(0.12)) world.on(day + 5, () => credit(world, random, invoice, day + 5))
  if (random.chance(0.2)) {
    const parent = { resource: "invoices", id: invoice.id }
    world.create("attachments", {
      name: `${invoice.number}.pdf`,
      mimeType: "application/pdf",
      bytes: random.between(40_000, 220_000),
      parent
    })
  }
  if (fate < 0.72) world.on(day + term, () => pay(world, random, invoice, day + term, 1))
  else if (fate < 0.86) {
    world.on(day + term, () => pay(world, random, invoice, day + term, 0.5))
    if (fate < 0.81) world.on(day + term + 20, () => pay(world, random, invoice, day + term + 20, 1))
  } else if (fate < 0.95) {
    world.on(day + 45, () => {
      const row = world.get("invoices", invoice.id)!
      if (row.state === "issued" && row.deleted === false) world.update("invoices", invoice.id, { remindersSent: 1 })
    })
  } else if (fate < 0.97)
    world.on(day + 3, () => world.update("invoices", invoice.id, { state: "cancelled", note: "Order withdrawn" }))
  else if (fate < 0.98) world.on(day + 2, () => world.remove("invoices", invoice.id))
}

const sell = (world: World, random: Random, day: number) => {
  const customers = [...world.rows("contacts")].filter(
    (row) => row.kind === "customer" && row.state === "active" && row.deleted !== true
  )
  const customer = random.pick(customers)
  const currency: string = customer.currency ?? "EUR"
  const abroad = customer.addresses[0]?.countryCode !== "NL"
  const content = lines(world, random, currency, abroad)
  const common = {
    customer: customer.id,
    currency,
    fxRate: currency === "EUR" ? null : baseOn(currency, day),
    discount: random.chance(0.1) ? (currency === "JPY" ? "200" : "5.00") : "0",
    note: random.chance(0.3)
      ? random.pick(["Deliver before noon", "Ring at the back door", "As agreed by phone"])
      : null
  }
  const order = random.chance(0.4)
    ? world.create("salesOrders", {
        ...common,
        lines: content,
        orderedOn: dayOf(day),
        deliverOn: dayOf(day + 4),
        phase: random.chance(0.1) ? "quoted" : "confirmed"
      })
    : undefined
  if (order?.phase === "quoted") return
  world.on(day + (order === undefined ? 0 : 4), () => {
    const issued = day + (order === undefined ? 0 : 4)
    const draft = issued > days - 6 && random.chance(0.5)
    const invoice = world.create("invoices", {
      ...common,
      lines: content,
      issuedOn: dayOf(issued),
      dueOn: dayOf(issued + customer.paymentTermsDays),
      salesOrders: order === undefined ? [] : [order.id],
      pricesIncludeTax: random.chance(0.05),
      state: draft ? "draft" : "issued"
    })
    if (order !== undefined) world.update("salesOrders", order.id, { phase: "delivered" })
    if (!draft) afterInvoice(world, random, invoice, issued)
  })
}

export const sales = (world: World): void => {
  for (let day = 3; day <= days; day++) {
    const random = makeRandom(`sales ${day}`)
    const weekday = new Date(dayOf(day)).getUTCDay()
    const count = weekday === 0 || weekday === 6 ? 0 : random.between(0, 2)
    for (let n = 0; n < count; n++) world.on(day, () => sell(world, random, day))
  }
  // Two quotes that came to nothing, known only from the change feed.
  for (const day of [120, 380]) {
    world.on(day, () => {
      const quote = world.find("salesOrders", (row) => row.phase === "quoted")
      if (quote !== undefined) world.remove("salesOrders", quote.id)
    })
  }
}
