/** Xero, the accounting platform: https://developer.xero.com */
import { Account, Auth, Call, Connector, Setting, Wire } from "@svc/core"
import { accounts } from "./accounts.ts"
import { balanceSheet } from "./balance-sheet.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes, createBillCreditNotes } from "./bill-credit-notes.ts"
import { billPayments } from "./bill-payments.ts"
import { bills } from "./bills.ts"
import { cashFlowStatement } from "./cash-flow-statement.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons } from "./contact-persons.ts"
import { contacts, createContacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { expenses } from "./expenses.ts"
import { failure, remaining } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { incomeStatement } from "./income-statement.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { createPurchaseOrders, purchaseOrders } from "./purchase-orders.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { updateInvoices } from "./update-invoices.ts"

export const xero = Connector.make({
  id: "XERO",
  name: "Xero",
  category: "ACCOUNTING",
  auth: Auth.oauth2({
    authorizeUrl: "https://login.xero.com/identity/connect/authorize",
    tokenUrl: "https://identity.xero.com/connect/token",
    issuer: "https://identity.xero.com",
    clientAuth: "basic",
    pkce: true,
    // Quirk: apps made before March 2026 may still ask for broad scopes; these are the ones every app has.
    scopes: [
      "offline_access",
      "accounting.settings",
      "accounting.contacts",
      "accounting.invoices",
      "accounting.payments",
      "accounting.banktransactions",
      "accounting.manualjournals",
      "accounting.attachments",
      "accounting.reports.profitandloss.read",
      "accounting.reports.balancesheet.read"
    ]
  }),
  settings: {
    tenantId: Setting.discovered({ label: "Organisation" }),
    connectionId: Setting.discovered({ label: "Connection of the app with the organisation", optional: true })
  },
  discover: Connector.discover({
    call: { base: "platform", path: "/connections" },
    response: Wire.list(
      Wire.struct({
        id: Wire.required(Wire.id),
        tenantId: Wire.required(Wire.id),
        tenantName: Wire.text,
        tenantType: Wire.text
      })
    ),
    choices: (connections) =>
      connections
        .filter(({ tenantType }) => tenantType === "ORGANISATION")
        .map(({ id, tenantId, tenantName }) => ({
          name: tenantName ?? tenantId,
          settings: { tenantId, connectionId: id }
        }))
  }),
  // Quirk: revoking the tokens, at /connect/revocation, would cut off the user's other organisations as well.
  disconnect: ({ connectionId }) =>
    connectionId ? { base: "platform", method: "DELETE", path: `/connections/${Call.segment(connectionId)}` } : null,
  check: { path: "/Organisation" },
  account: Account.settings("tenantId"),
  http: {
    baseUrl: "https://api.xero.com/api.xro/2.0",
    bases: { platform: "https://api.xero.com", finance: "https://api.xero.com/finance.xro/1.0" },
    headers: ({ tenantId }) => ({ "xero-tenant-id": tenantId }),
    limits: {
      concurrent: 5,
      windows: [
        { max: 60, seconds: 60 },
        { max: 5000, seconds: 86_400 }
      ],
      remaining
    },
    failure
  },
  reads: {
    ACCOUNTS: accounts,
    BANK_ACCOUNTS: bankAccounts,
    BANK_TRANSACTIONS: bankTransactions,
    BILLS: bills,
    BILL_CREDIT_NOTES: billCreditNotes,
    BILL_PAYMENTS: billPayments,
    BALANCE_SHEET: balanceSheet,
    CASH_FLOW_STATEMENT: cashFlowStatement,
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
    TAX_RATES: taxRates,
    TRACKING_CATEGORIES: trackingCategories
  },
  writes: {
    BILL_CREDIT_NOTES: { create: createBillCreditNotes },
    CONTACTS: { create: createContacts },
    INVOICES: { update: updateInvoices },
    PURCHASE_ORDERS: { create: createPurchaseOrders }
  },
  inbound
})
