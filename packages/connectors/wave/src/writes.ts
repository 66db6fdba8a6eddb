/** What is written. */
import { writeAccounts } from "./write-accounts.ts"
import { writeBankTransactions } from "./write-bank-transactions.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeExpenses } from "./write-expenses.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writeJournalEntries } from "./write-journal-entries.ts"
import { writeItems, writeTaxRates } from "./write-lists.ts"
import { writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  BANK_TRANSACTIONS: writeBankTransactions,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: writeInvoices,
  INVOICE_PAYMENTS: writeInvoicePayments,
  ITEMS: writeItems,
  JOURNAL_ENTRIES: writeJournalEntries,
  TAX_RATES: writeTaxRates
}
