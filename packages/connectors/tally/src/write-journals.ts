/** Journals, and what is paid at once, created. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { isMoney } from "./books.ts"
import { byId, nameById, names, side, taxesOf, totalOf } from "./entries.ts"
import { expenses } from "./expenses.ts"
import { isJournal, isSpending } from "./families.ts"
import { journalEntries } from "./journal-entries.ts"
import { numbered, takenNumbers, typed } from "./numbers.ts"
import { ownCurrency, refuseLines } from "./refusals.ts"
import { writing } from "./writing.ts"

const [journal, payment] = [typed("journal_type", "Journal"), typed("payment_type", "Payment")]
const view = "Accounting Voucher View"
const shared = { document_number: numbered, posted_date: Take.beside, currency_id: ownCurrency }

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "delete", "void"], {
  where: isJournal,
  typeOf: journal,
  view,
  record: journalEntries,
  requires: {
    create: [
      "posted_date",
      "journal_lines",
      "journal_lines.account_id",
      "journal_lines.type",
      "journal_lines.net_amount"
    ]
  },
  lookups: { ...names, numbers: takenNumbers(journal) },
  takes: {
    ...shared,
    description: "NARRATION",
    // A party is a ledger, which the account names.
    journal_lines: {
      of: ["account_id", "type", "description", "net_amount"],
      whole: (lines, { lookups, refuse }) => {
        const all = lines ?? []
        const sumOf = (type: string) => Normalize.sum(all.map((own) => (own.type === type ? own.net_amount : 0)))
        if (sumOf("DEBIT") !== sumOf("CREDIT")) refuse("must have as much debit as credit")
        return {
          "ALLLEDGERENTRIES.LIST": all.map(({ account_id, description, net_amount, type }, index) => ({
            LEDGERNAME: byId(lookups, account_id)
              ? nameById(lookups, account_id)
              : refuse("is no ledger", `[${index}].account_id`),
            NARRATION: description,
            ...side(net_amount ?? 0, type === "DEBIT")
          }))
        }
      }
    }
  }
})
export const writeExpenses = writing("EXPENSES", ["create", "delete"], {
  where: isSpending,
  typeOf: payment,
  view,
  record: expenses,
  requires: { create: ["account_id", "posted_date", "line_items", "line_items.account_id"] },
  lookups: { ...names, numbers: takenNumbers(payment) },
  takes: {
    ...shared,
    memo: "NARRATION",
    account_id: (id, { lookups, refuse }) =>
      isMoney(lookups, byId(lookups, id)) ? {} : refuse("is no bank or cash ledger"),
    line_items: {
      of: ["account_id", "tax_id", "description", "quantity", "unit_amount", "total_discount"],
      whole: (rows, at) => {
        const [lines, own] = [rows ?? [], at.lookups]
        refuseLines(lines, at, undefined)
        const taxes = taxesOf(lines, own)
        return {
          "ALLLEDGERENTRIES.LIST": [
            ...lines.map((line) => ({
              LEDGERNAME: nameById(own, line.account_id),
              NARRATION: line.description,
              ...side(Take.amountOf(line), true)
            })),
            ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, true) })),
            { LEDGERNAME: nameById(own, at.root["account_id"]), ...side(totalOf(lines, taxes), false) }
          ]
        }
      }
    }
  }
})
