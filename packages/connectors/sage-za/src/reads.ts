/** What can be read. */
import { accounts, bankAccounts } from "./accounts.ts"
import { documents } from "./attachments.ts"
import { companyInfo, currencies } from "./company.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { billCreditNotes, bills, invoiceCreditNotes, invoices, purchaseOrders, salesOrders } from "./documents.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { bankTransactions, expenses } from "./ledger.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { taxRates, trackingCategories } from "./settings-lists.ts"
import { balanceSheet, incomeStatement } from "./statements.ts"

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
  PURCHASE_ORDERS: purchaseOrders,
  SALES_ORDERS: salesOrders,
  TAX_RATES: taxRates,
  TRACKING_CATEGORIES: trackingCategories
}
