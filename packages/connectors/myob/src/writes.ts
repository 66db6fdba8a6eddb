/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writeInvoices } from "./write-documents.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeAccounts, writeBankAccounts, writeItems } from "./write-lists.ts"
import { writeBankTransactions, writeExpenses } from "./write-money.ts"
import { writePurchaseOrders, writeSalesOrders } from "./write-orders.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"
import { writeTaxRates } from "./write-tax-rates.ts"
import { writeTrackingCategories } from "./write-tracking-categories.ts"

export { files } from "./files.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BANK_ACCOUNTS: writeBankAccounts,
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
  SALES_ORDERS: writeSalesOrders,
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
}
