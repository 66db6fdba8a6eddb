/** What is written: every model of which QuickBooks has an entity that its API changes. */
import { writeAccounts } from "./write-accounts.ts"
import { writeBankTransactions } from "./write-bank.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeItems, writeTrackingCategories } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"
import { writeBillCreditNotes, writeBills, writeExpenses, writePurchaseOrders } from "./write-purchases.ts"
import { writeInvoiceCreditNotes, writeInvoices } from "./write-sales.ts"
import { writeTaxRates } from "./write-tax-rates.ts"

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
