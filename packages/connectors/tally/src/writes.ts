/** What can be written. */
import { writeAccounts } from "./write-accounts.ts"
import { writeContacts } from "./write-contacts.ts"
import { createInvoices, writeBillCreditNotes, writeBills, writeInvoiceCreditNotes } from "./write-documents.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writeExpenses, writeJournalEntries } from "./write-journals.ts"
import { writePurchaseOrders, writeSalesOrders } from "./write-orders.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BILLS: writeBills,
  BILL_CREDIT_NOTES: writeBillCreditNotes,
  BILL_PAYMENTS: writeBillPayments,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: { ...createInvoices, ...writeInvoices },
  INVOICE_CREDIT_NOTES: writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: writeInvoicePayments,
  JOURNAL_ENTRIES: writeJournalEntries,
  PURCHASE_ORDERS: writePurchaseOrders,
  SALES_ORDERS: writeSalesOrders
}
