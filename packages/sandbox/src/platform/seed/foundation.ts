/** The company's first day: itself, currencies, accounts, bank accounts, tax rates, dimensions, items, opening balances. */
import type { Id } from "../Resource.ts"
import type { World } from "./Timeline.ts"
import { dayOf } from "./Timeline.ts"

const currencies = [
  ["EUR", "Euro", "€", 2, "1"],
  ["USD", "US dollar", "$", 2, "1.0842"],
  ["GBP", "Pound sterling", "£", 2, "0.8461"],
  ["CHF", "Swiss franc", "CHF", 2, "0.9377"],
  ["SEK", "Swedish krona", "kr", 2, "11.2485"],
  ["INR", "Indian rupee", "₹", 2, "94.3150"],
  ["JPY", "Yen", "¥", 0, "163.4500"],
  ["KWD", "Kuwaiti dinar", "KD", 3, "0.3334"]
] as const

const accounts = [
  ["1000", "Bank, main account", "bank", "EUR", null],
  ["1010", "Bank, US dollars", "bank", "USD", null],
  ["1020", "Bank, pounds", "bank", "GBP", null],
  ["1030", "Savings", "bank", "EUR", null],
  ["1040", "Petty cash", "bank", "EUR", null],
  ["1050", "Company card", "bank", "EUR", null],
  ["1200", "Trade receivables", "currentAsset", "EUR", null],
  ["1250", "Card payments under way", "currentAsset", "EUR", null],
  ["1260", "Input VAT", "currentAsset", "EUR", null],
  ["1300", "Coffee in stock", "currentAsset", "EUR", null],
  ["1310", "Equipment in stock", "currentAsset", "EUR", "1300"],
  ["1400", "Prepaid expenses", "currentAsset", "EUR", null],
  ["1500", "Roasting machines", "fixedAsset", "EUR", null],
  ["1510", "Vehicles", "fixedAsset", "EUR", null],
  ["1590", "Accumulated depreciation", "fixedAsset", "EUR", null],
  ["2100", "Trade payables", "currentLiability", "EUR", null],
  ["2200", "Output VAT", "currentLiability", "EUR", null],
  ["2300", "Wages payable", "currentLiability", "EUR", null],
  ["2310", "Accrued expenses", "currentLiability", "EUR", null],
  ["2500", "Bank loan", "longTermLiability", "EUR", null],
  ["3000", "Share capital", "equity", "EUR", null],
  ["3100", "Retained earnings", "equity", "EUR", null],
  ["4000", "Coffee sales", "revenue", "EUR", null],
  ["4010", "Equipment sales", "revenue", "EUR", null],
  ["4020", "Service and training", "revenue", "EUR", null],
  ["4100", "Online shop sales", "revenue", "EUR", "4000"],
  ["4800", "Interest received", "otherIncome", "EUR", null],
  ["5000", "Cost of coffee sold", "costOfSales", "EUR", null],
  ["5010", "Freight in", "costOfSales", "EUR", null],
  ["6000", "Wages", "operatingExpense", "EUR", null],
  ["6100", "Rent", "operatingExpense", "EUR", null],
  ["6110", "Energy", "operatingExpense", "EUR", "6100"],
  ["6200", "Travel", "operatingExpense", "EUR", null],
  ["6210", "Meals with clients", "operatingExpense", "EUR", "6200"],
  ["6300", "Software", "operatingExpense", "EUR", null],
  ["6310", "Office supplies", "operatingExpense", "EUR", null],
  ["6400", "Marketing", "operatingExpense", "EUR", null],
  ["6500", "Depreciation", "operatingExpense", "EUR", null],
  ["6600", "Bank and card fees", "operatingExpense", "EUR", null],
  ["6700", "Professional fees", "operatingExpense", "EUR", null],
  ["7500", "Interest paid", "otherExpense", "EUR", null],
  ["7990", "Exchange and rounding differences", "otherExpense", "EUR", null],
  ["8000", "Income tax", "incomeTax", "EUR", null],
  ["9990", "Suspense (old)", "currentAsset", "EUR", null]
] as const

const bankAccounts = [
  ["Main account", "Noordzee Bank", "current", "NL20NZBK0417164300", "EUR", "1000"],
  ["US dollar account", "Noordzee Bank", "current", "NL55NZBK0417164311", "USD", "1010"],
  ["Sterling account", "Thames Union", "current", "GB33THUN20201555555555", "GBP", "1020"],
  ["Savings", "Noordzee Bank", "savings", "NL02NZBK0417164399", "EUR", "1030"],
  ["Petty cash", null, "cash", null, "EUR", "1040"],
  ["Company card", "Noordzee Bank", "card", null, "EUR", "1050"]
] as const

const vat = (code: string, label: string, appliesTo: string, percent: string) => ({
  code,
  label,
  appliesTo,
  parts: [{ label: "VAT", percent, agency: "Belastingdienst" }]
})
const taxRates = [
  vat("NL21", "VAT 21 %", "sales", "21"),
  vat("NL9", "VAT 9 %", "sales", "9"),
  vat("NL0", "Export and intra-community, 0 %", "sales", "0"),
  vat("INL21", "Input VAT 21 %", "purchases", "21"),
  vat("INL9", "Input VAT 9 %", "purchases", "9"),
  vat("INL0", "Reverse charge, 0 %", "purchases", "0"),
  {
    code: "QC",
    label: "Quebec, GST and QST",
    appliesTo: "both",
    parts: [
      { label: "GST", percent: "5", agency: "Canada Revenue Agency" },
      { label: "QST", percent: "9.975", agency: "Revenu Québec" }
    ]
  },
  { ...vat("NL6", "VAT 6 % (until 2018)", "sales", "6"), state: "archived" }
]

const coffees = [
  "Huila",
  "Yirgacheffe",
  "Sidama",
  "Antigua",
  "Tarrazú",
  "Mandheling",
  "Nyeri",
  "Cerrado",
  "Monsoon Malabar"
]
const equipment = [
  ["Grinder Pico 64", "489.00", "312.00"],
  ["Grinder Pico 83", "1149.00", "760.00"],
  ["Espresso machine Duo", "3290.00", "2210.00"],
  ["Espresso machine Solo", "1890.00", "1240.00"],
  ["Filter brewer 2.2 l", "229.00", "141.00"],
  ["Knock box", "34.50", "17.80"],
  ["Milk jug 0.6 l", "24.95", "11.40"],
  ["Scale, 0.1 g", "79.00", "42.50"]
] as const
const services = [
  ["Barista training, half day", "420.00"],
  ["Machine service visit", "145.00"],
  ["Water test", "60.00"],
  ["Menu consulting, hour", "95.00"]
] as const

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
