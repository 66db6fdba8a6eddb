/** Payments: charges, each an attempt to pay. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, reference, transactions } from "./wire.ts"

const statuses = Normalize.word({ succeeded: "PAID", pending: "ATTEMPTED", failed: "FAILED" })
const methods = Normalize.word(
  { card: "CARD", card_present: "CARD", interac_present: "CARD", upi: "UPI", netbanking: "NET_BANKING" },
  null
)
const Fee = Wire.struct({ fee: Wire.number, currency: Wire.required(currency) })
/** The movement of the balance; nothing is known of one of which only the id is there. */
const Settled = Wire.read((value) => (typeof value === "string" ? null : Fee.read(value)))
const Invoices = Wire.struct({ data: Wire.required(Wire.list(Wire.struct({ invoice: reference }))) })

export const paymentPayments = Connector.read("PAYMENT_PAYMENTS", {
  ...transactions("PAYMENT_PAYMENTS", "/v1/charges", ["balance_transaction"]),
  mapping: 2,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    amount_refunded: Wire.number,
    currency,
    status: Wire.text,
    captured: Wire.boolean,
    description: Wire.text,
    receipt_number: Wire.text,
    customer: reference,
    payment_intent: reference,
    balance_transaction: Settled,
    payment_method_details: Wire.struct({ type: Wire.text }),
    created: epoch
  }),
  // Quirk: a charge does not name its invoice any more. What an invoice is paid by has a customer and an intent.
  follow: ({ customer, payment_intent }) =>
    customer && payment_intent
      ? [
          {
            path: "/v1/invoice_payments",
            query: { "payment[type]": "payment_intent", "payment[payment_intent]": payment_intent, limit: 2 }
          }
        ]
      : [],
  map: (raw, { followed }) => {
    const amount = amountIn(raw.currency)
    const settled = raw.balance_transaction
    const invoices = followed[0] == null ? [] : Wire.decode(Invoices, followed[0]).data
    const method = raw.payment_method_details?.type
    return {
      platform_id: raw.id,
      amount: amount(raw.amount),
      amount_refunded: amount(raw.amount_refunded),
      // The fee is of the currency that the account is paid in.
      fee_amount:
        typeof settled?.currency === "string" && settled.currency !== raw.currency ? null : amount(settled?.fee),
      currency_id: raw.currency,
      // Authorised, and not yet taken.
      status: raw.status === "succeeded" && raw.captured === false ? "ATTEMPTED" : statuses(raw.status),
      description: raw.description,
      reference: raw.receipt_number,
      customer_id: raw.customer,
      invoice_id: invoices.length === 1 ? invoices[0]?.invoice : null,
      order_id: raw.payment_intent,
      payment_method: methods(method) ?? method?.toUpperCase(),
      created_at: raw.created,
      updated_at: raw.created
    }
  }
})
