/** How journal entries are written. */
import * as Take from "@svc/core/Take"
import { journalEntries } from "./journal-entries.ts"
import { voidable, writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", voidable, {
  resource: "journals",
  record: journalEntries,
  requires: ["posted_date", "currency_id", "journal_lines", "journal_lines.type"],
  voids: { state: "voided" },
  takes: {
    document_number: "number",
    currency_id: "currency",
    posted_date: Take.day("bookedOn"),
    journal_entry_type: {
      to: "kind",
      by: (value: string) => (value === "COSTOFSALES" ? "costOfSales" : value.toLowerCase())
    },
    description: "text",
    currency_rate: "fxRate",
    status: Take.words("state", { DRAFT: "draft", SUBMITTED: "posted", VOID: "voided" }),
    journal_lines: {
      list: "entries",
      of: {
        account_id: "accountId",
        contact_id: "contactId",
        tax_id: "taxRateId",
        tracking_category_ids: "dimensionIds",
        type: Take.beside,
        description: "text",
        net_amount: (amount, { item: { type }, refuse }) => ({
          [type?.toLowerCase() ?? refuse("needs a type beside it")]: amount
        })
      }
    }
  }
})
