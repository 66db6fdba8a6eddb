/** How the journals of users are written; the ledger writes the others itself. */
import { manual } from "./journal-entries.ts"
import { accountCodes, trackingOptions } from "./references.ts"
import { beside, day, type Taken, words } from "./taking.ts"
import { tracking } from "./write-lines.ts"
import { writing } from "./writing.ts"

/** Quirk: Xero signs amounts, debit positive. */
const amount: Taken = (value: number, { item, refuse }) =>
  item["type"] ? { LineAmount: item["type"] === "CREDIT" ? -value : value } : refuse("needs a type beside it")

export const writeJournalEntries = writing("JOURNAL_ENTRIES", {
  offers: ["create", "update", "void"],
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
    posted_date: day("Date"),
    status: words("Status", { DRAFT: "DRAFT", SUBMITTED: "POSTED" }),
    journal_lines: {
      table: {
        account_id: "AccountID",
        description: "Description",
        type: beside,
        net_amount: amount,
        tax_id: "TaxType",
        tracking_category_ids: tracking
      },
      as: (JournalLines: ReadonlyArray<object>, { refuse }) =>
        JournalLines.length === 0
          ? refuse("must hold a line")
          : {
              // Net amounts hold no tax.
              LineAmountTypes: JournalLines.some((own) => "TaxType" in own) ? "Exclusive" : "NoTax",
              JournalLines
            }
    }
  },
  ended: ({ Status }) => (Status === "DRAFT" ? "DELETED" : "VOIDED")
})
