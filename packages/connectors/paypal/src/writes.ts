/** What is written besides invoices and payments: products, orders, refunds of captures, payouts to others, and disputes that are given up. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { paymentDisputes } from "./payment-disputes.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPayouts } from "./payment-payouts.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { writeInvoices } from "./write-invoices.ts"
import { authorized, writePayments } from "./write-payments.ts"
import { money, writing } from "./writing.ts"

/** An order of one unit, whose members a change names by a pointer. */
const unitOf = (raw: Take.Item | undefined, refuse: Take.At["refuse"]): Take.Item => {
  const units: ReadonlyArray<Take.Item> = raw?.["purchase_units"] ?? []
  return units.length === 1
    ? units[0]!
    : refuse("is of several units, which are changed at PayPal alone", "platform_id")
}
const disputes = "/v1/customer/disputes"

export const writes = {
  PAYMENT_INVOICES: writeInvoices,
  PAYMENT_PAYMENTS: writePayments,
  PAYMENT_ITEMS: writing("PAYMENT_ITEMS", ["create", "update"], {
    path: "/v1/catalogs/products",
    record: paymentItems,
    requires: { create: ["name"], update: ["description"] },
    // A name is for good, and so is the code, which is the id.
    creates: { name: "name", code: "id", description: "description" },
    updates: { description: "/description" },
    // No member of ours says what is sold; PayPal's own default is goods.
    makes: (_, { isNew }) => (isNew ? { type: "PHYSICAL" } : {})
  }),
  PAYMENT_ORDERS: writing("PAYMENT_ORDERS", ["create", "update", "void"], {
    path: "/v2/checkout/orders",
    record: paymentOrders,
    requires: ["amount", "currency_id"],
    takes: { amount: Take.beside, reference: Take.beside },
    creates: { currency_id: Take.beside },
    makes: ({ amount, currency_id, reference }, { isNew, raw, refuse }) => {
      if (isNew) {
        const sum = money(amount ?? 0, currency_id, refuse, "amount")
        return { intent: "CAPTURE", purchase_units: [{ amount: sum, ...(reference ? { custom_id: reference } : {}) }] }
      }
      const unit = unitOf(raw, refuse)
      const at = `/purchase_units/@reference_id=='${unit["reference_id"] ?? "default"}'`
      const named = unit["invoice_id"] === undefined ? "custom_id" : "invoice_id"
      return {
        ...(amount == null ? {} : { [`${at}/amount`]: money(amount, unit["amount"].currency_code, refuse, "amount") }),
        ...(reference == null ? {} : { [`${at}/${named}`]: reference })
      }
    },
    departs: ({ update }) => ({
      update: { ...update, current: true },
      // Quirk: an order itself cannot be ended, only what was authorised of it.
      void: {
        current: true,
        steps: ({ answered, id, raw, refuse }) => {
          const all = authorized(raw)
          if (all.length === 0) refuse("has no authorised payment, and ends by itself", "platform_id")
          const next = all.find((own) => answered[own] === undefined)
          return next === undefined
            ? Write.acceptedId(id)
            : Write.step(next, { method: "POST", path: `/v2/payments/authorizations/${Call.segment(next)}/void` })
        }
      }
    })
  }),
  PAYMENT_REFUNDS: writing("PAYMENT_REFUNDS", ["create"], {
    path: "/v2/payments/captures",
    below: ({ payment_id }) => `${Call.segment(payment_id)}/refund`,
    record: paymentRefunds,
    requires: ["amount", "currency_id", "payment_id"],
    takes: {
      amount: (amount, { item, refuse }) => ({ amount: money(amount, item.currency_id, refuse) }),
      currency_id: Take.beside,
      payment_id: Take.beside,
      description: "note_to_payer",
      reference: "custom_id"
    }
  }),
  PAYMENT_PAYOUTS: writing("PAYMENT_PAYOUTS", ["create"], {
    path: "/v1/payments/payouts",
    idAt: "batch_header.payout_batch_id",
    record: paymentPayouts,
    requires: ["amount", "currency_id", "bank_account_id"],
    // Who gets it is an e-mail address, or the id of an account at PayPal.
    takes: { amount: Take.beside, currency_id: Take.beside, bank_account_id: Take.beside, description: Take.beside },
    makes: ({ amount, bank_account_id: receiver, currency_id, description: note }, { refuse }) => {
      const { currency_code: currency, value } = money(amount ?? 0, currency_id, refuse, "amount")
      const recipient_type = receiver?.includes("@") === true ? "EMAIL" : "PAYPAL_ID"
      const item = Call.present({ recipient_type, receiver, amount: { currency, value }, note: note || null })
      return { sender_batch_header: { recipient_type }, items: [item] }
    }
  }),
  PAYMENT_DISPUTES: writing("PAYMENT_DISPUTES", ["update"], {
    path: disputes,
    record: paymentDisputes,
    requires: { update: ["status", "reason_description"] },
    takes: {
      status: (status, { refuse }) =>
        status === "LOST" ? { accept_claim_type: "REFUND" } : refuse("can be made LOST alone"),
      reason_description: "note"
    },
    departs: ({ update }) => ({
      update: {
        ...update,
        call: ({ body, id }) => ({ method: "POST", path: `${disputes}/${Call.segment(id)}/accept-claim`, body }),
        idempotency: Write.lookup<{ readonly platform_id: string }>({
          call: ({ platform_id: id }) => ({ path: `${disputes}/${Call.segment(id)}` }),
          find: (dispute) => (Call.at(dispute, "status") === "RESOLVED" ? dispute : undefined)
        })
      }
    })
  })
}
