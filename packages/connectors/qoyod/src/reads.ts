/** The data models that are read from Qoyod. */
import { accounts, bankAccounts } from "./accounts.ts"
import { bills } from "./bills.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { expenses } from "./expenses.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { taxRates } from "./tax-rates.ts"

export const customers = contacts("customer")
export const vendors = contacts("vendor")

export const reads = {
  ACCOUNTS: accounts,
  BANK_ACCOUNTS: bankAccounts,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  CONTACTS: [customers, vendors],
  CONTACT_PERSONS: [contactPersons("customer"), contactPersons("vendor")],
  EXPENSES: expenses,
  INVOICES: invoices,
  INVOICE_CREDIT_NOTES: invoiceCreditNotes,
  INVOICE_PAYMENTS: invoicePayments,
  ITEMS: items,
  JOURNAL_ENTRIES: journalEntries,
  PURCHASE_ORDERS: purchaseOrders,
  TAX_RATES: taxRates
} as const
