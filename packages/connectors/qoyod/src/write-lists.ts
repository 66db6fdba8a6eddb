/** How the books' own lists are written: accounts and items. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { accounts, classes } from "./accounts.ts"
import { items } from "./items.ts"
import { firstOf, id, writing } from "./writing.ts"

/** The type of an account of which no more than its category is said. */
const usual: Readonly<Record<string, string>> = {
  ASSET: "CurrentAsset",
  BANK: "Bank",
  EQUITY: "Equity",
  EXPENSE: "Expense",
  INCOME: "Revenue",
  LIABILITY: "CurrentLiability"
}
/** Quirk: every name is told in two languages. */
const named = (name: string) => ({ name_en: name, name_ar: name })

export const writeAccounts = writing("ACCOUNTS", ["create"], {
  path: () => "/accounts",
  wrap: "account",
  item: ["account"],
  list: ["accounts"],
  search: () => ({}),
  isIt: (row, { nominal_code }) => Call.at(row, "code") === nominal_code,
  record: accounts,
  requires: ["name", "nominal_code", "category"],
  takes: {
    name: named,
    nominal_code: "code",
    description: "description",
    sub_category: Take.beside,
    category: (category, { item: { sub_category: own }, refuse }) => {
      const type = own ?? usual[category]!
      if (own && classes(own) !== (category === "BANK" ? "ASSET" : category)) refuse(`is not that of the type ${own}`)
      return { type, receive_payments: String(type === "Bank" || type === "Cash") }
    }
  }
})

const units = firstOf("product_unit_types")
const categories = firstOf("categories")
const types = {
  INVENTORY: { type: "Product", track_quantity: 1 },
  NON_INVENTORY: { type: "Product", track_quantity: 0 },
  SERVICE: { type: "Service", track_quantity: 0 }
}
export const writeItems = writing("ITEMS", ["create", "update"], {
  path: () => "/products",
  wrap: "product",
  item: ["product"],
  list: ["products"],
  search: ({ code }) => ({ "q[sku_eq]": String(code) }),
  isIt: (row, { code }) => Call.at(row, "sku") === code,
  // Qoyod wants a unit and a group of every product, which no member of ours names.
  made: ({ lookups, refuse }) => ({
    product_unit_type_id: Number(lookups["units"] ?? refuse("needs a unit, and Qoyod has none")),
    category_id: Number(lookups["categories"] ?? refuse("needs a category, and Qoyod has none"))
  }),
  record: items,
  requires: ["name", "code", "type"],
  departs: ({ create }) => ({ create: { ...create, lookups: { units, categories } } }),
  takes: {
    name: named,
    code: "sku",
    description: "description"
  },
  // The documentation names no other member that a change takes.
  creates: {
    type: (type) => types[type],
    bill_item: {
      object: (made) => ({ purchase_item: 1, ...made }),
      of: { unit_price: "buying_price", account_id: id("expense_account_id"), tax_id: Take.beside }
    },
    invoice_item: {
      object: (made) => ({ sale_item: 1, ...made }),
      of: { unit_price: "selling_price", account_id: id("sales_account_id"), tax_id: Take.beside }
    }
  },
  clears: ["description"],
  makes: ({ bill_item, invoice_item }, { isNew, refuse }) => {
    if (!isNew) return {}
    const [sold, bought] = [invoice_item?.tax_id, bill_item?.tax_id]
    if (sold && bought && sold !== bought) refuse("is another than that of the invoice item", "bill_item.tax_id")
    return { tax_id: Number(sold ?? bought ?? refuse("is required", "invoice_item.tax_id")) }
  }
})
