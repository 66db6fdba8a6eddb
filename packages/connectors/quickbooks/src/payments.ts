/**
 * What payments of bills and of invoices have in common: one record for each document or credit note that a payment was
 * put on.
 */
import { Normalize, Wire } from "@svc/core"
import { currencyOf } from "./document-fields.ts"
import { Links, record, Ref, updatedAt } from "./wire.ts"

export const payment = {
  ...record,
  TxnDate: Wire.text,
  DocNumber: Wire.text,
  PrivateNote: Wire.text,
  CurrencyRef: Ref,
  ExchangeRate: Wire.number,
  TotalAmt: Wire.number,
  Line: Wire.list(Wire.struct({ Amount: Wire.number, LinkedTxn: Links }))
}
type Payment = Wire.Struct<typeof payment>

export const paymentFields = (raw: Payment, found: { readonly home: string | null }) => ({
  payment_id: raw.Id,
  currency_id: currencyOf(raw, found),
  currency_rate: raw.ExchangeRate,
  document_number: raw.DocNumber,
  memo: raw.PrivateNote,
  payment_date: Normalize.day(raw.TxnDate, "TxnDate"),
  updated_at: updatedAt(raw)
})

/** What the payment was put on, each document once, with the id of the record for it. */
export const allocations = (raw: Payment, document: string, creditNote: string) => {
  const found = new Map<
    string,
    { readonly type: string; readonly id: string; readonly amounts: Array<number | null | undefined> }
  >()
  for (const { Amount, LinkedTxn } of raw.Line ?? []) {
    for (const { TxnId, TxnType } of LinkedTxn ?? []) {
      if (!TxnId || (TxnType !== document && TxnType !== creditNote)) continue
      const key = `${raw.Id}:${TxnType}:${TxnId}`
      const known = found.get(key) ?? { type: TxnType, id: TxnId, amounts: [] }
      // The amount of a line that is for several is none of theirs.
      known.amounts.push(LinkedTxn?.length === 1 ? Amount : null)
      found.set(key, known)
    }
  }
  return [...found].map(([platform_id, { amounts, id, type }]) => ({
    platform_id,
    document: type === document ? id : null,
    credit_note_id: type === creditNote ? id : null,
    amount: Normalize.sum(amounts)
  }))
}
