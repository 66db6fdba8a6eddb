/** How the journals of users are written; the ledger writes the others itself. */
import * as Take from "@svc/core/Take"
import { manual } from "./journal-entries.ts"
import { accountCodes, trackingOptions } from "./references.ts"
import { tracking } from "./write-lines.ts"
import { writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "update", "void"], {
  record: manual,
  collection: "ManualJournals",
  id: "ManualJournalID",
  requires: [
    "description",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.type",
    "journal_lines.net_amount"
  ],
  lookups: { accounts: accountCodes, tracking: trackingOptions },
  kept: ["Narration"],
  takes: {
    description: "Narration",
    posted_date: Take.day("Date"),
    status: Take.words("Status", { DRAFT: "DRAFT", SUBMITTED: "POSTED" }),
    journal_lines: {
      of: {
        platform_id: Take.beside,
        account_id: "AccountID",
        description: "Description",
        type: Take.beside,
        // Quirk: Xero signs amounts, debit positive.
        net_amount: (value, { item: { type }, refuse }) =>
          type ? { LineAmount: type === "CREDIT" ? -value : value } : refuse("needs a type beside it"),
        tax_id: "TaxType",
        tracking_category_ids: tracking
      },
      list: (JournalLines) => ({
        // Net amounts hold no tax.
        LineAmountTypes: JournalLines.some((own) => "TaxType" in own) ? "Exclusive" : "NoTax",
        JournalLines
      })
    }
  },
  ended: ({ Status }) => (Status === "DRAFT" ? "DELETED" : "VOIDED")
})
