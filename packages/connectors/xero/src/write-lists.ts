/** How the books' own lists are written: accounts, items and tax rates. */
import { accounts } from "./accounts.ts"
import { items } from "./items.ts"
import { accountCodes } from "./references.ts"
import { rows, type Table, type Taken, text, words } from "./taking.ts"
import { taxRates } from "./tax-rates.ts"
import { writing } from "./writing.ts"

/** The types of Xero's by our categories; the first is that of an account of which no more is said. */
const types: Readonly<Record<string, ReadonlyArray<string>>> = {
  ASSET: ["CURRENT", "FIXED", "INVENTORY", "NONCURRENT", "PREPAYMENT"],
  LIABILITY: ["CURRLIAB", "LIABILITY", "TERMLIAB", "PAYG"],
  EQUITY: ["EQUITY"],
  EXPENSE: ["EXPENSE", "DIRECTCOSTS", "DEPRECIATN", "OVERHEADS"],
  INCOME: ["REVENUE", "SALES", "OTHERINCOME"]
}
export const writeAccounts = writing("ACCOUNTS", {
  offers: ["create", "update", "delete"],
  record: accounts,
  collection: "Accounts",
  id: "AccountID",
  requires: ["name", "nominal_code", "category"],
  batch: 1,
  bare: true,
  takes: {
    name: "Name",
    nominal_code: "Code",
    description: text("Description"),
    category: (value: string, { item, refuse }) => {
      const [usual] = types[value] ?? []
      if (usual === undefined) return refuse("is that of a bank account, which needs a number")
      const own = item["sub_category"]
      return !own || types[value]!.includes(own) ? { Type: usual } : refuse(`is not that of the type ${own}`)
    },
    sub_category: "Type",
    status: words("Status", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" })
  }
})

/** Quirk: an item names its accounts by code, and a tracked one that of its costs apart. */
const side = (name: string, description: string): Taken => ({
  table: {
    unit_price: "UnitPrice",
    account_id: (id, { lookups, refuse }) =>
      lookups.accounts.codes.has(id)
        ? { AccountCode: lookups.accounts.codes.get(id) }
        : refuse("is no account with a code at Xero"),
    tax_id: "TaxType",
    description: "Description"
  },
  as: ({ AccountCode, Description, ...sent }, { current, item, refuse }) => {
    const isCost = name === "PurchaseDetails" && current?.["IsTrackedAsInventory"] === true
    const account = isCost ? { COGSAccountCode: AccountCode } : { AccountCode }
    const own = description === "Description" ? item["description"] : undefined
    if (Description && own && own !== Description) return refuse("is the item's own description", ".description")
    return {
      [name]: { ...current?.[name], ...sent, ...(AccountCode && account) },
      ...(Description && { [description]: Description })
    }
  }
})
export const writeItems = writing("ITEMS", {
  offers: ["create", "update", "delete"],
  record: items,
  collection: "Items",
  id: "ItemID",
  requires: ["code"],
  lookups: { accounts: accountCodes },
  query: { unitdp: 4 },
  // Quirk: Xero wants the code of every change.
  kept: ["Code"],
  takes: {
    code: "Code",
    name: text("Name"),
    description: text("Description"),
    // Quirk: Xero does not tell services from goods that it does not track; those it does need an account of their own.
    type: (value, { refuse }) => (value === "INVENTORY" ? refuse("INVENTORY needs an asset account of its own") : {}),
    is_bill_item: "IsPurchased",
    bill_item: side("PurchaseDetails", "PurchaseDescription"),
    is_invoice_item: "IsSold",
    invoice_item: side("SalesDetails", "Description")
  }
})

const components = {
  name: "Name",
  rate: "Rate",
  is_compound: "IsCompound"
} satisfies Table
export const writeTaxRates = writing("TAX_RATES", {
  offers: ["create", "update", "delete"],
  record: taxRates,
  collection: "TaxRates",
  id: "TaxType",
  requires: ["name", "components", "components.name", "components.rate"],
  batch: 1,
  unaddressed: true,
  kept: ["Name", "ReportTaxType", "TaxComponents"],
  takes: { name: "Name", tax_type: "ReportTaxType", components: rows("TaxComponents", components) },
  ended: () => "DELETED"
})
