/** How expenses and journal entries are written: line by line on accounts, which go by their names. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { expenses } from "./expenses.ts"
import { journalEntries } from "./journal-entries.ts"
import { day } from "./lists.ts"
import { account, type Found, lookups } from "./write-lookups.ts"
import { id, named, wholly, writing } from "./writing.ts"

const member = "transaction_account_lines_attributes"

type ExpenseLine = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>[number]
const expenseLine: Take.Table<ExpenseLine, Found> = {
  platform_id: id("id"),
  account_id: account("account_name"),
  description: "description",
  quantity: Take.beside,
  unit_amount: (amount, { item: { quantity } }) => ({ debit: Normalize.product(amount, quantity ?? 1) }),
  tax_id: id("line_tax_id")
}
export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  record: expenses,
  list: "expenses",
  one: "expense",
  // It is paid at once: what is paid later is a bill.
  kept: (raw) => Call.present({ payment_method_name: named(raw, "payment_method") ?? undefined }),
  lookups,
  requires: [
    "account_id",
    "posted_date",
    "payment_mode",
    "line_items",
    "line_items.account_id",
    "line_items.unit_amount"
  ],
  takes: {
    account_id: account("refund_from_name"),
    contact_id: id("person_id"),
    document_number: "transaction_no",
    posted_date: Take.day("transaction_date"),
    payment_mode: "payment_method_name",
    memo: "memo",
    line_items: { list: wholly(member), of: expenseLine }
  },
  clears: ["memo"],
  makes: (_, { isNew }) => (isNew ? { expense_payable: false } : {})
})

type JournalLine = NonNullable<Writes.ItemOf<"JOURNAL_ENTRIES">["journal_lines"]>[number]
const journalLine: Take.Table<JournalLine, Found> = {
  platform_id: id("id"),
  account_id: account("account_name"),
  description: "description",
  type: Take.beside,
  net_amount: (amount, { item: { type }, refuse }) =>
    type === "DEBIT"
      ? { debit: amount, credit: 0 }
      : type === "CREDIT"
        ? { debit: 0, credit: amount }
        : refuse("needs a type beside it")
}
const each = ["journal_lines.account_id", "journal_lines.type", "journal_lines.net_amount"] as const
export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "delete"], {
  record: journalEntries,
  list: "journal_entries",
  one: "journal_entry",
  kept: (raw) => ({ transaction_date: day.read(raw["transaction_date"]), transaction_no: raw["transaction_no"] }),
  lookups,
  requires: ["posted_date", "journal_lines", ...each],
  takes: {
    posted_date: Take.day("transaction_date"),
    description: "memo",
    journal_lines: { list: wholly(member, "transaction_account_lines"), of: journalLine }
  },
  // Quirk: the number of an entry stays.
  creates: { document_number: "transaction_no" },
  clears: ["description"]
})
