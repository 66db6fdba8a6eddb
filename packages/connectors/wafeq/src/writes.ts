/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writePurchaseOrders } from "./write-documents.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writeExpenses, writeJournalEntries } from "./write-ledger.ts"
import { writeAccounts, writeBankAccounts, writeItems, writeTrackingCategories } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BANK_ACCOUNTS: writeBankAccounts,
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
  TRACKING_CATEGORIES: writeTrackingCategories
}
