/** How accounts are written. */
import { accounts } from "./accounts.ts"
import { active, ref, refuse } from "./taking.ts"
import { writing } from "./writing.ts"

/** The types of accounts, with what they are to us. */
const accountTypes: Readonly<Record<string, string>> = {
  Bank: "BANK",
  "Accounts Receivable": "ASSET",
  "Other Current Asset": "ASSET",
  "Fixed Asset": "ASSET",
  "Other Asset": "ASSET",
  "Accounts Payable": "LIABILITY",
  "Credit Card": "LIABILITY",
  "Other Current Liability": "LIABILITY",
  "Long Term Liability": "LIABILITY",
  Equity: "EQUITY",
  Income: "INCOME",
  "Other Income": "INCOME",
  Expense: "EXPENSE",
  "Other Expense": "EXPENSE",
  "Cost of Goods Sold": "EXPENSE"
}
const usual: Readonly<Record<string, string>> = {
  BANK: "Bank",
  ASSET: "Other Current Asset",
  LIABILITY: "Other Current Liability",
  EQUITY: "Equity",
  INCOME: "Income",
  EXPENSE: "Expense"
}
export const writeAccounts = writing("ACCOUNTS", ["create", "update"], {
  entity: "Account",
  record: accounts,
  requires: ["name"],
  takes: {
    name: "Name",
    description: "Description",
    nominal_code: "AcctNum",
    parent_account_id: (id, { raw }) => ({ ParentRef: ref(id), ...(raw ? { SubAccount: id !== null } : {}) })
  },
  creates: {
    // Quirk: a sub-type, which says the type as well, is one word; the types are the words that people read.
    sub_category: (sub, { item, place }) => {
      const type = accountTypes[sub]
      if (type === undefined) return { AccountSubType: sub }
      const category = item["category"] ?? type
      const fits = category === type || (category === "ASSET" && type === "BANK")
      return fits ? { AccountType: sub } : refuse(place, `is not of the category ${category}`)
    },
    category: (category, { item }) => (item["sub_category"] ? {} : { AccountType: usual[category] })
  },
  updates: { status: active },
  clears: ["description", "nominal_code", "parent_account_id"],
  makes: (item, { current }) =>
    current || item["sub_category"] || item["category"] ? {} : refuse("category", "or sub_category is required")
})
