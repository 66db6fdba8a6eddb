/** How journal entries are written. */
import { journalEntries } from "./journal-entries.ts"
import { as, beside, day, refuse, rows, words } from "./taking.ts"
import { writing } from "./writing.ts"

export const writeJournalEntries = writing("JOURNAL_ENTRIES", "journals", journalEntries, {
  requires: ["posted_date", "currency_id", "journal_lines", "journal_lines.type"],
  voids: { state: "voided" },
  takes: {
    document_number: "number",
    currency_id: "currency",
    posted_date: day("bookedOn"),
    journal_entry_type: as("kind", (value: string) => (value === "COSTOFSALES" ? "costOfSales" : value.toLowerCase())),
    description: "text",
    currency_rate: "fxRate",
    status: words("state", { DRAFT: "draft", SUBMITTED: "posted", VOID: "voided" }),
    journal_lines: rows("entries", {
      account_id: "accountId",
      contact_id: "contactId",
      tax_id: "taxRateId",
      tracking_category_ids: "dimensionIds",
      type: beside,
      description: "text",
      net_amount: (amount, { item, place }) => ({
        [item["type"] === "CREDIT"
          ? "credit"
          : item["type"] === "DEBIT"
            ? "debit"
            : refuse("a type beside it", amount, place)]: amount
      })
    })
  }
})
