/** Money received from customers and paid to suppliers: a record for each document that something was put on. */
import type { Call } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { type Books, books, currencyOf } from "./references.ts"
import type { Side } from "./settlements.ts"
import { common, dated, itemIn, listed, rate, Ref } from "./wire.ts"

const line = {
  RowID: Wire.id,
  Type: Wire.decisive(Wire.text),
  AmountApplied: Wire.number,
  AmountAppliedForeign: Wire.number
}
const Received = Wire.struct({ ...line, UID: Wire.id })
const Paid = Wire.struct({ ...line, Purchase: Ref })
const payment = {
  ...common,
  Account: Ref,
  Date: Wire.day,
  Memo: Wire.text,
  ForeignCurrency: Ref,
  CurrencyExchangeRate: rate
}
interface Put {
  readonly document: string | null | undefined
  readonly row: Wire.Struct<typeof line>
}

/** The records of a payment: one for each document, or one where it names none. */
const recordsOf = <Of extends object>(
  raw: Wire.Struct<typeof payment>,
  puts: ReadonlyArray<Put>,
  whole: number | null | undefined,
  known: Books,
  of: (put: Put | null) => Of
) => {
  const isForeign = Boolean(raw.ForeignCurrency?.UID)
  const fields = {
    payment_id: raw.UID,
    account_id: raw.Account?.UID,
    ...currencyOf(raw, known),
    memo: raw.Memo,
    payment_date: raw.Date,
    updated_at: raw.LastModified
  }
  if (puts.length === 0) return [{ ...fields, ...of(null), platform_id: raw.UID, amount: whole }]
  return puts.map((put, position) => ({
    ...fields,
    ...of(put),
    platform_id: `${raw.UID}:${put.document ?? put.row.RowID ?? position}`,
    amount: isForeign ? put.row.AmountAppliedForeign : put.row.AmountApplied
  }))
}
/** The id of a document of a kind; what was put on an order, or on what has been purged, is on none that is read. */
const documentOf = (type: Side["document"], put: Put | null) => (put?.row.Type === type ? put.document : null)

/** What ids of credit that was put on documents begin with, beside payments, which have none. */
export const settledPrefix = "settled:"
export const dating = { from: dated("Date"), owner: ({ UID }: { readonly UID: string }) => UID, lookups: books }

const paying = (path: string) => ({
  ...listed(path),
  ...dating,
  get: (id: string): Call.Call | null => (id.startsWith(settledPrefix) ? null : { path: `${path}/${itemIn(id)}` })
})

export const receipts = Connector.read("INVOICE_PAYMENTS", {
  source: "payments",
  ...paying("/Sale/CustomerPayment"),
  item: Wire.struct({
    ...payment,
    Customer: Ref,
    ReceiptNumber: Wire.text,
    PaymentMethod: Wire.text,
    AmountReceived: Wire.number,
    AmountReceivedForeign: Wire.number,
    Invoices: Wire.list(Wire.required(Received))
  }),
  map: (raw, { lookups }) =>
    recordsOf(
      raw,
      (raw.Invoices ?? []).map((row) => ({ row, document: row.UID })),
      raw.ForeignCurrency?.UID ? raw.AmountReceivedForeign : raw.AmountReceived,
      lookups,
      (put) => ({
        invoice_id: documentOf("Invoice", put),
        contact_id: raw.Customer?.UID,
        document_number: raw.ReceiptNumber,
        payment_mode: Normalize.text(raw.PaymentMethod)
      })
    )
})
export const paid = Connector.read("BILL_PAYMENTS", {
  source: "payments",
  ...paying("/Purchase/SupplierPayment"),
  item: Wire.struct({
    ...payment,
    Supplier: Ref,
    PayFrom: Wire.text,
    PaymentNumber: Wire.text,
    AmountPaid: Wire.number,
    AmountPaidForeign: Wire.number,
    Lines: Wire.list(Wire.required(Paid))
  }),
  map: (raw, { lookups }) =>
    recordsOf(
      raw,
      (raw.Lines ?? []).map((row) => ({ row, document: row.Purchase?.UID })),
      raw.ForeignCurrency?.UID ? raw.AmountPaidForeign : raw.AmountPaid,
      lookups,
      (put) => ({
        bill_id: documentOf("Bill", put),
        contact_id: raw.Supplier?.UID,
        document_number: raw.PaymentNumber,
        payment_mode: Normalize.text(raw.PayFrom)
      })
    )
})
