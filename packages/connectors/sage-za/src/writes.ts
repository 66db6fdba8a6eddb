/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBills, writeInvoices, writePurchaseOrders, writeSalesOrders } from "./write-documents.ts"
import { writeExpenses } from "./write-expenses.ts"
import { writeItems } from "./write-items.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeAccounts, writeBankAccounts, writeTaxRates, writeTrackingCategories } from "./write-lists.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-notes.ts"
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
  SALES_ORDERS: writeSalesOrders,
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
}
