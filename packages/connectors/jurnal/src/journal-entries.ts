/** Journal entries, booked by hand. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { entry, type Line, Lines } from "./account-lines.ts"
import { dated, tagged } from "./lists.ts"

/** A line has an amount on one side; the other is 0. */
const sideOf = ({ credit, debit }: Line) =>
  debit ? { type: "DEBIT" as const, net_amount: debit } : { type: "CREDIT" as const, net_amount: credit }

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...dated("journal_entries", "journal_entry"),
  item: Wire.struct({ ...entry, status: Wire.decisive(Wire.text), transaction_account_lines: Lines }),
  map: (raw) => {
    const lines = raw.transaction_account_lines ?? []
    return {
      platform_id: raw.id,
      document_number: raw.transaction_no,
      posted_date: raw.transaction_date,
      description: raw.memo,
      amount: Normalize.sum(lines.map(({ debit }) => debit)),
      currency_id: raw.currency_code,
      currency_rate: raw.currency_rate,
      status: raw.status?.trim().toLowerCase() === "draft" ? "DRAFT" : "SUBMITTED",
      journal_lines: lines.map((line) => ({
        platform_id: line.id,
        account_id: line.account?.id,
        tax_id: line.line_tax?.id,
        tracking_category_ids: tagged(raw.tags),
        ...sideOf(line),
        description: line.description
      })),
      updated_at: raw.updated_at
    }
  }
})
