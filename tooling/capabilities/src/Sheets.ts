/**
 * What a platform has by the fact sheets that lie beside the repository: which data models its mapping table names, and
 * which operations the table of writes gives it. They are read at run time from a folder that the caller names.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Models, Writes } from "@svc/core"

/** Something that a sheet says a platform has. */
export interface Claim {
  /** A data model; where none fits, the sheet's own words. */
  readonly of: string
  readonly operation: "read" | Writes.Operation
  /** The sheet's own words, for whoever compares. */
  readonly cell: string
  /** The sheet says that it was never verified. */
  readonly doubted: boolean
}

const letters: Readonly<Record<string, Writes.Operation>> = { C: "create", U: "update", D: "delete", V: "void" }

/** The data models of each column, by the words above it and the heading of its table. */
const columns: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  Accounting: {
    Contacts: ["CONTACTS"],
    Items: ["ITEMS"],
    Accounts: ["ACCOUNTS"],
    Invoices: ["INVOICES"],
    "Inv. payments": ["INVOICE_PAYMENTS"],
    "Inv. credit notes": ["INVOICE_CREDIT_NOTES"],
    Bills: ["BILLS"],
    "Bill payments": ["BILL_PAYMENTS"],
    "Bill credit notes": ["BILL_CREDIT_NOTES"],
    "Purchase orders": ["PURCHASE_ORDERS"],
    "Sales orders": ["SALES_ORDERS"],
    "Journal entries": ["JOURNAL_ENTRIES"],
    Expenses: ["EXPENSES"]
  },
  CRM: {
    Companies: ["CRM_COMPANIES"],
    Contacts: ["CRM_CONTACTS"],
    Deals: ["CRM_DEALS"],
    Leads: ["CRM_LEADS"],
    Notes: ["CRM_NOTES"],
    Tasks: ["CRM_TASKS"],
    Activities: ["CRM_ACTIVITIES"],
    "Pipelines, stages": ["CRM_PIPELINES", "CRM_STAGES"]
  },
  "E-commerce": {
    Products: ["ECOMMERCE_PRODUCTS"],
    Orders: ["ECOMMERCE_ORDERS"],
    Customers: ["ECOMMERCE_CUSTOMERS"],
    Refunds: ["refunds"]
  },
  Payments: {
    Customers: ["PAYMENT_CUSTOMERS"],
    Items: ["PAYMENT_ITEMS"],
    Invoices: ["PAYMENT_INVOICES"],
    "Payments/orders": ["PAYMENT_ORDERS"],
    Refunds: ["PAYMENT_REFUNDS"],
    "Payment links": ["PAYMENT_PAYMENT_LINKS"]
  }
}

/** What the column "Other" calls the data models; of what is not here, no data model is known. */
const others: Readonly<Record<string, string>> = {
  "bank tx": "BANK_TRANSACTIONS",
  "bank transfers": "BANK_TRANSACTIONS",
  transfers: "BANK_TRANSACTIONS",
  deposits: "BANK_TRANSACTIONS",
  "bank accounts": "BANK_ACCOUNTS",
  currency: "CURRENCIES",
  tax: "TAX_RATES",
  taxes: "TAX_RATES",
  "tax groups": "TAX_RATES",
  tracking: "TRACKING_CATEGORIES",
  class: "TRACKING_CATEGORIES",
  "cost centres": "TRACKING_CATEGORIES",
  analytic: "TRACKING_CATEGORIES",
  jobs: "TRACKING_CATEGORIES",
  categories: "TRACKING_CATEGORIES",
  tags: "TRACKING_CATEGORIES"
}
const otherPayments: Readonly<Record<string, string>> = {
  payouts: "PAYMENT_PAYOUTS",
  disputes: "PAYMENT_DISPUTES",
  "tax rates": "PAYMENT_TAX_RATES"
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The operations that a cell names: letters, and words where it has them. */
const operationsOf = (cell: string): ReadonlyArray<Writes.Operation> => {
  if (/^[–-]/.test(cell)) return []
  const plain = cell.replaceAll("(V)", " V").replaceAll(/\([^)]*\)/g, " ")
  const words = plain.split(/[\s,;]+/)
  const named = new Set(
    words.flatMap((word) => (/^[CUDV]+$/.test(word) ? [...word].map((letter) => letters[letter]!) : []))
  )
  if (words.some((word) => /^(?:void|cancel|archive)$/.test(word))) named.add("void")
  // "by negative invoice + settlement": made in another's shape.
  if (named.size === 0) named.add("create")
  return Writes.operations.filter((operation) => named.has(operation))
}

/**
 * What "bank tx CU, tax C V" and "transfers, deposits CUD" come to: letters are those of all words since the last ones. Words
 * without letters are ways of writing ("batch 100"), but for "by actions", which change a record.
 */
const othersOf = (cell: string, category: string): ReadonlyArray<Claim> => {
  const known = category === "Payments" ? otherPayments : category === "Accounting" ? others : {}
  const claims: Array<Claim> = []
  let waiting: Array<string> = []
  for (const part of cell.replaceAll(/\([^)]*\)/g, "").split(/[,;]/)) {
    const [, name = "", given = ""] =
      /^\s*(.*?)((?:\s+[CUDV]+)*)(?:\s+K)?\s*$/.exec(part.replace(" by actions", " U")) ?? []
    waiting.push(name)
    if (given === "") continue
    for (const word of waiting)
      for (const operation of operationsOf(given))
        claims.push({ of: known[word] ?? word, operation, cell, doubted: false })
    waiting = []
  }
  return claims
}

/** What each platform takes, by the first words of its row, in small letters with dashes: `zoho-books`. */
export const writesOf = (folder: string): ReadonlyMap<string, ReadonlyArray<Claim>> => {
  const found = new Map<string, ReadonlyArray<Claim>>()
  let category = ""
  let head: ReadonlyArray<string> = []
  for (const line of readFileSync(join(folder, "writes.md"), "utf8").split("\n")) {
    if (line.startsWith("## ")) category = line.slice(3).trim()
    if (!line.startsWith("|") || /^\|[-|]+$/.test(line)) continue
    const [first = "", ...cells] = cellsOf(line)
    if (first === "") {
      head = cells
      continue
    }
    const name = first.replaceAll(/\([^)]*\)/g, "").trim()
    const claims = cells.flatMap((written, index): ReadonlyArray<Claim> => {
      const column = head[index] ?? ""
      // "as bills": that column's cell once more.
      const as = /^as (\w+)$/.exec(written)?.[1]
      const cell = as === undefined ? written : (cells[head.findIndex((one) => one.toLowerCase() === as)] ?? written)
      if (column === "Other") return othersOf(cell, category)
      const models = columns[category]?.[column]
      if (models === undefined) throw new Error(`No data model is known for the column "${column}" of ${category}.`)
      return models.flatMap((of) =>
        operationsOf(cell).map((operation) => ({ of, operation, cell, doubted: cell.includes("?") }))
      )
    })
    found.set(name.toLowerCase().replaceAll(" ", "-"), claims)
  }
  return found
}

/** The data models of a sheet's mapping table; "CRM_EXTERNAL_LINKS, _PHONE_NUMBERS" names two. */
export const readsOf = (folder: string, platform: string): ReadonlyArray<Claim> | undefined => {
  const file = join(folder, "platforms", platform, "FACTS.md")
  if (!existsSync(file)) return undefined
  const [, table = ""] =
    /^##[^\n]*[Mm]apping[^\n]*\n([\s\S]*?)(?=\n#+ |$(?![\s\S]))/m.exec(readFileSync(file, "utf8")) ?? []
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => {
      const [first = "", ...cells] = cellsOf(line)
      let prefix = ""
      return [...first.matchAll(/_?[A-Z]+(?:_[A-Z]+)*/g)].flatMap(([word]) => {
        const of = word.startsWith("_") ? `${prefix}${word}` : word
        if (!Models.isModelId(of)) return []
        prefix = of.slice(0, of.indexOf("_"))
        return [
          { of, operation: "read" as const, cell: cells.join(" | "), doubted: cells.join().includes("UNVERIFIED") }
        ]
      })
    })
}
