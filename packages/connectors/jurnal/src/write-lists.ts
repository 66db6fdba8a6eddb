/** How the books' own lists are written: accounts, products and tags. */
import type { Take, Writes } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { accounts } from "./accounts.ts"
import { path } from "./company.ts"
import { items } from "./items.ts"
import { Named } from "./lists.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { account, type Accounts, lookups } from "./write-lookups.ts"
import { id, numeric, writing } from "./writing.ts"

/** The number of Jurnal's category for an account of which no more than its class is said. */
const usual: Readonly<Record<string, string>> = {
  ASSET: "2",
  BANK: "3",
  LIABILITY: "10",
  EQUITY: "12",
  INCOME: "13",
  EXPENSE: "16"
}
/** Quirk: a category goes by its name in the company's language, so it is that of an account of the same category. */
const nameOf = (category: string, found: Accounts): string | null =>
  [...found.values()].find(({ categoryId }) => categoryId === usual[category])?.category ?? null

export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  record: accounts,
  list: "accounts",
  one: "account",
  lookups,
  requires: ["name", "nominal_code", "category"],
  takes: {
    name: "name",
    nominal_code: "number",
    description: "description",
    sub_category: "category_name",
    parent_account_id: (parent, at) => ({ as_a_child: true, ...account("parent_category_name")(parent, at) })
  },
  creates: {
    category: (category, { item: { sub_category }, lookups: { chart }, refuse }) =>
      sub_category
        ? {}
        : {
            category_name: nameOf(category, chart) ?? refuse("is of no account yet: name the category in sub_category")
          }
  },
  clears: ["description"]
})

const Defaults = Wire.struct({ default_accounts: Wire.struct({ default_inventory_account: Named }) })
/** The account that stock is booked on. */
const stock = Lookup.make({
  call: { path },
  response: Defaults,
  pick: ({ default_accounts: own }): string | null => own?.default_inventory_account?.id ?? null,
  absent: null,
  lasting: true
})
/** Quirk: a product has a unit, which no member of ours names: it is the company's first. */
const unit = Lookup.make({
  call: { path: "/product_units" },
  response: Wire.unknown,
  pick: (body): string | null =>
    Wire.decode(Wire.struct({ name: Wire.text }), Read.arrayAt(body, "product_units")[0] ?? {}).name ?? null,
  absent: null,
  lasting: true
})
const found = { ...lookups, stock, unit }
type Found = typeof found
type Item = Writes.ItemOf<"ITEMS">
const side = (prefix: "buy" | "sell", is: "is_bought" | "is_sold"): Take.Taken<Item["bill_item"], Item, Found> => ({
  object: (made) => ({ ...made, [is]: true, ...(made[`${prefix}_tax_id`] ? { [`taxable_${prefix}`]: true } : {}) }),
  of: {
    account_id: account(`${prefix}_account_name`),
    tax_id: id(`${prefix}_tax_id`),
    unit_price: { to: `${prefix}_price_per_unit`, by: (price) => String(price) }
  }
})
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  record: items,
  list: "products",
  one: "product",
  kept: ({ name }) => ({ name }),
  lookups: found,
  requires: ["name", "code"],
  takes: {
    name: "name",
    description: "description",
    bill_item: side("buy", "is_bought"),
    invoice_item: side("sell", "is_sold")
  },
  creates: {
    code: "product_code",
    type: (type, { lookups: { stock: own }, refuse }) =>
      type === "INVENTORY"
        ? {
            track_inventory: "true",
            inventory_asset_account_id: numeric(own ?? refuse("needs an inventory account, and the company has none"))
          }
        : type === "SERVICE"
          ? { track_inventory: "false" }
          : refuse("must be INVENTORY or SERVICE")
  },
  clears: ["description"],
  makes: (_, { isNew, lookups: { unit: own }, refuse }) =>
    isNew ? { unit_name: own ?? refuse("needs a unit, and the company has none", "name") } : {}
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  record: trackingCategories,
  list: "tags",
  one: "tag",
  kept: ({ name }) => ({ name }),
  requires: ["name"],
  takes: { name: "name" }
})
