/** Accounts created: ledgers below any group. */
import * as Take from "@svc/core/Take"
import { accountFetch, ledgerAccounts } from "./accounts.ts"
import { books, nameOf } from "./books.ts"
import { key } from "./wire.ts"
import { inCurrency, ledgerLookups, ledgerWriting, unused } from "./writing-ledgers.ts"

/** The group, of those that Tally made, for an account of which only the category is known. */
const usual = {
  ASSET: "Current Assets",
  BANK: "Bank Accounts",
  LIABILITY: "Current Liabilities",
  EQUITY: "Capital Account",
  INCOME: "Indirect Incomes",
  EXPENSE: "Indirect Expenses"
} as const

export const writeAccounts = ledgerWriting("ACCOUNTS", ["create"], {
  record: ledgerAccounts,
  fetch: accountFetch,
  groupOf: ({ category, parent_account_id, sub_category }) =>
    parent_account_id ? null : (sub_category ?? usual[category as keyof typeof usual] ?? null),
  requires: ["name"],
  lookups: { groups: books.groups, ...ledgerLookups },
  takes: {
    name: unused,
    description: "DESCRIPTION",
    // An alias is the second of a ledger's names.
    nominal_code: (code, { item }) => ({ "NAME.LIST": { "@TYPE": "String", NAME: [item.name?.trim() ?? "", code] } }),
    category: Take.beside,
    sub_category: (name, { lookups: { groups }, refuse }) =>
      groups.has(key(name)) ? {} : refuse("is no group of this company"),
    currency_id: inCurrency,
    parent_account_id: (id, { lookups: { groups }, refuse }) => {
      const group = [...groups.values()].find(({ GUID }) => GUID === id)
      return group === undefined ? refuse("is no group of this company") : { PARENT: nameOf(group) }
    }
  },
  makes: ({ category, parent_account_id, sub_category }, { refuse }) =>
    category || parent_account_id || sub_category
      ? {}
      : refuse("or sub_category or parent_account_id is required", "category")
})
