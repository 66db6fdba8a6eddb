/**
 * BUSY, the accounting program of Indian firms, on the user's own computer: https://busy.in. Its makers publish no description of the web service
 * or of the tables; what is known of them is in the README.
 */
import type { Auth } from "@svc/core"
import * as Account from "@svc/core/Account"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { auth, refusal } from "./access.ts"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes, bills } from "./bills.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { currenciesRead } from "./currencies.ts"
import { expenses } from "./expenses.ts"
import { failure, failureInside } from "./failure.ts"
import { invoiceCreditNotes, invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { checked, probe } from "./open-file.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { parse } from "./query.ts"
import { settings } from "./settings.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const busy = Connector.make({
  id: "BUSY",
  name: "BUSY",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth,
  settings,
  // Nothing that every edition can be asked says which file is open.
  account: Account.settings("address", "company_code", "financial_year"),
  check: (own) => probe(own as Auth.AuthSettings),
  checked: (body, { database }) => checked(body, database),
  http: {
    baseUrl: ({ address }) => address,
    headers: () => ({ accept: "text/xml" }),
    // Quirk: a program on a desk, which does one thing at a time.
    limits: { concurrent: 1, windows: [] },
    timeout: 60,
    parse,
    failure,
    failureInside,
    passthrough: refusal
  },
  reads: {
    ACCOUNTS: accounts,
    BANK_ACCOUNTS: bankAccounts,
    BANK_TRANSACTIONS: bankTransactions,
    BILLS: bills,
    BILL_CREDIT_NOTES: billCreditNotes,
    BILL_PAYMENTS: billPayments,
    CONTACTS: contacts,
    CONTACT_PERSONS: contactPersons,
    CURRENCIES: currenciesRead,
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
  },
  writes: Connector.later(() => import("./writes.ts"))
})
