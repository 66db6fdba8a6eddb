/** TallyPrime and Tally.ERP 9, the accounting programs: https://help.tallysolutions.com/integration-with-tallyprime/ */
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { companyInfo } from "./company-info.ts"
import { account, checked, probe } from "./company.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { currenciesRead } from "./currencies.ts"
import { encode } from "./envelope.ts"
import { failure, failureInside } from "./failure.ts"
import { items } from "./items.ts"
import { auth, settings } from "./settings.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { parse } from "./wire.ts"

export const tally = Connector.make({
  id: "TALLY",
  name: "Tally",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth,
  settings,
  check: probe,
  account,
  checked: (body, { company_guid }) => checked(body, company_guid),
  http: {
    baseUrl: ({ address }) => address,
    headers: () => ({ accept: "text/xml" }),
    // Quirk: the program does one thing at a time, and its screen stands still while it answers.
    limits: { concurrent: 1, windows: [] },
    timeout: 300,
    parse,
    encode,
    failure,
    failureInside
  },
  reads: {
    ACCOUNTS: accounts,
    BANK_ACCOUNTS: bankAccounts,
    COMPANY_INFO: companyInfo,
    CONTACTS: contacts,
    CONTACT_PERSONS: contactPersons,
    CURRENCIES: currenciesRead,
    ITEMS: items,
    TAX_RATES: taxRates,
    TRACKING_CATEGORIES: trackingCategories,
    // What vouchers and reports are made of is half of all code here.
    ...Connector.laterReads(
      {
        BANK_TRANSACTIONS: "ids",
        BILLS: "ids",
        BILL_CREDIT_NOTES: "ids",
        BILL_PAYMENTS: "ids",
        EXPENSES: "ids",
        INVOICES: "ids",
        INVOICE_CREDIT_NOTES: "ids",
        INVOICE_PAYMENTS: "ids",
        JOURNAL_ENTRIES: "ids",
        PURCHASE_ORDERS: "ids",
        SALES_ORDERS: "ids"
      },
      () => import("./vouchers.ts")
    ),
    ...Connector.laterReads(
      { BALANCE_SHEET: "never", CASH_FLOW_STATEMENT: "never", INCOME_STATEMENT: "never" },
      () => import("./statements.ts")
    )
  },
  writes: Connector.later(() => import("./writes.ts"))
})
