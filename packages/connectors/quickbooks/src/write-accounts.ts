/** How accounts are written. */
import { accounts } from "./accounts.ts"
import { active, ref, writing } from "./writing.ts"

/** The types of accounts by what they are to us; the first is that of an account of which no more is said. */
const types: Readonly<Record<string, ReadonlyArray<string>>> = {
  BANK: ["Bank"],
  ASSET: ["Other Current Asset", "Accounts Receivable", "Fixed Asset", "Other Asset"],
  LIABILITY: ["Other Current Liability", "Accounts Payable", "Credit Card", "Long Term Liability"],
  EQUITY: ["Equity"],
  INCOME: ["Income", "Other Income"],
  EXPENSE: ["Expense", "Other Expense", "Cost of Goods Sold"]
}
export const writeAccounts = writing("ACCOUNTS", ["create", "update"], {
  entity: "Account",
  record: accounts,
  requires: ["name"],
  takes: {
    name: "Name",
    description: "Description",
    nominal_code: "AcctNum",
    parent_account_id: {
      orEmpty: (id, { isNew }) => ({ ParentRef: ref(id), ...(isNew ? {} : { SubAccount: id !== null }) })
    }
  },
  creates: {
    // Quirk: a sub-type, which says the type as well, is one word; the types are the words that people read.
    sub_category: (sub, { item, refuse }) => {
      const type = Object.keys(types).find((own) => types[own]!.includes(sub))
      if (type === undefined) return { AccountSubType: sub }
      const category = item.category ?? type
      const fits = category === type || (category === "ASSET" && type === "BANK")
      return fits ? { AccountType: sub } : refuse(`is not of the category ${category}`)
    },
    category: (category, { item }) => (item.sub_category ? {} : { AccountType: types[category]?.[0] })
  },
  updates: { status: active },
  clears: ["description", "nominal_code"],
  makes: ({ category, sub_category }, { isNew, refuse }) =>
    !isNew || sub_category || category ? {} : refuse("or sub_category is required", "category")
})
