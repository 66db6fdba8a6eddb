/** Payments: attempts to pay, with what was given back of them. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changedBy, currency, epoch, kept, object, windowed } from "./wire.ts"

const statuses = Normalize.word({
  created: "CREATED",
  authorized: "ATTEMPTED",
  captured: "PAID",
  refunded: "PAID",
  failed: "FAILED"
})
const methods = Normalize.word(
  { card: "CARD", upi: "UPI", netbanking: "NET_BANKING", wallet: "WALLET", emi: "EMI" },
  null
)

export const paymentPayments = Connector.read("PAYMENT_PAYMENTS", {
  ...windowed("/v1/payments", 31),
  // A payment of any age changes by a refund, and by one that is not yet processed, or has failed, once more.
  changes: changedBy("/v1/refunds", 31, (entry, isNew) =>
    isNew || Call.at(entry, "status") !== "processed" ? Normalize.id(Call.at(entry, "payment_id")) : null
  ),
  deletes: kept,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.number, "amount", "amount_refunded", "fee"),
    currency,
    base_currency: Wire.decisive(currency),
    ...Wire.all(Wire.text, "status", "description", "method"),
    ...Wire.all(Wire.id, "customer_id", "invoice_id", "order_id"),
    acquirer_data: object(Wire.struct({ rrn: Wire.text, bank_transaction_id: Wire.text })),
    created_at: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      amount: amount(raw.amount),
      amount_refunded: amount(raw.amount_refunded),
      // The fee is of the currency that the account is paid in.
      fee_amount: amountIn(raw.base_currency ?? raw.currency)(
        Normalize.is(raw.base_currency ?? raw.currency, raw.currency ?? "") === false ? null : raw.fee
      ),
      currency_id: raw.currency,
      status: statuses(raw.status),
      description: raw.description,
      reference: raw.acquirer_data?.rrn ?? raw.acquirer_data?.bank_transaction_id,
      customer_id: raw.customer_id,
      invoice_id: raw.invoice_id,
      order_id: raw.order_id,
      payment_method: methods(raw.method) ?? raw.method?.toUpperCase(),
      created_at: raw.created_at,
      updated_at: raw.created_at
    }
  }
})
