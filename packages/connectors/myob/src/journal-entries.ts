/** Journals that users write. What documents post to the ledger is told by the documents. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { books, currencyOf } from "./references.ts"
import { trackedBy } from "./tracking-categories.ts"
import { common, dated, listed, rate, Ref } from "./wire.ts"

const Line = Wire.struct({
  // Quirk: the contracts write it in this way here alone.
  RowId: Wire.id,
  RowID: Wire.id,
  Account: Ref,
  Job: Ref,
  TaxCode: Ref,
  Memo: Wire.text,
  Amount: Wire.number,
  AmountForeign: Wire.number,
  TaxAmount: Wire.number,
  TaxAmountForeign: Wire.number,
  IsCredit: Wire.required(Wire.boolean)
})
export const path = "/GeneralLedger/GeneralJournal"

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...listed(path),
  mapping: 2,
  from: dated("DateOccurred"),
  item: Wire.struct({
    ...common,
    DisplayID: Wire.text,
    DateOccurred: Wire.day,
    IsTaxInclusive: Wire.boolean,
    Memo: Wire.text,
    Category: Ref,
    ForeignCurrency: Ref,
    CurrencyExchangeRate: rate,
    Lines: Wire.list(Wire.required(Line))
  }),
  lookups: books,
  map: (raw, { lookups }) => {
    const isForeign = Boolean(raw.ForeignCurrency?.UID)
    const lines = (raw.Lines ?? []).map((line) => {
      const row = line.RowId ?? line.RowID
      const [amount, tax] = isForeign ? [line.AmountForeign, line.TaxAmountForeign] : [line.Amount, line.TaxAmount]
      const net = raw.IsTaxInclusive === true ? Normalize.difference(amount, tax ?? 0) : amount
      const isCredit = line.IsCredit !== (typeof net === "number" && net < 0)
      return {
        platform_id: row ? `${raw.UID}/${row}` : null,
        account_id: line.Account?.UID,
        tax_id: line.TaxCode?.UID,
        tracking_category_ids: trackedBy(line.Job, raw.Category),
        type: isCredit ? ("CREDIT" as const) : ("DEBIT" as const),
        description: line.Memo,
        net_amount: Normalize.absolute(net),
        tax_amount: Normalize.absolute(tax)
      }
    })
    return {
      platform_id: raw.UID,
      platform_unique_id: raw.DisplayID,
      document_number: raw.DisplayID,
      posted_date: raw.DateOccurred,
      journal_entry_type: "MANUAL",
      description: raw.Memo,
      amount: Normalize.sum(lines.map(({ net_amount, type }) => (type === "DEBIT" ? net_amount : null))),
      ...currencyOf(raw, lookups),
      status: "SUBMITTED",
      journal_lines: lines,
      updated_at: raw.LastModified
    }
  }
})
