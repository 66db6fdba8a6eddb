/** Oracle NetSuite, the accounting and ERP platform: https://docs.oracle.com/en/cloud/saas/netsuite */
import * as Account from "@svc/core/Account"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { accounts } from "./accounts.ts"
import { accountOf, accountPattern, auth, restOf } from "./authorization.ts"
import { balanceSheet } from "./balance-sheet.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { billPayments } from "./bill-payments.ts"
import { bills } from "./bills.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons } from "./contact-persons.ts"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { expenses } from "./expenses.ts"
import { failure } from "./failure.ts"
import { incomeStatement } from "./income-statement.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { salesOrders } from "./sales-orders.ts"
import { features } from "./statement.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

export const netsuite = Connector.make({
  id: "NETSUITE",
  name: "NetSuite",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth,
  settings: {
    account: Setting.asked({
      label: "Account ID",
      help: "In NetSuite under Setup, Company, Company Information. That of a sandbox ends in _SB1 or the like.",
      pattern: accountPattern,
      normalize: accountOf,
      placeholder: "1234567_SB1"
    }),
    subsidiary: Setting.asked({
      label: "Subsidiary of new records",
      help: "Internal ID. Needed in OneWorld accounts for creating contacts, accounts, items and journal entries.",
      pattern: "[0-9]{1,18}",
      placeholder: "1",
      optional: true
    }),
    discount_item: Setting.asked({
      label: "Discount item",
      help: "Internal ID of the item that discounts of whole invoices are written with.",
      pattern: "[0-9]{1,18}",
      placeholder: "98",
      optional: true
    }),
    features: Setting.discovered({ label: "Features", optional: true })
  },
  // The schema of a record holds those members alone that the account's features have.
  discover: Connector.discover({
    call: { path: "/record/v1/metadata-catalog/vendorBill", headers: { accept: "application/schema+json" } },
    response: Wire.struct({ properties: Wire.required(Wire.record(Wire.unknown)) }),
    choices: ({ properties }) => [
      {
        name: "NetSuite",
        settings: { features: features.filter((name) => Object.hasOwn(properties, name)).join(",") || "none" }
      }
    ]
  }),
  // Every account, sandboxes too, has an id and a host of its own.
  account: Account.settings("account"),
  check: { path: "/record/v1/account", query: { limit: 1 } },
  http: {
    baseUrl: ({ account }) => restOf(account),
    // Quirk: what is limited is how many calls are under way, for all integrations of the account together.
    limits: { concurrent: 4, windows: [] },
    failure
  },
  reads: {
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
  },
  writes: Connector.later(() => import("./writes.ts"))
})
