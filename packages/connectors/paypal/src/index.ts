/** PayPal, the payments platform: https://developer.paypal.com/api/rest */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { failure, passthrough } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { paymentBalances } from "./payment-balances.ts"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { paymentTaxRates } from "./payment-tax-rates.ts"
import { paymentTransactions } from "./payment-transactions.ts"

const host = (mode: string | undefined): string =>
  mode === "sandbox" ? "https://api-m.sandbox.paypal.com" : "https://api-m.paypal.com"

export const paypal = Connector.make({
  id: "PAYPAL",
  name: "PayPal",
  category: "PAYMENTS",
  models: Models.payments,
  auth: Auth.clientCredentials({
    fields: {
      client_id: Setting.asked({ label: "Client ID" }),
      client_secret: Setting.asked({ label: "Secret", secret: true })
    },
    guide: [
      "Sign in at https://developer.paypal.com/dashboard/applications with the business account, and choose live or sandbox.",
      "Create a REST app, and tick Transaction Search, Invoicing, Customer Disputes and Payouts among its features.",
      "Wait where a feature was ticked just now: PayPal may take up to nine hours to grant it.",
      "Enter the app's client ID and one of its secrets below."
    ],
    tokenUrl: ({ mode }) => `${host(mode)}/v1/oauth2/token`,
    clientAuth: "basic",
    scopes: []
  }),
  settings: {
    mode: Setting.asked({ label: "Kind of the app", choices: { live: "Live", sandbox: "Sandbox" } })
  },
  account: Account.answer((body, { settings }) => {
    const id = Call.at(body, "account_id")
    return typeof id === "string" && id !== "" ? `${settings["mode"]} ${id}` : null
  }),
  check: { path: "/v1/reporting/balances" },
  http: {
    baseUrl: ({ mode }) => host(mode),
    // No number is published, and 429 does not say how long to wait.
    limits: { concurrent: 4, windows: [{ max: 10, seconds: 1 }] },
    failure,
    passthrough
  },
  reads: {
    PAYMENT_BALANCES: paymentBalances,
    PAYMENT_CUSTOMERS: paymentCustomers,
    PAYMENT_DISPUTES: paymentDisputes,
    PAYMENT_INVOICES: paymentInvoices,
    PAYMENT_ITEMS: paymentItems,
    PAYMENT_ORDERS: paymentOrders,
    PAYMENT_PAYMENTS: [paymentPayments.received, paymentPayments.recorded],
    PAYMENT_PAYOUTS: paymentPayouts,
    PAYMENT_REFUNDS: paymentRefunds,
    PAYMENT_TAX_RATES: paymentTaxRates,
    PAYMENT_TRANSACTIONS: paymentTransactions
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
