/** Ledger accounts, and categories of analysis types. */
import { accounts } from "./accounts.ts"
import { categories } from "./tracking-categories.ts"
import { writing } from "./writing.ts"

export const writeAccounts = writing("ACCOUNTS", ["create", "update"], {
  path: "ledger_accounts",
  name: "ledger_account",
  record: accounts,
  made: { included_in_chart: true },
  alike: { name: "name", nominal_code: "nominal_code" },
  requires: { create: ["name", "nominal_code", "sub_category"] },
  takes: {
    name: (name) => ({ name, display_name: name }),
    nominal_code: (code, { refuse }) =>
      /^\d{1,9}$/.test(code) ? { nominal_code: Number(code) } : refuse("is a number at Sage"),
    // Sage's type of an account, from which its category follows.
    sub_category: "ledger_account_type_id",
    status: (status) => ({ included_in_chart: status !== "ARCHIVED" })
  }
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update"], {
  path: "analysis_type_categories",
  name: "analysis_type_category",
  record: categories,
  alike: { name: "name", parent_id: "analysis_type.id" },
  requires: { create: ["name", "parent_id"] },
  takes: { name: "name" },
  creates: { parent_id: "analysis_type_id" }
})
