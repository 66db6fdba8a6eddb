/** What is written. */
import { writeAccounts } from "./write-accounts.ts"
import { writeContacts } from "./write-contacts.ts"
import { writeExpenses } from "./write-expenses.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writeJournalEntries } from "./write-journal-entries.ts"
import { writeItems, writeTaxRates } from "./write-lists.ts"
import { writeInvoicePayments } from "./write-payments.ts"

export const writes = {
  ACCOUNTS: writeAccounts,
  CONTACTS: writeContacts,
  EXPENSES: writeExpenses,
  INVOICES: writeInvoices,
  INVOICE_PAYMENTS: writeInvoicePayments,
  ITEMS: writeItems,
  JOURNAL_ENTRIES: writeJournalEntries,
  TAX_RATES: writeTaxRates
}
