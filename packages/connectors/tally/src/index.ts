/** TallyPrime and Tally.ERP 9, the accounting programs: https://help.tallysolutions.com/integration-with-tallyprime/ */
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { companyInfo } from "./company-info.ts"
import { account, checked, probe } from "./company.ts"
import { contactPersons, contacts } from "./contacts.ts"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { currenciesRead } from "./currencies.ts"
import { encode } from "./envelope.ts"
import { expenses } from "./expenses.ts"
import { failure, failureInside } from "./failure.ts"
import { bills, invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { auth, settings } from "./settings.ts"
import { balanceSheet, cashFlowStatement, incomeStatement } from "./statements.ts"
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
    BALANCE_SHEET: balanceSheet,
    BANK_ACCOUNTS: bankAccounts,
    BANK_TRANSACTIONS: bankTransactions,
    BILLS: bills,
    BILL_CREDIT_NOTES: billCreditNotes,
    BILL_PAYMENTS: billPayments,
    CASH_FLOW_STATEMENT: cashFlowStatement,
    COMPANY_INFO: companyInfo,
    CONTACTS: contacts,
    CONTACT_PERSONS: contactPersons,
    CURRENCIES: currenciesRead,
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
