/** What can be read. */
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { bills } from "./bills.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { currencyList } from "./currencies.ts"
import { documents } from "./documents.ts"
import { expenses } from "./expenses.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const reads = {
  ACCOUNTS: accounts,
  BANK_ACCOUNTS: bankAccounts,
  BANK_TRANSACTIONS: bankTransactions,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  COMPANY_INFO: companyInfo,
  CONTACTS: contacts,
  CONTACT_PERSONS: contactPersons,
  CURRENCIES: currencyList,
  DOCUMENTS: documents,
  EXPENSES: expenses,
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
