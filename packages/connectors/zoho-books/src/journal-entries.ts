/** Manual journals. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Tags, trackingOf } from "./document-lines.ts"
import { changing, dated, wholeOf } from "./lists.ts"

export const kind = {
  path: "journals",
  list: "journals",
  one: "journal",
  id: "journal_id",
  within: "line_items"
}
const Line = Wire.struct({
  ...Wire.all(Wire.id, "line_id", "account_id", "customer_id", "tax_id", "location_id"),
  description: Wire.text,
  debit_or_credit: Wire.decisive(Wire.text),
  amount: Wire.number,
  tags: Tags
})
const Journal = Wire.struct({
  journal_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "entry_number", "journal_type", "notes", "status"),
  journal_date: Wire.day,
  currency_id: Wire.id,
  exchange_rate: Wire.number,
  line_items: Wire.list(Wire.required(Line)),
  last_modified_time: Wire.instant
})
const sides = Normalize.word({ debit: "DEBIT", credit: "CREDIT" }, null)
export const statuses = Normalize.word({ draft: "DRAFT", published: "SUBMITTED", void: "VOID" })

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...changing(kind),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(kind, Journal, row, context)
    if (raw === null) return null
    const lines = raw.line_items ?? []
    return {
      platform_id: raw.journal_id,
      document_number: raw.entry_number,
      posted_date: raw.journal_date,
      journal_entry_type: raw.journal_type,
      description: raw.notes,
      amount: Normalize.sum(
        lines.filter((line) => sides(line.debit_or_credit) === "DEBIT").map(({ amount }) => amount)
      ),
      currency_id: raw.currency_id,
      currency_rate: raw.exchange_rate,
      status: statuses(raw.status),
      journal_lines: lines.map((line) => ({
        platform_id: line.line_id,
        account_id: line.account_id,
        contact_id: line.customer_id,
        tax_id: line.tax_id,
        tracking_category_ids: trackingOf(line),
        type: sides(line.debit_or_credit),
        description: line.description,
        net_amount: line.amount
      })),
      updated_at: raw.last_modified_time
    }
  }
})
