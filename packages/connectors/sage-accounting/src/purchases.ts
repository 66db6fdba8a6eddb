/** Bills and credit notes of vendors. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import {
  appliedTo,
  creditOf,
  document,
  documentFields,
  isShort,
  line,
  Lines,
  linesIn,
  references,
  whole
} from "./lines.ts"
import { dated, inOrder, listed } from "./wire.ts"

const purchase = { ...document, reference: Wire.text, vendor_reference: Wire.text }
type Purchase = Wire.Struct<typeof purchase>
const fields = (raw: Purchase, base: string | null) => ({
  ...documentFields(raw, base),
  // The number that the vendor gave it; the page of some countries has one place for it, our own reference.
  document_number: raw.vendor_reference ?? raw.reference
})
const query = { show_payments_allocations: true, ...inOrder }
const feed = { attributes: "status" }

const Bill = Wire.struct({ ...purchase, invoice_lines: Lines })
export const bills = Connector.read("BILLS", {
  ...listed("purchase_invoices", query, feed),
  from: dated,
  item: Bill,
  lookups: references,
  follow: (raw) => (isShort(raw.invoice_lines) ? whole("purchase_invoices")(raw) : []),
  map: (raw, { followed, lookups }) => ({
    ...fields(raw, lookups.base),
    due_date: raw.due_date,
    amount_due: raw.outstanding_amount,
    line_items: linesIn(raw.invoice_lines, "invoice_lines", followed).map(line)
  })
})

const CreditNote = Wire.struct({ ...purchase, credit_note_lines: Lines })
export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...listed("purchase_credit_notes", query, feed),
  from: dated,
  item: CreditNote,
  lookups: references,
  follow: (raw) => (isShort(raw.credit_note_lines) ? whole("purchase_credit_notes")(raw) : []),
  map: (raw, { followed, lookups }) => ({
    ...fields(raw, lookups.base),
    remaining_credit: creditOf(raw),
    bill_ids: appliedTo(raw, "purchase_invoices"),
    line_items: linesIn(raw.credit_note_lines, "credit_note_lines", followed).map(line)
  })
})
