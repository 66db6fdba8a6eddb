/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBillCreditNotes, writeInvoiceCreditNotes } from "./write-credit-notes.ts"
import { writeBills, writeInvoices } from "./write-documents.ts"
import { writeBankTransactions, writeExpenses } from "./write-expenses.ts"
import { writeItems } from "./write-items.ts"
import { writeJournalEntries } from "./write-journals.ts"
import { writeAccounts, writeTaxRates, writeTrackingCategories } from "./write-lists.ts"
import { writeBillPayments, writeInvoicePayments } from "./write-payments.ts"

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
  TAX_RATES: writeTaxRates,
  TRACKING_CATEGORIES: writeTrackingCategories
}
