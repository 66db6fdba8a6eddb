/** Stripe, the payments platform: https://docs.stripe.com/api */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import * as Setting from "@svc/core/Setting"
import { failure } from "./failure.ts"
import { inbound } from "./inbound.ts"
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
import { version } from "./wire.ts"

export const stripe = Connector.make({
  id: "STRIPE",
  name: "Stripe",
  category: "PAYMENTS",
  models: Models.payments,
  auth: Auth.oauth2({
    authorizeUrl: "https://connect.stripe.com/oauth/authorize",
    tokenUrl: "https://connect.stripe.com/oauth/token",
    revokeUrl: "https://connect.stripe.com/oauth/deauthorize",
    // Quirk: access is ended for an account, not for a token.
    revokeForm: ({ clientId, settings: { accountId } }) =>
      accountId ? { client_id: clientId, stripe_user_id: accountId } : null,
    // Quirk: the client's secret is the platform's API key and travels as such.
    clientAuth: "bearer",
    pkce: false,
    // Quirk: `read_only` is granted to extensions alone, which cannot be registered any more.
    scopes: ["read_write"]
  }),
  settings: {
    accountId: Setting.fromToken({
      label: "Account",
      help: "The account's id, such as acct_1ABC. Without it webhooks of connected accounts find no connection.",
      at: "stripe_user_id",
      optional: true
    })
  },
  check: { path: "/v1/account" },
  // Quirk: an account has one id and two worlds, and nothing in this answer says which of them a key opens: the key does
  // (https://docs.stripe.com/keys#obtain-api-keys).
  account: Account.answer((body, { credentials }) => {
    const id = Normalize.id(Call.at(body, "id"))
    return id !== null && /^[a-z]+_test_/.test(credentials["access_token"] ?? "") ? `${id} test` : id
  }),
  http: {
    baseUrl: "https://api.stripe.com",
    headers: () => ({ "stripe-version": version }),
    // Stripe counts the account's own calls too: 25 a second in a sandbox and for most endpoints, 100 in all.
    limits: { concurrent: 8, windows: [{ max: 20, seconds: 1 }] },
    failure
  },
  reads: {
    PAYMENT_BALANCES: paymentBalances,
    PAYMENT_CUSTOMERS: paymentCustomers,
    PAYMENT_DISPUTES: paymentDisputes,
    PAYMENT_INVOICES: paymentInvoices,
    PAYMENT_ITEMS: paymentItems,
    PAYMENT_ORDERS: paymentOrders,
    PAYMENT_PAYMENTS: paymentPayments,
    PAYMENT_PAYMENT_LINKS: paymentPaymentLinks,
    PAYMENT_PAYOUTS: paymentPayouts,
    PAYMENT_REFUNDS: paymentRefunds,
    PAYMENT_TAX_RATES: paymentTaxRates,
    PAYMENT_TRANSACTIONS: paymentTransactions
  },
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
