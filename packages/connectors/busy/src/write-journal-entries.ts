/** Journals created. What is debited is credited. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { ledger } from "./books.ts"
import { entries, nameOf, ownCurrency } from "./entries.ts"
import { journalEntries } from "./journal-entries.ts"
import { writingVouchers } from "./writing-vouchers.ts"

export const writeJournalEntries = writingVouchers("JOURNAL_ENTRIES", ["create"], {
  voucher: () => "journal",
  record: journalEntries,
  requires: [
    "document_number",
    "posted_date",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.type",
    "journal_lines.net_amount"
  ],
  lookups: ledger,
  takes: {
    currency_id: ownCurrency,
    description: Take.beside,
    document_number: Take.beside,
    posted_date: Take.beside,
    journal_lines: {
      of: {
        account_id: (id, { lookups, refuse }) => ({ account: nameOf(lookups, id, () => refuse("is no account")) }),
        type: Take.beside,
        description: "text",
        net_amount: (amount, { item }) => ({ amount: item.type === "DEBIT" ? -amount : amount })
      },
      list: (made, { refuse }) => {
        const rest = Normalize.sum(made.map(({ amount }) => amount as number))
        if (rest !== 0) refuse("must come to as much on both sides")
        return entries(made.map(({ account, amount, text }) => ({ account, amount: amount as number, text })))
      }
    }
  }
})
