/** How the books' own lists are written: accounts, bank accounts, items and cost centres. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { accounts, classes } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { items } from "./items.ts"
import { costCenters } from "./tracking-categories.ts"
import { ref, writing } from "./writing.ts"

export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  record: accounts,
  collection: "accounts",
  made: { is_payment_enabled: false },
  requires: ["name", "nominal_code", "category", "sub_category"],
  takes: {
    name: "name_en",
    nominal_code: "account_code",
    category: Take.words("classification", classes),
    sub_category: "sub_classification",
    parent_account_id: ref("parent")
  },
  clears: ["parent_account_id"]
})

export const writeBankAccounts = writing("BANK_ACCOUNTS", ["create", "update", "delete"], {
  record: bankAccounts,
  collection: "bank-accounts",
  requires: ["account_name", "currency_id", "category"],
  takes: {
    account_name: "name",
    currency_id: "currency",
    category: Take.words("sub_classification", {
      BANK: "BANK",
      PETTY_CASH: "PETTY_CASH",
      CREDIT_CARD: "CREDIT_CARD"
    })
  }
})

type Item = Writes.ItemOf<"ITEMS">
const side = (account: string, tax: string, price: string): Take.Taken<Item["bill_item"], Item> => ({
  object: (made) => made,
  of: {
    account_id: ref(account),
    tax_id: ref(tax),
    unit_price: { to: price, by: (value) => value }
  }
})
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  record: items,
  collection: "items",
  requires: ["name"],
  takes: {
    name: "name",
    code: "sku",
    description: "description",
    status: Take.words("is_active", { ACTIVE: true, ARCHIVED: false }),
    bill_item: side("expense_account", "purchase_tax_rate", "unit_cost"),
    invoice_item: side("revenue_account", "revenue_tax_rate", "unit_price")
  },
  creates: { type: Take.words("is_tracked_inventory", { INVENTORY: true, SERVICE: false }) },
  clears: ["code", "description"]
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create"], {
  record: costCenters,
  collection: "cost-centers",
  made: { is_active: true },
  requires: ["name"],
  takes: {
    // Quirk: a cost centre has a name in both languages, and Wafeq takes none without.
    name: (name) => ({ name_en: name, name_ar: name }),
    status: Take.words("is_active", { ACTIVE: true, ARCHIVED: false })
  },
  creates: {
    type: (value, { refuse }) => (value === "DEPARTMENT" ? {} : refuse("must be DEPARTMENT: a cost centre is made"))
  }
})
