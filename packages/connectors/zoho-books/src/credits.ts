/** What credit notes were put on: a record for each document, as of a payment. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { CreditNote, creditedOf, given, put, taken, VendorCredit } from "./credit-notes.ts"
import { currencies, currencyOf } from "./currencies.ts"
import { document } from "./document-fields.ts"
import { changing, dated, idOf, listed, undated, wholeOf } from "./lists.ts"

/** The id of a note that one of our ids of what it was put on begins with; null for that of a payment. */
const noteIn = (id: string): string | null => (id.startsWith("credited:") ? (id.split(":")[1] ?? null) : null)
const putOf = (
  note: string,
  raw: Wire.Struct<typeof document>,
  contact: string | null | undefined,
  own: Wire.Struct<typeof put>,
  id: string
) => ({
  platform_id: `credited:${note}:${id}`,
  credit_note_id: note,
  contact_id: contact,
  amount: own.credited_amount ?? own.amount_applied ?? own.amount,
  currency_id: raw.currency_id,
  currency_rate: raw.exchange_rate,
  payment_date: own.date ?? raw.date,
  updated_at: raw.last_modified_time
})
const getOf =
  ({ path }: { readonly path: string }) =>
  (id: string) => {
    const note = noteIn(id)
    return note === null ? null : { path: `/${path}/${Call.segment(note)}` }
  }

export const creditsOnInvoices = Connector.read("INVOICE_PAYMENTS", {
  source: "creditnotes",
  ...listed(given),
  lookups: { currencies },
  get: getOf(given),
  owner: (row) => idOf(row, given.id),
  from: undated,
  map: (row, context) => {
    const raw = wholeOf(given, CreditNote, row, context)
    if (raw === null) return []
    return creditedOf(raw).map((own) => ({
      ...putOf(raw.creditnote_id, raw, raw.customer_id, own, own.creditnote_invoice_id ?? own.invoice_id),
      currency_id: currencyOf(raw, context.lookups.currencies),
      invoice_id: own.invoice_id,
      updated_at: raw.last_modified_time ?? raw.updated_time
    }))
  }
})
export const creditsOnBills = Connector.read("BILL_PAYMENTS", {
  source: "vendorcredits",
  ...changing(taken),
  get: getOf(taken),
  owner: (row) => idOf(row, taken.id),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(taken, VendorCredit, row, context)
    if (raw === null) return []
    return (raw.bills_credited ?? []).map((own) => ({
      ...putOf(raw.vendor_credit_id, raw, raw.vendor_id, own, own.vendor_credit_bill_id ?? own.bill_id),
      bill_id: own.bill_id
    }))
  }
})
