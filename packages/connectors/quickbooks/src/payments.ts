/**
 * What payments of bills and of invoices have in common: one record for each document or credit note that a payment was
 * put on.
 */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { currencyOf } from "./document-fields.ts"
import { Links, rate, record, Ref, updatedAt } from "./wire.ts"

export const payment = {
  ...record,
  TxnDate: Wire.text,
  DocNumber: Wire.text,
  PrivateNote: Wire.text,
  CurrencyRef: Ref,
  ExchangeRate: rate,
  TotalAmt: Wire.number,
  UnappliedAmt: Wire.number,
  LinkedTxn: Links,
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

type Link = NonNullable<Payment["LinkedTxn"]>[number]
/** What the lines of a payment are put on. Quirk: the payment may tell it of itself, and without the amounts. */
const linksIn = (raw: Payment): ReadonlyArray<readonly [Link, number | null | undefined]> => {
  const told = (raw.Line ?? []).flatMap(({ Amount, LinkedTxn: links }) =>
    // The amount of a line that is for several is none of theirs.
    (links ?? []).map((link) => [link, links?.length === 1 ? Amount : null] as const)
  )
  const known = new Set(told.map(([{ TxnId, TxnType }]) => `${TxnType}:${TxnId}`))
  const others = (raw.LinkedTxn ?? []).filter(({ TxnId, TxnType }) => !known.has(`${TxnType}:${TxnId}`))
  const isOnly = told.length === 0 && others.length === 1
  const whole = isOnly ? Normalize.difference(raw.TotalAmt, raw.UnappliedAmt ?? 0) : null
  return [...told, ...others.map((link) => [link, whole] as const)]
}
/** Quirk: a deposit is linked to what it brings to the bank; it is no document that is paid. */
const isPaid = ({ TxnId, TxnType }: Link) => Boolean(TxnId) && TxnType !== "Deposit"

/**
 * What the payment was put on, each document once, with the id of the record for it. What is neither a document nor a credit
 * note, such as a journal entry, has a record that names none.
 */
export const allocations = (raw: Payment, document: string, creditNote: string) => {
  // One that is voided is put on nothing.
  if (isVoided(raw)) return []
  const found = Map.groupBy(
    linksIn(raw).filter(([link]) => isPaid(link)),
    ([{ TxnId, TxnType }]) => `${raw.Id}:${TxnType}:${TxnId}`
  )
  return [...found].map(([platform_id, links]) => {
    const [{ TxnId, TxnType }] = links[0]!
    return {
      platform_id,
      document: TxnType === document ? TxnId : null,
      credit_note_id: TxnType === creditNote ? TxnId : null,
      amount: Normalize.sum(links.map(([, amount]) => amount))
    }
  })
}
export const isVoided = ({ PrivateNote, TotalAmt }: Payment) => TotalAmt === 0 && /^voided/i.test(PrivateNote ?? "")
