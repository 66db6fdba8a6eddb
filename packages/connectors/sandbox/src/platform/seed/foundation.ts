/** The company's first day: itself, its settings, its items and its opening balances; and what became of some of them. */
import type { Id } from "../Resource.ts"
import { accounts, bankAccounts, coffees, currencies, equipment, services, taxRates } from "./chart.ts"
import type { World } from "./Timeline.ts"
import { dayOf } from "./Timeline.ts"

const account = (world: World, code: string): Id => world.find("accounts", (row) => row.code === code)!.id
const tax = (world: World, code: string): Id => world.find("taxRates", (row) => row.code === code)!.id

const stockItem = (world: World, n: number, title: string, price: string, cost: string, coffee: boolean) => {
  const [sales, stock] = coffee ? ["4000", "1300"] : ["4010", "1310"]
  world.create("items", {
    sku: `${coffee ? "COF" : "EQP"}-${String(n + 1).padStart(3, "0")}`,
    title,
    about: coffee ? `${title}, whole beans, roasted to order.` : null,
    kind: "stocked",
    onHand: 40 + ((n * 37) % 200),
    unit: coffee ? "kg" : "piece",
    sales: { price, account: account(world, sales), taxRate: tax(world, coffee ? "NL9" : "NL21") },
    purchase: { price: cost, account: account(world, stock), taxRate: tax(world, coffee ? "INL9" : "INL21") }
  })
}

const items = (world: World) => {
  const roasts = coffees.flatMap((name) => [`${name}, espresso roast`, `${name}, filter roast`])
  roasts.forEach((title, n) => stockItem(world, n, title, `${18 + (n % 7) * 1.35}`, `${9 + (n % 5) * 0.85}`, true))
  equipment.forEach(([title, price, cost], n) => stockItem(world, n, title, price, cost, false))
  services.forEach(([title, price], n) =>
    world.create("items", {
      sku: `SRV-${String(n + 1).padStart(3, "0")}`,
      title,
      kind: "service",
      unit: "piece",
      sales: { price, account: account(world, "4020"), taxRate: tax(world, "NL21") }
    })
  )
  const bought = [
    ["Packaging, 250 g", "0.31", "1300"],
    ["Packaging, 1 kg", "0.64", "1300"],
    ["Cleaning tablets", "18.20", "6310"]
  ]
  bought.forEach(([title, price, code], n) =>
    world.create("items", {
      sku: `SUP-${String(n + 1).padStart(3, "0")}`,
      title,
      kind: "nonStocked",
      purchase: { price, account: account(world, code!), taxRate: tax(world, "INL21") }
    })
  )
}

const opening = (world: World) => {
  const entry = (code: string, side: "debit" | "credit", amount: string) => ({
    accountId: account(world, code),
    [side]: amount
  })
  const euros = [
    entry("1000", "debit", "412000.00"),
    entry("1030", "debit", "150000.00"),
    entry("1040", "debit", "1500.00"),
    entry("1300", "debit", "68000.00"),
    entry("1310", "debit", "41500.00"),
    entry("1500", "debit", "184000.00"),
    entry("1510", "debit", "46000.00"),
    entry("1590", "credit", "52000.00"),
    entry("2500", "credit", "240000.00"),
    entry("3000", "credit", "400000.00"),
    entry("3100", "credit", "211000.00")
  ]
  const common = { bookedOn: dayOf(0), kind: "opening", text: "Opening balances" }
  world.create("journals", { ...common, currency: "EUR", entries: euros })
  for (const [currency, code, amount] of [
    ["USD", "1010", "90000.00"],
    ["GBP", "1020", "60000.00"]
  ] as const) {
    const entries = [entry(code, "debit", amount), entry("3100", "credit", amount)]
    world.create("journals", { ...common, currency, entries })
  }
}

export const foundation = (world: World): void => {
  world.on(0, () => {
    world.create("company", {
      tradingName: "Alder & Finch Coffee Supply",
      legalName: "Alder & Finch Coffee Supply B.V.",
      vatId: "NL860412377B01",
      registryNumber: "75120483",
      baseCurrency: "EUR",
      fiscalYear: { startMonth: 1, startDay: 1 },
      foundedOn: "2016-04-11",
      email: "office@alderfinch.example",
      website: "https://alderfinch.example",
      phone: "+31 20 555 0142",
      address: { label: "office", line1: "Cruquiusweg 84", town: "Amsterdam", postcode: "1019 AJ", countryCode: "NL" },
      timezone: "Europe/Amsterdam"
    })
    for (const [code, label, symbol, decimals, unitsPerBase] of currencies) {
      world.create("currencies", { code, label, symbol, decimals, unitsPerBase, ratedOn: dayOf(0) })
    }
    for (const [code, title, kind, currency, parent] of accounts) {
      world.create("accounts", { code, title, kind, currency, parent: parent && account(world, parent) })
    }
    for (const [label, bankName, kind, iban, currency, code] of bankAccounts) {
      const maskedNumber = iban === null ? null : `•••• ${iban.slice(-4)}`
      world.create("bankAccounts", {
        label,
        bankName,
        kind,
        iban,
        maskedNumber,
        currency,
        ledgerAccount: account(world, code)
      })
    }
    for (const rate of taxRates) world.create("taxRates", rate)
    const values = (...labels: ReadonlyArray<string>) => labels.map((label) => ({ label }))
    world.create("trackingCategories", {
      label: "Department",
      kind: "department",
      values: values("Wholesale", "Equipment", "Online", "Office")
    })
    world.create("trackingCategories", {
      label: "Location",
      kind: "location",
      values: values("Amsterdam", "Rotterdam", "Ghent")
    })
    world.create("trackingCategories", {
      label: "Project",
      kind: "project",
      values: values("Roastery 2025", "Fair 2026"),
      active: true
    })
    items(world)
    opening(world)
  })
  world.on(200, () => world.update("accounts", account(world, "9990"), { state: "closed" }))
  world.on(320, () => {
    for (const sku of ["COF-018", "EQP-005", "SRV-003"]) {
      const item = world.find("items", (row) => row.sku === sku)!
      world.update("items", item.id, { state: "archived" })
    }
  })
  world.on(410, () => world.remove("accounts", account(world, "9990")))
  world.on(420, () => world.remove("items", world.find("items", (row) => row.sku === "SUP-003")!.id))
}
