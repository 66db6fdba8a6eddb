/** Credit put on invoices and bills, as payments of them without an account: a record for each document of a settlement. */
import type { Call, Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { dating, paid, receipts, settledPrefix } from "./payments.ts"
import { type books, currencyOf } from "./references.ts"
import { purchases, sales } from "./settlements.ts"
import { common, itemIn, listed, Ref } from "./wire.ts"

const settling = (path: string) => ({
  ...listed(path),
  ...dating,
  get: (id: string): Call.Call | null =>
    id.startsWith(settledPrefix) ? { path: `${path}/${itemIn(id.slice(settledPrefix.length))}` } : null
})
const line = { Type: Wire.decisive(Wire.text), AmountApplied: Wire.number }
const settlement = { ...common, Number: Wire.text, Date: Wire.day, Memo: Wire.text, ForeignCurrency: Ref }
const settled = (raw: Wire.Struct<typeof settlement>, { lookups }: Read.MapContext<typeof books>) => ({
  payment_id: raw.UID,
  document_number: raw.Number,
  currency_id: currencyOf(raw, lookups).currency_id,
  memo: raw.Memo,
  payment_date: raw.Date,
  updated_at: raw.LastModified
})

export const creditOfCustomers = Connector.read("INVOICE_PAYMENTS", {
  source: "settlements",
  ...settling(sales.path),
  item: Wire.struct({
    ...settlement,
    Customer: Ref,
    CreditFromInvoice: Ref,
    Lines: Wire.list(Wire.required(Wire.struct({ ...line, Sale: Ref })))
  }),
  map: (raw, context) =>
    (raw.Lines ?? []).map(({ AmountApplied, Sale, Type }, position) => ({
      ...settled(raw, context),
      platform_id: `${settledPrefix}${raw.UID}:${Sale?.UID ?? position}`,
      invoice_id: Type === "Invoice" ? Sale?.UID : null,
      credit_note_id: raw.CreditFromInvoice?.UID,
      contact_id: raw.Customer?.UID,
      amount: AmountApplied
    }))
})
export const creditOfSuppliers = Connector.read("BILL_PAYMENTS", {
  source: "settlements",
  ...settling(purchases.path),
  item: Wire.struct({
    ...settlement,
    Supplier: Ref,
    DebitFromBill: Ref,
    Lines: Wire.list(Wire.required(Wire.struct({ ...line, Purchase: Ref })))
  }),
  map: (raw, context) =>
    (raw.Lines ?? []).map(({ AmountApplied, Purchase, Type }, position) => ({
      ...settled(raw, context),
      platform_id: `${settledPrefix}${raw.UID}:${Purchase?.UID ?? position}`,
      bill_id: Type === "Bill" ? Purchase?.UID : null,
      credit_note_id: raw.DebitFromBill?.UID,
      contact_id: raw.Supplier?.UID,
      amount: AmountApplied
    }))
})
export const invoicePayments = [receipts, creditOfCustomers]
export const billPayments = [paid, creditOfSuppliers]
