/** How what moves money on the payment side is written: orders, payments, refunds, disputes, payouts. */
import * as Take from "@svc/core/Take"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { minor, voidable, writing } from "./writing.ts"

export const writePaymentOrders = writing("PAYMENT_ORDERS", voidable, {
  resource: "payOrders",
  record: paymentOrders,
  requires: ["amount", "currency_id"],
  minor: true,
  voids: { cancelled: true },
  takes: { reference: "reference", amount: minor("amount"), currency_id: "currency" }
})

export const writePaymentPayments = writing("PAYMENT_PAYMENTS", ["create", "update", "void"], {
  resource: "charges",
  record: paymentPayments,
  requires: ["amount", "currency_id", "payment_method"],
  minor: true,
  voids: { outcome: "declined" },
  takes: { description: "description", reference: "reference", customer_id: "customer" },
  creates: {
    amount: minor("amount"),
    currency_id: "currency",
    invoice_id: "invoice",
    order_id: "order",
    payment_method: { to: "method", by: (value: string) => ({ type: methods[value] ?? value.toLowerCase() }) }
  }
})
const methods: Readonly<Record<string, string>> = {
  EMI: "instalments",
  NET_BANKING: "netbanking",
  SEPADEBIT: "sepaDebit"
}

export const writePaymentRefunds = writing("PAYMENT_REFUNDS", ["create", "update", "void"], {
  resource: "refunds",
  record: paymentRefunds,
  requires: ["payment_id", "amount", "currency_id"],
  minor: true,
  voids: { status: "failed" },
  takes: { description: "text", reference: "reference" },
  creates: { payment_id: "charge", amount: minor("amount"), currency_id: Take.beside, reason: "reason" }
})

export const writePaymentDisputes = writing("PAYMENT_DISPUTES", ["update"], {
  resource: "disputes",
  record: paymentDisputes,
  requires: [],
  takes: {
    status: Take.words("status", {
      OPEN: "needsResponse",
      PENDING: "underReview",
      WON: "won",
      LOST: "lost",
      CLOSED: "withdrawn"
    })
  }
})

export const writePaymentPayouts = writing("PAYMENT_PAYOUTS", ["create", "update", "void"], {
  resource: "payouts",
  record: paymentPayouts,
  requires: ["amount", "currency_id"],
  minor: true,
  voids: { status: "failed" },
  takes: { description: "statement" },
  creates: { amount: minor("amount"), currency_id: "currency" }
})
