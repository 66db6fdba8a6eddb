/** What is written: products, orders, captures of orders, refunds of captures, and payouts to others. */
import { Call, Take, Write } from "@svc/core"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayments } from "./payment-payments.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { writeInvoices } from "./write-invoices.ts"
import { money, representation, writing } from "./writing.ts"

export const writes = {
  PAYMENT_INVOICES: writeInvoices,
  PAYMENT_ITEMS: writing("PAYMENT_ITEMS", ["create", "update"], {
    path: "/v1/catalogs/products",
    record: paymentItems,
    requires: { create: ["name"], update: ["description"] },
    takes: { description: "description" },
    // A name is for good, and so is the code, which is the id.
    creates: { name: "name", code: "id" },
    // No member of ours says what is sold; PayPal's own default is goods.
    makes: (_, { isNew }) => (isNew ? { type: "PHYSICAL" } : {})
  }),
  PAYMENT_ORDERS: writing("PAYMENT_ORDERS", ["create"], {
    path: "/v2/checkout/orders",
    record: paymentOrders,
    requires: ["amount", "currency_id"],
    takes: { amount: Take.beside, currency_id: Take.beside, reference: Take.beside },
    makes: ({ amount, currency_id, reference }, { refuse }) => ({
      intent: "CAPTURE",
      purchase_units: [
        { amount: money(amount ?? 0, currency_id, refuse, "amount"), ...(reference ? { custom_id: reference } : {}) }
      ]
    })
  }),
  PAYMENT_PAYMENTS: writing("PAYMENT_PAYMENTS", ["create"], {
    path: "/v2/checkout/orders",
    record: paymentPayments,
    requires: ["order_id"],
    takes: { order_id: Take.beside },
    departs: ({ create }) => ({
      create: {
        ...create,
        call: ({ item }) => ({
          method: "POST",
          path: `/v2/checkout/orders/${Call.segment(String(item["order_id"]))}/capture`,
          headers: representation,
          body: {}
        }),
        answers: (body) => [Write.acceptedId(String(Call.at(body, "purchase_units.0.payments.captures.0.id")))]
      }
    })
  }),
  PAYMENT_REFUNDS: writing("PAYMENT_REFUNDS", ["create"], {
    path: "/v2/payments/captures",
    record: paymentRefunds,
    requires: ["amount", "currency_id", "payment_id"],
    takes: {
      amount: Take.beside,
      currency_id: Take.beside,
      payment_id: Take.beside,
      description: "note_to_payer",
      reference: "custom_id"
    },
    makes: ({ amount, currency_id }, { refuse }) => ({ amount: money(amount ?? 0, currency_id, refuse, "amount") }),
    departs: ({ create }) => ({
      create: {
        ...create,
        call: ({ body, item }) => ({
          method: "POST",
          path: `/v2/payments/captures/${Call.segment(String(item["payment_id"]))}/refund`,
          headers: representation,
          body
        })
      }
    })
  }),
  PAYMENT_PAYOUTS: writing("PAYMENT_PAYOUTS", ["create"], {
    path: "/v1/payments/payouts",
    record: paymentPayouts,
    requires: ["amount", "currency_id", "bank_account_id"],
    takes: {
      amount: Take.beside,
      currency_id: Take.beside,
      // Who gets it: an e-mail address, or the id of an account at PayPal.
      bank_account_id: Take.beside,
      description: Take.beside
    },
    makes: ({ amount, bank_account_id: receiver, currency_id, description }, { refuse }) => {
      const { currency_code: currency, value } = money(amount ?? 0, currency_id, refuse, "amount")
      const type = receiver?.includes("@") === true ? "EMAIL" : "PAYPAL_ID"
      return {
        sender_batch_header: { recipient_type: type },
        items: [
          { recipient_type: type, receiver, amount: { currency, value }, ...(description ? { note: description } : {}) }
        ]
      }
    },
    departs: ({ create }) => ({
      create: {
        ...create,
        call: ({ body }) => ({ method: "POST", path: "/v1/payments/payouts", body }),
        answers: (body) => [Write.acceptedId(String(Call.at(body, "batch_header.payout_batch_id")))]
      }
    })
  })
}
