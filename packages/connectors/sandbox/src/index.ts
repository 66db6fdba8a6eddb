/** SVC_SANDBOX: the connector to the sandbox platform, in all four categories. */
import * as Account from "@svc/core/Account"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import { accounts } from "./accounts.ts"
import { auth } from "./auth.ts"
import { balanceSheet } from "./balance-sheet.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { billPayments } from "./bill-payments.ts"
import { bills } from "./bills.ts"
import { cashFlowStatement } from "./cash-flow-statement.ts"
import { companyInfo } from "./company-info.ts"
import { contactPersons } from "./contact-persons.ts"
import { contacts } from "./contacts.ts"
import { crm } from "./crm.ts"
import { currencies } from "./currencies.ts"
import { documents } from "./documents.ts"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { expenses } from "./expenses.ts"
import { failure, limits } from "./failure.ts"
import { files } from "./files.ts"
import { inbound } from "./inbound.ts"
import { incomeStatement } from "./income-statement.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { invoices } from "./invoices.ts"
import { items } from "./items.ts"
import { journalEntries } from "./journal-entries.ts"
import { paymentBalances } from "./payment-balances.ts"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { paymentTaxRates } from "./payment-tax-rates.ts"
import { paymentTransactions } from "./payment-transactions.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { salesOrders } from "./sales-orders.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { writes } from "./writes.ts"

export const sandbox = Connector.make({
  id: "SVC_SANDBOX",
  name: "Sandbox",
  category: "ACCOUNTING",
  models: Models.models,
  auth,
  settings: {},
  http: { baseUrl: "http://127.0.0.1:4600/v1", limits, failure },
  check: { path: "/company" },
  account: Account.answer((body) => Normalize.id(Call.at(body, "workspace"))),
  reads: {
    ACCOUNTS: accounts,
    BALANCE_SHEET: balanceSheet,
    BANK_ACCOUNTS: bankAccounts,
    BANK_TRANSACTIONS: bankTransactions,
    BILL_CREDIT_NOTES: billCreditNotes,
    BILL_PAYMENTS: billPayments,
    BILLS: bills,
    CASH_FLOW_STATEMENT: cashFlowStatement,
    COMPANY_INFO: companyInfo,
    CONTACT_PERSONS: contactPersons,
    CONTACTS: contacts,
    CURRENCIES: currencies,
    DOCUMENTS: documents,
    EXPENSES: expenses,
    INCOME_STATEMENT: incomeStatement,
    INVOICE_CREDIT_NOTES: invoiceCreditNotes,
    INVOICE_PAYMENTS: invoicePayments,
    INVOICES: invoices,
    ITEMS: items,
    JOURNAL_ENTRIES: journalEntries,
    PURCHASE_ORDERS: purchaseOrders,
    SALES_ORDERS: salesOrders,
    TAX_RATES: taxRates,
    TRACKING_CATEGORIES: trackingCategories,
    PAYMENT_BALANCES: paymentBalances,
    PAYMENT_CUSTOMERS: paymentCustomers,
    PAYMENT_DISPUTES: paymentDisputes,
    PAYMENT_INVOICES: paymentInvoices,
    PAYMENT_ITEMS: paymentItems,
    PAYMENT_ORDERS: paymentOrders,
    PAYMENT_PAYMENT_LINKS: paymentPaymentLinks,
    PAYMENT_PAYMENTS: paymentPayments,
    PAYMENT_PAYOUTS: paymentPayouts,
    PAYMENT_REFUNDS: paymentRefunds,
    PAYMENT_TAX_RATES: paymentTaxRates,
    PAYMENT_TRANSACTIONS: paymentTransactions,
    ECOMMERCE_CUSTOMERS: ecommerceCustomers,
    ECOMMERCE_ORDERS: ecommerceOrders,
    ECOMMERCE_PRODUCTS: ecommerceProducts,
    ...crm
  },
  writes,
  files,
  inbound
})
