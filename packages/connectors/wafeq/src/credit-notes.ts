/** Credits: credit notes to customers, and those of suppliers, which Wafeq calls debit notes. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, statuses } from "./document-fields.ts"
import { changing, undated } from "./lists.ts"

const note = { ...document, balance: Wire.number }
const noteFields = (raw: Wire.Struct<typeof note>) => ({
  ...documentFields(raw),
  remaining_credit: raw.balance,
  memo: raw.notes,
  status: statuses(raw.status)
})

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...changing("credit-notes"),
  from: undated,
  item: Wire.struct({ ...note, credit_note_number: Wire.text, credit_note_date: Wire.day }),
  // What it was put on, the invoices say: see INVOICE_PAYMENTS.
  map: (raw) => ({
    ...noteFields(raw),
    document_number: raw.credit_note_number,
    posted_date: raw.credit_note_date,
    invoice_ids: []
  })
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...changing("debit-notes"),
  from: undated,
  item: Wire.struct({ ...note, debit_note_number: Wire.text, debit_note_date: Wire.day }),
  map: (raw) => ({
    ...noteFields(raw),
    document_number: raw.debit_note_number,
    posted_date: raw.debit_note_date,
    bill_ids: []
  })
})
