/** How accounts, bank accounts and taxes are written. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import { accounts, activity, categories, kind as account } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { taxRates } from "./tax-rates.ts"
import { again } from "./write-lines.ts"
import { shelf, shelved } from "./states.ts"
import { writing } from "./writing.ts"

const counted = { moves: shelved, stateOf: (raw: unknown) => activity(Call.at(raw, "is_active") as boolean) }

/** The type of an account of which only the class is known. */
const types = {
  ASSET: "other_asset",
  LIABILITY: "other_current_liability",
  EQUITY: "equity",
  INCOME: "income",
  EXPENSE: "expense",
  BANK: "bank"
} as const
export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  ...counted,
  kind: { ...account, one: "chart_of_account" },
  alike: { name: "account_name", nominal_code: "account_code" },
  found: (since) => ({ filter_by: "AccountType.All", last_modified_time: `${since.slice(0, 19)}+0000` }),
  whole: again("account_name", "account_type"),
  record: accounts,
  requires: ["name"],
  takes: {
    name: "account_name",
    description: "description",
    nominal_code: "account_code",
    status: shelf,
    sub_category: "account_type",
    category: (category, { item: { sub_category }, refuse }) => {
      if (sub_category == null) return { account_type: types[category] }
      return category === "BANK" || categories(sub_category) === category
        ? {}
        : refuse(`is not that of ${sub_category}`)
    },
    currency_id: "currency_id",
    parent_account_id: "parent_account_id"
  },
  makes: ({ category, sub_category }, { isNew, refuse }) =>
    isNew && !category && !sub_category ? refuse("is required, or sub_category", "category") : {},
  clears: ["description", "nominal_code"]
})

const bank = { path: "bankaccounts", list: "bankaccounts", one: "bankaccount", id: "account_id" }
export const writeBankAccounts = writing("BANK_ACCOUNTS", ["create", "update", "delete"], {
  ...counted,
  kind: bank,
  alike: { account_name: "account_name", account_number: "account_number" },
  found: () => ({ filter_by: "Status.All" }),
  whole: again("account_name", "account_type"),
  record: bankAccounts,
  requires: ["account_name", "category"],
  takes: {
    account_name: "account_name",
    account_number: "account_number",
    institution_name: "bank_name",
    routing_number: "routing_number",
    currency_id: "currency_id",
    category: (type, { refuse }) =>
      Normalize.is(type, "bank") || Normalize.is(type, "credit_card")
        ? { account_type: type }
        : refuse("must be one of bank, credit_card"),
    status: shelf
  },
  clears: ["account_number", "institution_name", "routing_number"]
})

const tax = { path: "settings/taxes", list: "taxes", one: "tax", id: "tax_id" }
export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  kind: tax,
  found: () => ({}),
  alike: { name: "tax_name", total_tax_rate: "tax_percentage" },
  record: taxRates,
  requires: ["name", "total_tax_rate"],
  takes: { name: "tax_name", total_tax_rate: "tax_percentage" },
  creates: { tax_type: "tax_type" }
})
