/** How what moves money on the payment side is written: orders, payments, refunds, disputes, payouts. */
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { as, beside, minor, words } from "./taking.ts"
import { writing } from "./writing.ts"

export const writePaymentOrders = writing("PAYMENT_ORDERS", "payOrders", paymentOrders, {
  requires: ["amount", "currency_id"],
  minor: true,
  voids: { cancelled: true },
  takes: { reference: "reference", amount: minor("amount"), currency_id: "currency" }
})

export const writePaymentPayments = writing("PAYMENT_PAYMENTS", "charges", paymentPayments, {
  requires: ["amount", "currency_id", "payment_method"],
  minor: true,
  offers: ["create", "update", "void"],
  voids: { outcome: "declined" },
  takes: { description: "description", reference: "reference", customer_id: "customer" },
  creates: {
    amount: minor("amount"),
    currency_id: "currency",
    invoice_id: "invoice",
    order_id: "order",
    payment_method: as("method", (value: string) => ({ type: methods[value] ?? value.toLowerCase() }))
  }
})
const methods: Readonly<Record<string, string>> = {
  EMI: "instalments",
  NET_BANKING: "netbanking",
  SEPADEBIT: "sepaDebit"
}

export const writePaymentRefunds = writing("PAYMENT_REFUNDS", "refunds", paymentRefunds, {
  requires: ["payment_id", "amount", "currency_id"],
  minor: true,
  offers: ["create", "update", "void"],
  voids: { status: "failed" },
  takes: { description: "text", reference: "reference" },
  creates: { payment_id: "charge", amount: minor("amount"), currency_id: beside, reason: "reason" }
})

export const writePaymentDisputes = writing("PAYMENT_DISPUTES", "disputes", paymentDisputes, {
  requires: [],
  takes: {
    status: words("status", {
      OPEN: "needsResponse",
      PENDING: "underReview",
      WON: "won",
      LOST: "lost",
      CLOSED: "withdrawn"
    })
  }
})

export const writePaymentPayouts = writing("PAYMENT_PAYOUTS", "payouts", paymentPayouts, {
  requires: ["amount", "currency_id"],
  minor: true,
  offers: ["create", "update", "void"],
  voids: { status: "failed" },
  takes: { description: "statement" },
  creates: { amount: minor("amount"), currency_id: "currency" }
})
