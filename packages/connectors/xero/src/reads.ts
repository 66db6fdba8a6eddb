/** What can be read. */
import { accounts } from "./accounts.ts"
import { balanceSheet } from "./balance-sheet.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { billPayments } from "./bill-payments.ts"
import { bills } from "./bills.ts"
import { cashFlowStatement } from "./cash-flow-statement.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons } from "./contact-persons.ts"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { expenses } from "./expenses.ts"
import { incomeStatement } from "./income-statement.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders } from "./purchase-orders.ts"
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
  JOURNAL_ENTRIES: journalEntries,
  PURCHASE_ORDERS: purchaseOrders,
  TAX_RATES: taxRates,
  TRACKING_CATEGORIES: trackingCategories
}
