/** What can be written. */
import { writeBankTransactions } from "./write-bank.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writeInvoices, writePurchaseOrders, writeSalesOrders } from "./write-documents.ts"
import { writeExpenses, writeJournalEntries } from "./write-ledger.ts"
import { writeAccounts, writeItems, writeTrackingCategories } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"
import { writeTaxRates } from "./write-tax-rates.ts"

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
  SALES_ORDERS: writeSalesOrders,
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
} as const
