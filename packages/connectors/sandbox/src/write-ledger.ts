/** How the books' own lists are written: accounts, and what goes through the bank. */
import * as Take from "@svc/core/Take"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { usual, writing } from "./writing.ts"

const open = Take.words("state", { ACTIVE: "open", ARCHIVED: "closed" })

const kinds = {
  BANK: "bank",
  ASSET: "currentAsset",
  LIABILITY: "currentLiability",
  EQUITY: "equity",
  INCOME: "revenue",
  EXPENSE: "operatingExpense"
}
export const writeAccounts = writing("ACCOUNTS", usual, {
  resource: "accounts",
  record: accounts,
  requires: ["name", "nominal_code", "category", "currency_id"],
  takes: {
    name: "title",
    description: "about",
    nominal_code: "code",
    status: open,
    category: Take.words("kind", kinds),
    // Quirk: what is a sub-category here says the category as well.
    sub_category: "kind",
    currency_id: "currency",
    parent_account_id: "parent"
  }
})

export const writeBankAccounts = writing("BANK_ACCOUNTS", usual, {
  resource: "bankAccounts",
  record: bankAccounts,
  requires: ["account_name", "category", "currency_id", "account_id"],
  takes: {
    institution_name: "bankName",
    account_name: "label",
    account_number: "maskedNumber",
    currency_id: "currency",
    category: "kind",
    account_id: "ledgerAccount",
    iban: "iban",
    routing_number: "sortCode",
    status: open
  }
})

/** The bank account behind a ledger account. */
const bankOf = (account: string, { lookups, refuse }: Take.At<unknown>): string =>
  (lookups["banks"] as ReadonlyMap<string, string>).get(account) ?? refuse("is not the account of a bank account")
export const bank = (to: string): Take.Named<string> => ({ to, by: bankOf })
interface Movement {
  readonly debit_or_credit?: string | null | undefined
}
const isOut = ({ item, refuse }: Take.At<Movement>) =>
  (item.debit_or_credit ?? refuse("needs a debit_or_credit beside it")) === "DEBIT"
/** Quirk: the sign of the amount says the direction, and with it which of the two accounts is the bank's own. */
const side = (out: boolean) => (account: string, at: Take.At<Movement>) => ({
  [isOut(at) === out ? "bankAccount" : "counterBankAccount"]: bankOf(account, at)
})
export const writeBankTransactions = writing("BANK_TRANSACTIONS", usual, {
  resource: "bankTransactions",
  record: bankTransactions,
  requires: ["account_id", "amount", "type", "debit_or_credit", "transaction_date"],
  banks: true,
  takes: {
    account_id: "counterAccount",
    from_account_id: side(true),
    to_account_id: side(false),
    contact_id: "contact",
    amount: { to: "amount", by: (value, at) => (isOut(at) ? -value : value) },
    debit_or_credit: Take.beside,
    type: { to: "kind", by: (value: string) => value.toLowerCase() },
    transaction_date: Take.day("bookedOn"),
    description: "text",
    reference: "reference"
  }
})
