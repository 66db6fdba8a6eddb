/** Buying: purchase orders, bills, vendor payments, vendor credits. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import type { Id, Row } from "../Resource.ts"
import { unitsOn } from "./rates.ts"
import type { World } from "./Timeline.ts"
import { dayOf, days } from "./Timeline.ts"

const accountId = (world: World, code: string): Id => world.find("accounts", (row) => row.code === code)!.id
const taxId = (world: World, code: string): Id => world.find("taxRates", (row) => row.code === code)!.id
const factor: Record<string, number> = { SEK: 11, JPY: 1.6, INR: 94, KWD: 3.3 }

const goods = (world: World, random: Random, currency: string, abroad: boolean) => {
  const stock = [...world.rows("items")].filter(
    (row) => row.purchase !== null && row.state === "active" && row.deleted !== true
  )
  return Array.from({ length: random.between(1, 3) }, () => {
    const item = random.pick(stock)
    const unitMinor = Math.round(Number(item.purchase.price) * 100 * (factor[currency] ?? 1))
    const qty =
      Number(item.purchase.price) < 1
        ? random.between(100, 900)
        : item.sku.startsWith("COF")
          ? random.between(20, 90)
          : random.between(2, 4)
    return {
      itemId: item.id,
      qty,
      unitMinor,
      discountMinor: random.chance(0.1) ? Math.floor((unitMinor * qty) / 25) : 0,
      dimensionIds: random.chance(0.5) ? ["dim_000001-1"] : [],
      ...(abroad && { taxRateId: taxId(world, "INL0") })
    }
  })
}

const bankFor = (world: World, currency: string) =>
  (world.find("bankAccounts", (row) => row.currency === currency) ?? world.find("bankAccounts", () => true)!).id

const pay = (world: World, random: Random, ids: ReadonlyArray<Id>, day: number, part: number) => {
  const open = ids
    .map((id) => world.get("bills", id))
    .filter((row) => row !== undefined && row.balanceMinor > 0 && row.stage !== "voided") as Array<Row>
  const [first] = open
  if (first === undefined) return
  const applied = open.map((row) => ({
    billId: row.id,
    minor: part === 1 ? row.balanceMinor : Math.ceil(row.balanceMinor * part)
  }))
  const payment = world.create("vendorPayments", {
    reference: `SEPA ${dayOf(day).replaceAll("-", "")}`,
    vendor: first.vendor.id,
    paidOn: dayOf(day),
    channel: random.pick(["transfer", "transfer", "transfer", "card"]),
    currency: first.currency,
    unitsPerBase: first.currency === "EUR" ? null : unitsOn(first.currency, day),
    amountMinor: applied.reduce((sum, { minor }) => sum + minor, 0),
    fromBankAccountId: bankFor(world, first.currency),
    applied,
    remark: random.chance(0.1) ? "Paid early for the discount" : null
  })
  if (random.chance(0.02)) world.on(day + 2, () => world.remove("vendorPayments", payment.id))
}

const creditFrom = (world: World, random: Random, id: Id, day: number) => {
  const bill = world.get("bills", id)
  if (bill === undefined || bill.stage === "voided") return
  const [line] = bill.lines
  world.create("creditNotes", {
    side: "vendor",
    number: `VC-${bill.number}`,
    party: bill.vendor.id,
    issuedOn: dayOf(day),
    currency: bill.currency,
    lines: [
      {
        account: line.accountId,
        taxRate: line.taxRateId,
        description: "Short delivery",
        quantity: "1",
        unitPrice: bill.currency === "JPY" ? "900" : "24.50"
      }
    ],
    applyTo: random.chance(0.8) ? [bill.id] : [],
    reason: "Short delivery"
  })
}

const bill = (
  world: World,
  random: Random,
  day: number,
  vendor: Row,
  lines: ReadonlyArray<object>,
  orders: ReadonlyArray<Id>
) => {
  const { id, currency = "EUR" } = vendor
  const row = world.create("bills", {
    vendor: id,
    number: `${vendor.name.replace(/[^A-Z]/g, "")}-${dayOf(day).slice(2, 4)}-${String(random.between(10_000, 99_999))}`,
    billedOn: dayOf(day),
    payBy: dayOf(day + vendor.paymentTermsDays),
    currency: currency ?? "EUR",
    unitsPerBase: (currency ?? "EUR") === "EUR" ? null : unitsOn(currency, day),
    lines,
    purchaseOrderIds: orders,
    remark: random.chance(0.2) ? "Approved by Tess" : null,
    stage: day > days - 5 ? "entered" : "approved"
  })
  if (random.chance(0.25)) {
    const parent = { resource: "bills", id: row.id }
    world.create("attachments", {
      name: `${row.number}.pdf`,
      mimeType: "application/pdf",
      bytes: random.between(60_000, 400_000),
      parent
    })
  }
  if (row.stage === "entered") return row
  const fate = random.next()
  if (random.chance(0.1)) world.on(day + 6, () => creditFrom(world, random, row.id, day + 6))
  if (fate < 0.8) world.on(day + 25, () => pay(world, random, [row.id], day + 25, 1))
  else if (fate < 0.9) world.on(day + 25, () => pay(world, random, [row.id], day + 25, 0.4))
  else if (fate < 0.93) world.on(day + 2, () => world.update("bills", row.id, { stage: "voided" }))
  else if (fate < 0.95) world.on(day + 2, () => world.remove("bills", row.id))
  return row
}

const buy = (world: World, random: Random, day: number) => {
  const vendors = [...world.rows("contacts")]
    .filter((row) => row.kind === "vendor" && row.state === "active")
    .slice(0, 8)
  const other = world.find("contacts", (row) => row.name === "Kuwait Trading House")!
  const vendor = random.chance(0.08) ? other : random.pick(vendors)
  const currency: string = vendor.currency ?? "EUR"
  const lines = goods(world, random, currency, vendor.addresses[0]?.countryCode !== "NL")
  if (random.chance(0.4)) return void bill(world, random, day, vendor, lines, [])
  const order = world.create("purchaseOrders", {
    vendor: vendor.id,
    orderedOn: dayOf(day),
    expectedOn: dayOf(day + 12),
    currency,
    unitsPerBase: currency === "EUR" ? null : unitsOn(currency, day),
    lines,
    remark: random.chance(0.3) ? "Please confirm the date" : null
  })
  if (random.chance(0.06))
    return world.on(day + 3, () => world.update("purchaseOrders", order.id, { phase: "withdrawn" }))
  if (random.chance(0.04)) return world.on(day + 1, () => world.remove("purchaseOrders", order.id))
  world.on(day + 12, () => {
    const row = bill(world, random, day + 12, vendor, lines, [order.id])
    world.update("purchaseOrders", order.id, { phase: "billed", billIds: [row.id] })
  })
}

const monthly = [
  ["Havenlogistiek Rotterdam", "5010", "INL21", 86_000, "Freight from the port"],
  ["Amstel Property Rentals", "6100", "INL21", 620_000, "Rent, warehouse and roastery"],
  ["Groene Stroom Energie", "6110", "INL21", 148_000, "Energy"],
  ["Cloudbase Software", "6300", "INL21", 42_900, "Subscriptions"]
] as const

export const purchases = (world: World): void => {
  for (let day = 4; day <= days; day++) {
    const random = makeRandom(`purchases ${day}`)
    const weekday = new Date(dayOf(day)).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    if (random.chance(0.45)) world.on(day, () => buy(world, random, day))
  }
  for (let day = 5; day <= days; day++) {
    if (!dayOf(day).endsWith("-06")) continue
    const random = makeRandom(`monthly ${day}`)
    for (const [name, code, tax, unitMinor, text] of monthly) {
      world.on(day, () => {
        const vendor = { ...world.find("contacts", (row) => row.name === name)!, currency: "EUR" }
        bill(
          world,
          random,
          day,
          vendor,
          [{ accountId: accountId(world, code), taxRateId: taxId(world, tax), text, unitMinor }],
          []
        )
      })
    }
  }
}
