/** What is read. Bills, orders, credit notes, journals, money transactions and reports have no query at Wave. */
import { accounts, bankAccounts } from "./accounts.ts"
import { companyInfo, currencies } from "./business.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { documents } from "./documents.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { taxRates } from "./tax-rates.ts"

export const reads = {
  ACCOUNTS: accounts,
  BANK_ACCOUNTS: bankAccounts,
  COMPANY_INFO: companyInfo,
  CONTACTS: contacts,
  CONTACT_PERSONS: contactPersons,
  CURRENCIES: currencies,
  DOCUMENTS: documents,
  INVOICES: invoices,
  INVOICE_PAYMENTS: invoicePayments,
  ITEMS: items,
  TAX_RATES: taxRates
}
