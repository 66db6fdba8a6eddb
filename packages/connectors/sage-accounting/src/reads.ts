/** What can be read. */
import { accounts } from "./accounts.ts"
import { billPayments, invoicePayments } from "./allocations.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { expenses } from "./other-payments.ts"
import { billCreditNotes, bills } from "./purchases.ts"
import { invoiceCreditNotes, invoices } from "./sales.ts"
import { balanceSheet, incomeStatement } from "./statements.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const reads = {
  ACCOUNTS: accounts,
  BALANCE_SHEET: balanceSheet,
  BANK_ACCOUNTS: bankAccounts,
  BANK_TRANSACTIONS: bankTransactions,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  COMPANY_INFO: companyInfo,
  CONTACTS: contacts,
  CONTACT_PERSONS: contactPersons,
  CURRENCIES: currencies,
  DOCUMENTS: documents,
  EXPENSES: expenses,
  INCOME_STATEMENT: incomeStatement,
  INVOICES: invoices,
  INVOICE_CREDIT_NOTES: invoiceCreditNotes,
  INVOICE_PAYMENTS: invoicePayments,
  ITEMS: items,
  JOURNAL_ENTRIES: journalEntries,
  TAX_RATES: taxRates,
  TRACKING_CATEGORIES: trackingCategories
}
