/** The payment side: customers, products, orders, charges, refunds, disputes, payouts, links, invoices. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import type { Id } from "../Resource.ts"
import { familyNames, givenNames, slugOf } from "./names.ts"
import type { World } from "./Timeline.ts"
import { days, epochOf } from "./Timeline.ts"

const products = [
  ["Tasting box", "BOX-TASTE", 2900, "EUR"],
  ["Subscription, 1 kg a month", "SUB-1KG", 2650, "EUR"],
  ["Subscription, 2 kg a month", "SUB-2KG", 4990, "EUR"],
  ["Gift card 25", "GIFT-25", 2500, "EUR"],
  ["Gift card 50", "GIFT-50", 5000, "EUR"],
  ["Home barista class", "CLASS-HOME", 7900, "EUR"],
  ["Tasting box, USA", "BOX-US", 3400, "USD"],
  ["Tasting box, Japan", "BOX-JP", 4800, "JPY"],
  ["Tote bag", "TOTE", 1200, "EUR"],
  ["Calendar 2025", "CAL-25", 1500, "EUR"]
] as const
const places = [
  ["Haarlem", "NL", "2011 AB"],
  ["Antwerp", "BE", "2000"],
  ["Köln", "DE", "50667"],
  ["Seattle", "US", "98101"],
  ["Kyoto", "JP", "604-8001"]
] as const

const customer = (world: World, n: number) => {
  const random = makeRandom(`payer ${n}`)
  const [given, family] = [random.pick(givenNames), random.pick(familyNames)]
  const [city, country, zip] = places[n % places.length]!
  const mailbox = `${slugOf(given)}.${slugOf(family)}${n}`
  world.create("payCustomers", {
    fullName: `${given} ${family}`,
    email: random.chance(0.95) ? `${mailbox}@mail.example` : null,
    phone: random.chance(0.5) ? `+31 6 5551 ${1000 + n * 13}` : null,
    taxId: random.chance(0.1) ? `NL${200_000_000 + n}B01` : null,
    currency: country === "US" ? "USD" : country === "JP" ? "JPY" : "EUR",
    address: random.chance(0.8) ? { street: `Long Street ${n + 1}`, city, zip, country } : null,
    note: random.chance(0.1) ? "Prefers decaf" : null
  })
}

const afterCharge = (world: World, random: Random, id: Id, amount: number, day: number) => {
  if (random.chance(0.09)) {
    const whole = random.chance(0.5)
    const status = random.chance(0.1) ? "failed" : "done"
    world.on(day + 6, () => {
      const reason = random.pick(["requested", "duplicate", "requested"])
      world.create("refunds", {
        charge: id,
        amount: whole ? amount : Math.ceil(amount / 3),
        reason,
        status,
        text: "Refund to the card"
      })
    })
  } else if (random.chance(0.05)) {
    world.on(day + 9, () => {
      const reason = random.pick([
        { code: "fraudulent", text: "The cardholder does not know the payment" },
        { code: "not_received", text: "Goods not received" }
      ])
      const dispute = world.create("disputes", { charge: id, amount, reason, evidenceDueBy: epochOf(day + 23) })
      const end = random.pick(["won", "lost", "underReview", "needsResponse", "withdrawn"])
      if (end !== "needsResponse") world.on(day + 25, () => world.update("disputes", dispute.id, { status: end }))
    })
  }
}

const method = (random: Random) =>
  random.chance(0.7)
    ? { type: "card", brand: random.pick(["visa", "mastercard", "amex"]), last4: String(random.between(1000, 9999)) }
    : { type: random.pick(["wallet", "netbanking", "sepaDebit", "upi", "instalments"]) }

const purchase = (world: World, random: Random, day: number) => {
  const payer = random.pick([...world.rows("payCustomers")].filter((row) => row.deleted === false))
  const offered = [...world.rows("payProducts")].filter((row) => row.active && row.currency === payer.currency)
  const product = random.pick(offered)
  const qty = random.between(1, 3)
  const common = { currency: payer.currency as string, customer: payer.id }
  if (random.chance(0.15)) {
    const inclusive = world.find("payTaxRates", (row) => row.basisPoints === 2100)!.id
    const lines = [
      {
        product: product.id,
        qty,
        taxRate: payer.currency === "EUR" ? inclusive : null,
        discount: random.chance(0.2) ? 100 : 0
      }
    ]
    const invoice = world.create("payInvoices", {
      ...common,
      issued: epochOf(day),
      dueBy: epochOf(day + 14),
      lines,
      memo: random.chance(0.3) ? "Thank you" : null
    })
    const fate = random.next()
    if (fate < 0.7) {
      world.on(day + 3, () => {
        const charge = world.create("charges", {
          ...common,
          amount: invoice.due,
          method: method(random),
          invoice: invoice.id,
          description: `Invoice ${invoice.number}`
        })
        afterCharge(world, random, charge.id, invoice.due, day + 3)
      })
    } else if (fate < 0.8) world.on(day + 5, () => world.update("payInvoices", invoice.id, { status: "void" }))
    else if (fate < 0.85) world.on(day + 60, () => world.update("payInvoices", invoice.id, { status: "uncollectible" }))
    return
  }
  const amount = product.priceMinor * qty
  const order = world.create("payOrders", { ...common, amount, reference: `WEB-${random.between(100_000, 999_999)}` })
  const fate = random.next()
  if (fate < 0.04) return void world.on(day + 1, () => world.update("payOrders", order.id, { cancelled: true }))
  if (fate < 0.08) return
  const base = {
    ...common,
    amount,
    order: order.id,
    description: `${qty} × ${product.title}`,
    reference: order.reference
  }
  if (random.chance(0.1))
    world.create("charges", {
      ...base,
      method: method(random),
      outcome: random.pick(["declined", "declined", "initiated"])
    })
  if (fate < 0.12) return
  const charge = world.create("charges", { ...base, method: method(random) })
  afterCharge(world, random, charge.id, amount, day)
}

const payout = (world: World, random: Random, day: number, currency: string) => {
  const held = [...world.rows("balanceTransactions")].filter((row) => row.currency === currency)
  const amount = held.reduce((sum, row) => sum + row.net, 0)
  if (amount <= 0) return
  const bank = { name: "Noordzee Bank", last4: currency === "USD" ? "4311" : "4300" }
  const failing = random.chance(0.05)
  const row = world.create("payouts", {
    amount,
    currency,
    arrivesOn: epochOf(day + 2),
    bank,
    statement: "ALDER FINCH PAYOUT"
  })
  world.on(day + 2, () => world.update("payouts", row.id, { status: failing ? "failed" : "paid" }))
}

export const online = (world: World): void => {
  world.on(1, () => {
    for (const [title, code, priceMinor, currency] of products) {
      world.create("payProducts", { title, code, priceMinor, currency, summary: `${title}, by post.` })
    }
    world.create("payTaxRates", { label: "VAT 21 %", about: "Dutch standard rate", basisPoints: 2100, country: "NL" })
    world.create("payTaxRates", { label: "VAT 9 %", about: "Dutch reduced rate", basisPoints: 900, country: "NL" })
    world.create("payTaxRates", { label: "VAT 19 %", basisPoints: 1900, country: "DE", inclusive: true })
    world.create("payTaxRates", { label: "Sales tax", basisPoints: 1025, country: "US", active: false })
  })
  for (let n = 0; n < 70; n++) world.on(n < 25 ? 1 : 5 + n * 7, () => customer(world, n))
  for (let day = 2; day <= days; day++) {
    const random = makeRandom(`online ${day}`)
    if (random.chance(0.6)) world.on(day, () => purchase(world, random, day))
    if (day % 14 === 0)
      for (const currency of ["EUR", "USD", "JPY"]) world.on(day, () => payout(world, random, day, currency))
    if (day % 40 === 7) {
      world.on(day, () => {
        const product = world.find("payProducts", (row) => row.active && row.code !== null)!
        const lines = [{ product: product.id, qty: 1 }]
        const link = world.create("paymentLinks", {
          title: `Link for ${product.title}`,
          currency: product.currency,
          lines
        })
        if (day % 120 === 7) world.on(day + 30, () => world.update("paymentLinks", link.id, { active: false }))
      })
    }
  }
  const product = (code: string) => world.find("payProducts", (row) => row.code === code)!.id
  world.on(60, () => world.remove("payProducts", product("CAL-25")))
  world.on(400, () => world.update("payProducts", product("TOTE"), { active: false }))
  world.on(430, () => world.remove("payCustomers", "pcu_000009"))
  world.on(470, () => world.update("payCustomers", "pcu_000012", { blocked: true }))
}
