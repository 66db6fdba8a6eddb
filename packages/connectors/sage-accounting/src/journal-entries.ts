/** Journals that users write. What documents post to the ledger is told by the documents. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { idsOf, whole } from "./lines.ts"
import { baseCurrency } from "./references.ts"
import { common, listed, Ref, Refs } from "./wire.ts"

const Line = Wire.struct({
  id: Wire.id,
  details: Wire.text,
  ledger_account: Ref,
  debit: Wire.number,
  credit: Wire.number,
  analysis_type_categories: Refs
})
type Line = (typeof Line)["Type"]
const Lines = Wire.list(Wire.required(Line))

/** Quirk: a line has both sides, of which one is zero; what is below zero is of the other. */
const line = (raw: Line) => {
  const signed = Normalize.difference(raw.debit ?? 0, raw.credit ?? 0)
  return {
    platform_id: raw.id,
    account_id: raw.ledger_account?.id,
    tracking_category_ids: idsOf(raw.analysis_type_categories),
    type: signed ? (signed > 0 ? ("DEBIT" as const) : ("CREDIT" as const)) : null,
    description: raw.details,
    net_amount: Normalize.absolute(signed)
  }
}
const isShort = (lines: ReadonlyArray<Line> | null | undefined) =>
  (lines ?? []).some(({ credit, debit }) => (credit ?? debit ?? null) === null)

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...listed("journals"),
  from: Read.byMapping("Journals take no date"),
  item: Wire.struct({
    ...common,
    date: Wire.day,
    reference: Wire.text,
    description: Wire.text,
    journal_lines: Lines
  }),
  lookups: { base: baseCurrency },
  follow: (raw) => (isShort(raw.journal_lines) ? whole("journals")(raw) : []),
  map: (raw, { followed, lookups }) => {
    const own = Call.at(followed[0], "journal_lines")
    const lines = ((own === undefined ? raw.journal_lines : Wire.decode(Lines, own)) ?? []).map(line)
    return {
      platform_id: raw.id,
      document_number: raw.reference,
      posted_date: raw.date,
      journal_entry_type: "MANUAL",
      description: raw.description,
      amount: Normalize.sum(lines.map(({ net_amount, type }) => (type === "DEBIT" ? net_amount : null))),
      // A journal is in the business's own currency.
      currency_id: lookups.base,
      status: "SUBMITTED",
      journal_lines: lines,
      updated_at: raw.updated_at
    }
  }
})
