/** Manual journals. The rest of the ledger is listed line by line and without a date, so it makes no entries. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, record, text } from "./lists.ts"
import { baseCurrency } from "./organization.ts"

const Line = Wire.struct({
  ...Wire.all(Wire.id, "id", "account", "contact", "currency", "tax_rate", "cost_center"),
  description: Wire.text,
  amount: Wire.required(Wire.number),
  ...Wire.all(Wire.number, "amount_to_bcy", "exchange_rate", "tax_amount")
})
const Journal = Wire.struct({
  ...record,
  serial_number: Wire.text,
  date: Wire.day,
  reference: text,
  notes: text,
  line_items: Wire.list(Wire.required(Line))
})

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...changing("manual-journals"),
  from: ({ from }) => ({ query: { date_after: from.slice(0, 10) } }),
  item: Journal,
  lookups: { base: baseCurrency },
  map: (raw, { lookups }) => {
    const lines = raw.line_items ?? []
    const currencies = Normalize.distinct(lines.map(({ currency }) => currency))
    // Lines in several currencies are comparable in that of the books alone.
    const isOne = currencies.length === 1
    const amountOf = (own: (typeof Line)["Type"]) => (isOne ? own.amount : own.amount_to_bcy)
    return {
      platform_id: raw.id,
      document_number: raw.serial_number,
      posted_date: raw.date,
      description: raw.notes ?? raw.reference,
      amount: Normalize.sum(lines.map((own) => (own.amount > 0 ? amountOf(own) : 0))),
      currency_id: isOne ? currencies[0] : lookups.base,
      currency_rate: isOne ? lines[0]?.exchange_rate : null,
      status: "SUBMITTED",
      journal_lines: lines.map((own) => ({
        platform_id: own.id,
        account_id: own.account,
        contact_id: own.contact,
        tax_id: own.tax_rate,
        tracking_category_ids: Normalize.distinct(own.cost_center),
        type: own.amount < 0 ? ("CREDIT" as const) : ("DEBIT" as const),
        description: own.description,
        net_amount: Normalize.absolute(amountOf(own)),
        tax_amount: isOne ? own.tax_amount : null
      })),
      updated_at: raw.modified_ts
    }
  }
})
