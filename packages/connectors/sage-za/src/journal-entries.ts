/** Journals: each is one account against another, of which the first bears the tax. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { base } from "./company.ts"
import { analysedBy, analysis, dated, listed, ref } from "./wire.ts"

/** Quirk: the effect is a number, and its name in some answers. */
export const effects = Normalize.word({ 1: "DEBIT", 2: "CREDIT", Debit: "DEBIT", Credit: "CREDIT" }, null)
const Effect = Wire.read((value) => effects(Normalize.text(value)) ?? notKnown(value))
const notKnown = (value: unknown): never => {
  throw new Normalize.Unreadable("an effect", value, "Effect")
}

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...listed("JournalEntry", { query: { includeDetail: true } }),
  from: dated,
  item: Wire.struct({
    ...analysis,
    ID: Wire.required(Wire.id),
    Date: Wire.day,
    Effect: Wire.required(Effect),
    AccountId: ref,
    ContraAccountId: ref,
    Reference: Wire.text,
    Description: Wire.text,
    Memo: Wire.text,
    TaxTypeId: ref,
    Exclusive: Wire.number,
    Tax: Wire.number,
    Total: Wire.number
  }),
  lookups: { base },
  map: (raw, { lookups }) => {
    const isDebit = raw.Effect === "DEBIT"
    const common = { contact_id: null, description: raw.Description, tracking_category_ids: analysedBy(raw) }
    return {
      platform_id: raw.ID,
      document_number: raw.Reference,
      posted_date: raw.Date,
      journal_entry_type: null,
      description: Normalize.text(raw.Memo) ?? Normalize.text(raw.Description),
      amount: raw.Total,
      account_id: null,
      currency_id: lookups.base,
      currency_rate: null,
      status: "SUBMITTED",
      journal_lines: [
        {
          ...common,
          platform_id: `${raw.ID}/account`,
          account_id: raw.AccountId,
          tax_id: raw.TaxTypeId,
          type: isDebit ? "DEBIT" : "CREDIT",
          net_amount: raw.Exclusive,
          tax_amount: raw.Tax
        },
        {
          ...common,
          platform_id: `${raw.ID}/contra`,
          account_id: raw.ContraAccountId,
          tax_id: null,
          type: isDebit ? "CREDIT" : "DEBIT",
          net_amount: raw.Total,
          tax_amount: null
        }
      ]
    }
  }
})
