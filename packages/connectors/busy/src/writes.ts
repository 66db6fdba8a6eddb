/** What can be written. */
import { writeAccounts } from "./write-accounts.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeBills, writeInvoices, writePurchaseOrders, writeSalesOrders } from "./write-documents.ts"
import { writeItems } from "./write-items.ts"
import { writeJournalEntries } from "./write-journal-entries.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-notes.ts"
import { writeBillPayments, writeExpenses, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: writeInvoices,
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  ITEMS: writeItems,
  JOURNAL_ENTRIES: writeJournalEntries,
  PURCHASE_ORDERS: writePurchaseOrders,
  SALES_ORDERS: writeSalesOrders
}
