/** What the company starts with, as tables: currencies, accounts, bank accounts, tax rates, goods. */

export const currencies = [
  ["EUR", "Euro", "€", 2, "1"],
  ["USD", "US dollar", "$", 2, "1.0842"],
  ["GBP", "Pound sterling", "£", 2, "0.8461"],
  ["CHF", "Swiss franc", "CHF", 2, "0.9377"],
  ["SEK", "Swedish krona", "kr", 2, "11.2485"],
  ["INR", "Indian rupee", "₹", 2, "94.3150"],
  ["JPY", "Yen", "¥", 0, "163.4500"],
  ["KWD", "Kuwaiti dinar", "KD", 3, "0.3334"]
] as const

export const accounts = [
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
  ["5020", "Cost of equipment sold", "costOfSales", "EUR", null],
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

export const bankAccounts = [
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
export const taxRates = [
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

export const coffees = [
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
export const equipment = [
  ["Grinder Pico 64", "489.00", "312.00"],
  ["Grinder Pico 83", "1149.00", "760.00"],
  ["Espresso machine Duo", "3290.00", "2210.00"],
  ["Espresso machine Solo", "1890.00", "1240.00"],
  ["Filter brewer 2.2 l", "229.00", "141.00"],
  ["Knock box", "34.50", "17.80"],
  ["Milk jug 0.6 l", "24.95", "11.40"],
  ["Scale, 0.1 g", "79.00", "42.50"]
] as const
export const services = [
  ["Barista training, half day", "420.00"],
  ["Machine service visit", "145.00"],
  ["Water test", "60.00"],
  ["Menu consulting, hour", "95.00"]
] as const
