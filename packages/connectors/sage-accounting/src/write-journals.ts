/** Journals made and deleted. */
import * as Take from "@svc/core/Take"
import { journalEntries } from "./journal-entries.ts"
import { dayTo, writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", ["create", "delete"], {
  path: "journals",
  name: "journal",
  record: journalEntries,
  alike: { document_number: "reference", posted_date: "date", description: "description" },
  requires: [
    "document_number",
    "posted_date",
    "journal_lines",
    "journal_lines.account_id",
    "journal_lines.type",
    "journal_lines.net_amount"
  ],
  takes: {
    document_number: "reference",
    posted_date: dayTo("date"),
    description: "description",
    journal_lines: {
      list: "journal_lines",
      of: {
        account_id: "ledger_account_id",
        description: "details",
        tracking_category_ids: "analysis_type_categories",
        type: Take.beside,
        // Quirk: a line has both sides, of which one is zero.
        net_amount: (amount, { item: { type } }) =>
          type === "CREDIT" ? { debit: 0, credit: amount } : { debit: amount, credit: 0 }
      }
    }
  }
})
