/** Razorpay, the payments platform: https://razorpay.com/docs/api */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import { failure } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { paymentItems, paymentTaxRates } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { paymentTransactions } from "./payment-transactions.ts"

export const razorpay = Connector.make({
  id: "RAZORPAY",
  name: "Razorpay",
  category: "PAYMENTS",
  models: Models.payments,
  auth: Auth.choice({
    key: {
      label: "API key",
      help: "Made in the Razorpay dashboard by an owner or admin of the account.",
      auth: Auth.basic({
        fields: {
          username: Setting.asked({ label: "Key id", placeholder: "rzp_live_…" }),
          password: Setting.asked({ label: "Key secret", secret: true })
        },
        guide: [
          "Sign in at https://dashboard.razorpay.com and choose live or test mode.",
          "Open Account & Settings, API keys, and generate a key; Razorpay shows its secret only once.",
          "Enter the key id and the key secret below, with the merchant id, which stands in the account's profile."
        ]
      })
    },
    oauth2: {
      label: "Sign in at Razorpay",
      help: "You agree to what is read and written.",
      auth: Auth.oauth2({
        authorizeUrl: "https://auth.razorpay.com/authorize",
        tokenUrl: "https://auth.razorpay.com/token",
        tokenBody: "json",
        clientAuth: "body",
        pkce: false,
        scopes: ["read_write"]
      })
    }
  }),
  settings: {
    accountId: Setting.either(
      Setting.fromToken({
        label: "Merchant id",
        at: "razorpay_account_id",
        methods: ["oauth2"],
        // The dashboard shows it without what webhooks put in front of it.
        normalize: (id) => (/^[A-Za-z0-9]{14}$/.test(id) ? `acc_${id}` : id),
        pattern: "acc_[A-Za-z0-9]{14}"
      }),
      Setting.asked({
        label: "Merchant id",
        help: "In the dashboard's profile: 14 letters and digits.",
        placeholder: "BFQ7uQEaa7j2z7",
        methods: ["key"]
      })
    ),
    // One account has two worlds, and a key opens one of them.
    mode: Setting.asked({
      label: "Mode of the key",
      choices: { live: "Live (rzp_live_…)", test: "Test (rzp_test_…)" },
      methods: ["key"]
    })
  },
  account: Account.settings("accountId", "mode"),
  check: { path: "/v1/payments", query: { count: 1 } },
  http: {
    baseUrl: "https://api.razorpay.com",
    // No number is published, and 429 does not say how long to wait.
    limits: { concurrent: 4, windows: [{ max: 10, seconds: 1 }] },
    failure
  },
  reads: {
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
