/** What is read: the data models by their names. */
import { accounts } from "./accounts.ts"
import { billPayments, invoicePayments } from "./allocations.ts"
import { bankAccounts, bankTransactions } from "./bank.ts"
import { billCreditNotes, bills, invoiceCreditNotes, invoices } from "./bills.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { expenses } from "./expenses.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { balanceSheet, incomeStatement } from "./statements.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const reads = {
  ACCOUNTS: accounts,
  BANK_ACCOUNTS: bankAccounts,
  BANK_TRANSACTIONS: bankTransactions,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  BALANCE_SHEET: balanceSheet,
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
  PURCHASE_ORDERS: purchaseOrders,
  SALES_ORDERS: salesOrders,
  TAX_RATES: taxRates,
  TRACKING_CATEGORIES: trackingCategories
}
