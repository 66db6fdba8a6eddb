/** What can be written. */
import { writeBankTransactions } from "./write-bank-transactions.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writeExpenses, writeInvoices, writePurchaseOrders } from "./write-documents.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeAccounts, writeItems, writeTaxRates } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"
import { writeTrackingCategories } from "./write-tracking.ts"

export { files } from "./files.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BANK_TRANSACTIONS: writeBankTransactions,
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
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
}
