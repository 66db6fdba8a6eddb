/** What can be read. */
import { accounts } from "./accounts.ts"
import { documents } from "./attachments.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { companyInfo } from "./company.ts"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { items } from "./items.ts"
import { draftEntries } from "./journal-drafts.ts"
import { journalEntries } from "./journal-entries.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { contactPersons } from "./persons.ts"
import { billCreditNotes, bills, purchaseOrders } from "./purchases.ts"
import { invoiceCreditNotes, invoices, salesOrders } from "./sales.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const reads = {
  ACCOUNTS: accounts,
  BANK_ACCOUNTS: bankAccounts,
  BILLS: bills,
  BILL_CREDIT_NOTES: billCreditNotes,
  BILL_PAYMENTS: billPayments,
  COMPANY_INFO: companyInfo,
  CONTACTS: contacts,
  CONTACT_PERSONS: contactPersons,
  CURRENCIES: currencies,
  DOCUMENTS: documents,
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
