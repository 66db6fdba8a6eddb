/** Credit notes to customers, and those of vendors, which Zoho calls vendor credits. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { currencies, currencyOf } from "./currencies.ts"
import { document, documentFields } from "./document-fields.ts"
import { noteStatuses } from "./document-statuses.ts"
import { changing, dated, listed, undated, wholeOf } from "./lists.ts"

export const given = {
  path: "creditnotes",
  list: "creditnotes",
  one: "creditnote",
  id: "creditnote_id",
  within: "line_items"
}
export const put = {
  date: Wire.day,
  credited_amount: Wire.decisive(Wire.number),
  amount_applied: Wire.decisive(Wire.number),
  amount: Wire.number
}
const PutOnInvoice = Wire.struct({
  ...put,
  invoice_id: Wire.required(Wire.id),
  creditnote_invoice_id: Wire.id
})
export const CreditNote = Wire.struct({
  ...document,
  creditnote_id: Wire.required(Wire.id),
  creditnote_number: Wire.text,
  customer_id: Wire.id,
  currency_code: Wire.text,
  balance: Wire.number,
  updated_time: Wire.instant,
  invoices: Wire.list(Wire.required(PutOnInvoice)),
  invoices_credited: Wire.list(Wire.required(PutOnInvoice))
})
/** Quirk: the description calls what a note was put on `invoices`, its own list of them `invoices_credited`. */
export const creditedOf = (raw: (typeof CreditNote)["Type"]) => raw.invoices_credited ?? raw.invoices ?? []

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...listed(given),
  lookups: { currencies },
  from: undated,
  map: (row, context) => {
    const raw = wholeOf(given, CreditNote, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.creditnote_id, raw.customer_id, raw),
      currency_id: currencyOf(raw, context.lookups.currencies),
      document_number: raw.creditnote_number,
      remaining_credit: raw.balance,
      memo: raw.notes,
      status: noteStatuses(raw.status),
      invoice_ids: Normalize.distinct(creditedOf(raw).map(({ invoice_id }) => invoice_id)),
      updated_at: raw.last_modified_time ?? raw.updated_time
    }
  }
})

export const taken = {
  path: "vendorcredits",
  list: "vendorcredits",
  one: "vendor_credit",
  id: "vendor_credit_id",
  within: "line_items"
}
export const VendorCredit = Wire.struct({
  ...document,
  vendor_credit_id: Wire.required(Wire.id),
  vendor_credit_number: Wire.text,
  vendor_id: Wire.id,
  balance: Wire.number,
  bills_credited: Wire.list(
    Wire.required(Wire.struct({ ...put, bill_id: Wire.required(Wire.id), vendor_credit_bill_id: Wire.id }))
  )
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...changing(taken),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(taken, VendorCredit, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.vendor_credit_id, raw.vendor_id, raw),
      document_number: raw.vendor_credit_number,
      remaining_credit: raw.balance,
      memo: raw.notes,
      status: noteStatuses(raw.status),
      bill_ids: Normalize.distinct((raw.bills_credited ?? []).map(({ bill_id }) => bill_id))
    }
  }
})
