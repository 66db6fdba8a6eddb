/** QuickBooks Online, the accounting platform, and its sandbox: https://developer.intuit.com */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { accounts } from "./accounts.ts"
import { balanceSheet } from "./balance-sheet.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { billPayments } from "./bill-payments.ts"
import { bills } from "./bills.ts"
import { cashFlowStatement } from "./cash-flow-statement.ts"
import { companyInfo } from "./company-info.ts"
import { contacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { expenses } from "./expenses.ts"
import { failure } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { incomeStatement } from "./income-statement.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { ask } from "./query.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"

const reads = {
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

const writes = Connector.later(() => import("./writes.ts"))

/** The two differ in their host alone, and in the keys that an operator has for them. */
const define = <const Id extends string>(id: Id, name: string, host: string) =>
  Connector.make({
    id,
    name,
    category: "ACCOUNTING",
    models: Models.accounting,
    auth: Auth.oauth2({
      authorizeUrl: "https://appcenter.intuit.com/connect/oauth2",
      tokenUrl: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
      revokeUrl: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
      clientAuth: "basic",
      pkce: false,
      scopes: ["com.intuit.quickbooks.accounting"]
    }),
    settings: { realmId: Setting.fromCallback({ param: "realmId", label: "Company" }) },
    check: ask("SELECT * FROM CompanyInfo"),
    account: Account.settings("realmId"),
    http: {
      baseUrl: ({ realmId }) => `https://${host}/v3/company/${Call.segment(realmId)}`,
      // Quirk: some pages say ten calls a second and others ten at once; both are kept to, with room for others.
      limits: {
        concurrent: 8,
        windows: [
          { max: 8, seconds: 1 },
          { max: 500, seconds: 60 }
        ]
      },
      failure
    },
    reads,
    writes,
    inbound
  })

export const quickbooks = define("QUICKBOOKS", "QuickBooks Online", "quickbooks.api.intuit.com")
export const quickbooksSandbox = define(
  "QUICKBOOKS_SANDBOX",
  "QuickBooks Online sandbox",
  "sandbox-quickbooks.api.intuit.com"
)
