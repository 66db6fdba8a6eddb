/** Journal entries: moves that are no document. Their lines are in the company's currency and balance. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Domain } from "./ask.ts"
import { type Line, moveLines, trackingOf } from "./lines.ts"
import { dated, listing, ofCompany } from "./listing.ts"
import { numberOf } from "./moves.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "ref", "state"),
  date: Own.moment,
  company_currency_id: Own.link,
  narration: Own.html,
  write_date: Own.moment
}
const entries = (settings: Auth.AuthSettings): Domain => [["move_type", "=", "entry"], ...ofCompany(settings)]
const status = Normalize.word({ draft: "DRAFT", posted: "SUBMITTED", cancel: "VOID" })

const lineOf = (line: Line) => {
  const [debit, credit] = [line.debit ?? 0, line.credit ?? 0]
  // A storno writes a debit below nothing, which is a credit to everybody else.
  const balance = Normalize.difference(debit, credit) ?? 0
  return {
    platform_id: line.id,
    account_id: line.account_id ?? null,
    contact_id: line.partner_id ?? null,
    tax_id: line.tax_line_id ?? Normalize.distinct(line.tax_ids)[0] ?? null,
    tracking_category_ids: trackingOf(line),
    type: balance < 0 ? ("CREDIT" as const) : ("DEBIT" as const),
    description: line.name ?? null,
    net_amount: Math.abs(balance),
    updated_at: line.write_date ?? null
  }
}

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...listing({
    model: "account.move",
    fields: Object.keys(members),
    domain: entries
  }),
  from: dated(entries, "date"),
  companions: { lines: moveLines },
  item: Wire.struct(members),
  map: (raw, { companions }) => {
    const lines = (companions.lines.get(raw.id) ?? []).filter(({ display_type }) => !display_type?.startsWith("line_"))
    const booked = lines.map(lineOf)
    return {
      platform_id: raw.id,
      platform_unique_id: numberOf(raw),
      document_number: numberOf(raw),
      posted_date: raw.date,
      journal_entry_type: "MANUAL",
      description: raw.ref ?? raw.narration,
      amount: Normalize.sum(booked.flatMap(({ net_amount, type }) => (type === "DEBIT" ? [net_amount] : []))),
      currency_id: raw.company_currency_id,
      currency_rate: 1,
      status: status(raw.state),
      journal_lines: booked,
      updated_at: raw.write_date
    }
  }
})
