/** What can be read. */
import { accounts } from "./accounts.ts"
import { documents } from "./attachments.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { cashFlowStatement } from "./cash-flow.ts"
import { companyInfo } from "./company.ts"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { items } from "./items.ts"
import { draftEntries } from "./journal-drafts.ts"
import { journalEntries } from "./journal-entries.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { contactPersons } from "./persons.ts"
import { billCreditNotes, bills, expenses, purchaseOrders } from "./purchases.ts"
import { invoiceCreditNotes, invoices, salesOrders } from "./sales.ts"
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
  CASH_FLOW_STATEMENT: cashFlowStatement,
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
  JOURNAL_ENTRIES: [journalEntries, draftEntries],
  PURCHASE_ORDERS: purchaseOrders,
  SALES_ORDERS: salesOrders,
  TAX_RATES: taxRates,
  TRACKING_CATEGORIES: trackingCategories
}
