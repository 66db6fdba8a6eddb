/** What is written besides customers, invoices and links: products, intents, charges, refunds, tax rates, payouts and disputes. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { paymentTaxRates } from "./payment-tax-rates.ts"
import { writeCustomers } from "./write-customers.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writePaymentLinks } from "./write-links.ts"
import { currency, isActive, minor, minorOf, post, writing } from "./writing.ts"

export const writes = {
  PAYMENT_INVOICES: writeInvoices,
  PAYMENT_PAYMENT_LINKS: writePaymentLinks,
  PAYMENT_CUSTOMERS: writeCustomers,
  PAYMENT_ITEMS: writing("PAYMENT_ITEMS", ["create", "update", "delete"], {
    path: "/v1/products",
    record: paymentItems,
    requires: ["name"],
    takes: { name: "name", description: "description", status: isActive },
    // A price is a record of its own, and the first is made along.
    creates: { unit_price: Take.beside, currency_id: Take.beside },
    makes: ({ currency_id, unit_price }, { isNew, refuse }) => {
      if (!isNew || (unit_price == null && currency_id == null)) return {}
      if (unit_price == null || currency_id == null) return refuse("needs unit_price and currency_id", "unit_price")
      const unit_amount = minorOf(unit_price, currency_id, "unit_price")
      return { default_price_data: { currency: currency_id.toLowerCase(), unit_amount } }
    },
    clears: ["description"]
  }),
  PAYMENT_ORDERS: writing("PAYMENT_ORDERS", ["create", "update", "void"], {
    path: "/v1/payment_intents",
    record: paymentOrders,
    requires: ["amount", "currency_id"],
    takes: {
      amount: minor("amount"),
      currency_id: currency,
      reference: (reference) => ({ metadata: { order_id: reference } })
    }
  }),
  PAYMENT_PAYMENTS: writing("PAYMENT_PAYMENTS", ["update"], {
    path: "/v1/charges",
    record: paymentPayments,
    takes: { description: "description", customer_id: "customer" },
    clears: ["description"]
  }),
  PAYMENT_REFUNDS: writing("PAYMENT_REFUNDS", ["create", "void"], {
    path: "/v1/refunds",
    record: paymentRefunds,
    requires: ["payment_id"],
    takes: {
      payment_id: "charge",
      amount: minor("amount"),
      currency_id: Take.beside,
      // Stripe takes one of its own words.
      reason: "reason"
    }
  }),
  PAYMENT_TAX_RATES: writing("PAYMENT_TAX_RATES", ["create", "update"], {
    path: "/v1/tax_rates",
    record: paymentTaxRates,
    requires: ["name", "rate", "is_inclusive"],
    takes: { name: "display_name", description: "description", country: "country", status: isActive },
    creates: { rate: "percentage", is_inclusive: "inclusive" },
    clears: ["description"]
  }),
  PAYMENT_PAYOUTS: writing("PAYMENT_PAYOUTS", ["create", "void"], {
    path: "/v1/payouts",
    record: paymentPayouts,
    requires: ["amount", "currency_id"],
    takes: {
      amount: minor("amount"),
      currency_id: currency,
      description: "description",
      bank_account_id: "destination"
    }
  }),
  PAYMENT_DISPUTES: writing("PAYMENT_DISPUTES", ["update"], {
    path: "/v1/disputes",
    record: paymentDisputes,
    requires: { update: ["status"] },
    takes: { status: (status, { refuse }) => (status === "LOST" ? {} : refuse("can be made LOST alone")) },
    departs: ({ update }) => ({
      update: { ...update, call: ({ id }) => post(`/v1/disputes/${Call.segment(id)}/close`) }
    })
  })
}
