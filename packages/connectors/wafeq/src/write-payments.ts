/** How payments are written: each for one document, or for a note that is paid back. */
import * as Take from "@svc/core/Take"
import { paymentsOfBills, paymentsOfInvoices } from "./payments.ts"
import { writes } from "./paying.ts"
import { ofBills, ofInvoices } from "./settlements.ts"
import { writing } from "./writing.ts"

const bills = writes(
  {
    documents: "bills",
    notes: "debit-notes",
    paid: ["bill_payments", "bill"],
    back: ["debit_note_payments", "debit_note"],
    settled: ["debit_notes", "debit_note"],
    records: [paymentsOfBills, ofBills]
  },
  "bill_id"
)
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...bills,
  requires: ["account_id", "amount", "payment_date"],
  creates: { ...bills.creates, bill_id: Take.beside }
})

const invoices = writes(
  {
    documents: "invoices",
    notes: "credit-notes",
    paid: ["invoice_payments", "invoice"],
    back: ["credit_note_payments", "credit_note"],
    settled: ["credit_notes", "credit_note"],
    records: [paymentsOfInvoices, ofInvoices]
  },
  "invoice_id"
)
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...invoices,
  requires: ["account_id", "amount", "payment_date"],
  creates: { ...invoices.creates, invoice_id: Take.beside }
})
