/** Journals with their lines. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changed, dated, flagged, Ids } from "./wire.ts"

const Entry = Wire.struct({
  id: Wire.id,
  accountId: Wire.id,
  contactId: Wire.id,
  taxRateId: Wire.id,
  dimensionIds: Ids,
  debit: Wire.number,
  credit: Wire.number,
  text: Wire.text
})
const statuses = Normalize.word({ draft: "DRAFT", posted: "SUBMITTED", voided: "VOID" })

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...flagged("journals"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    number: Wire.text,
    bookedOn: Wire.instant,
    kind: Wire.text,
    text: Wire.text,
    currency: Wire.id,
    fxRate: Wire.number,
    entries: Wire.list(Entry),
    total: Wire.number,
    state: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    document_number: raw.number,
    posted_date: raw.bookedOn,
    journal_entry_type: raw.kind?.toUpperCase(),
    description: raw.text,
    amount: raw.total,
    currency_id: raw.currency,
    currency_rate: raw.fxRate,
    status: statuses(raw.state),
    journal_lines: (raw.entries ?? []).map((entry) => ({
      platform_id: entry.id,
      account_id: entry.accountId,
      contact_id: entry.contactId,
      tax_id: entry.taxRateId,
      tracking_category_ids: Normalize.distinct(entry.dimensionIds),
      type: entry.debit ? "DEBIT" : entry.credit ? "CREDIT" : null,
      description: entry.text,
      net_amount: entry.debit || entry.credit
    })),
    updated_at: raw.updatedAt
  })
})
