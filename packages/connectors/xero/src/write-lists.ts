/** How the books' own lists are written: accounts, items and tax rates. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { accounts } from "./accounts.ts"
import { items } from "./items.ts"
import { accountCodes } from "./references.ts"
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
export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  record: accounts,
  collection: "Accounts",
  id: "AccountID",
  requires: ["name", "nominal_code", "category"],
  batch: 1,
  bare: true,
  takes: {
    name: "Name",
    nominal_code: "Code",
    description: "Description",
    category: (value, { item: { sub_category: own }, refuse }) => {
      const [usual] = types[value] ?? refuse("is that of a bank account, which needs a number")
      return !own || types[value]!.includes(own) ? { Type: usual } : refuse(`is not that of the type ${own}`)
    },
    sub_category: "Type",
    status: Take.words("Status", { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED" })
  },
  clears: ["description"]
})

const lookups = { accounts: accountCodes }
type Item = Writes.ItemOf<"ITEMS">
/** Quirk: an item names its accounts by code, and a tracked one that of its costs apart. */
const side = (name: string, description: string): Take.Taken<Item["bill_item"], Item, typeof lookups> => ({
  of: {
    unit_price: "UnitPrice",
    account_id: (id, { lookups: { accounts: found }, refuse }) => ({
      AccountCode: found.codes.get(id) ?? refuse("is no account with a code at Xero")
    }),
    tax_id: "TaxType",
    description: "Description"
  },
  object: ({ AccountCode, Description, ...sent }, { item, raw, refuse }) => {
    const isCost = name === "PurchaseDetails" && raw?.["IsTrackedAsInventory"] === true
    const account = isCost ? { COGSAccountCode: AccountCode } : { AccountCode }
    const own = description === "Description" ? item.description : undefined
    if (Description && own && own !== Description) refuse("is the item's own description", ".description")
    return {
      [name]: { ...raw?.[name], ...sent, ...(AccountCode && account) },
      ...(Description && { [description]: Description })
    }
  }
})
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  record: items,
  collection: "Items",
  id: "ItemID",
  requires: ["code"],
  lookups,
  query: { unitdp: 4 },
  // Quirk: Xero wants the code of every change.
  kept: ["Code"],
  takes: {
    code: "Code",
    name: "Name",
    description: "Description",
    // Quirk: Xero does not tell services from goods that it does not track; those it does need an account of their own.
    type: (value, { raw, refuse }) => {
      const isTracked = raw?.["IsTrackedAsInventory"] === true
      if (isTracked && value !== "INVENTORY") refuse("is INVENTORY, which stays")
      return value === "INVENTORY" && !isTracked ? refuse("INVENTORY needs an asset account of its own") : {}
    },
    is_bill_item: "IsPurchased",
    bill_item: side("PurchaseDetails", "PurchaseDescription"),
    is_invoice_item: "IsSold",
    invoice_item: side("SalesDetails", "Description")
  },
  clears: ["name", "description"]
})

export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  record: taxRates,
  collection: "TaxRates",
  id: "TaxType",
  requires: ["name", "components", "components.name", "components.rate"],
  batch: 1,
  unaddressed: true,
  kept: ["Name", "ReportTaxType", "TaxComponents"],
  takes: {
    name: "Name",
    tax_type: "ReportTaxType",
    components: { list: "TaxComponents", of: { name: "Name", rate: "Rate", is_compound: "IsCompound" } }
  },
  ended: () => "DELETED"
})
