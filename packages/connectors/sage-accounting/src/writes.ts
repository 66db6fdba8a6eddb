/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writeInvoices } from "./write-documents.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  INVOICES: writeInvoices,
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  JOURNAL_ENTRIES: writeJournalEntries
}
