/** What is written: the data models by their names. */
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credits.ts"
import { writeExpenses } from "./write-expenses.ts"
import { writeAccounts, writeItems, writeTaxRates, writeTrackingCategories } from "./write-lists.ts"
import { writeBills, writeInvoices, writeJournalEntries } from "./write-moves.ts"
import { writePurchaseOrders, writeSalesOrders } from "./write-orders.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

export { files } from "./files.ts"

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
  SALES_ORDERS: writeSalesOrders,
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
}
