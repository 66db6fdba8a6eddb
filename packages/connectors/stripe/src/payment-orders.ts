/** Orders to pay: payment intents, of which charges are the attempts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, newest, transactions } from "./wire.ts"

const statuses = Normalize.word(
  {
    requires_payment_method: "CREATED",
    requires_confirmation: "CREATED",
    requires_action: "ATTEMPTED",
    processing: "ATTEMPTED",
    requires_capture: "ATTEMPTED",
    succeeded: "PAID",
    canceled: "CANCELLED"
  },
  null
)

export const paymentOrders = Connector.read("PAYMENT_ORDERS", {
  ...transactions("PAYMENT_ORDERS", "/v1/payment_intents"),
  mapping: 2,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    amount_received: Wire.number,
    currency,
    // What is still to pay hangs on it.
    status: Wire.required(Wire.text),
    description: Wire.text,
    metadata: Wire.struct({ order_id: Wire.text }),
    last_payment_error: Wire.unknown,
    created: epoch,
    canceled_at: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    const status = statuses(raw.status)
    // Quirk: of an order that is captured in part the rest is never received.
    const isOver = status === "PAID" || status === "CANCELLED"
    return {
      platform_id: raw.id,
      created_at: raw.created,
      reference: Normalize.text(raw.metadata?.order_id) ?? raw.description,
      amount: amount(raw.amount),
      amount_due: isOver ? 0 : amount(Normalize.difference(raw.amount, raw.amount_received)),
      status: status === "CREATED" && raw.last_payment_error != null ? "ATTEMPTED" : status,
      currency_id: raw.currency,
      updated_at: newest(raw.created, raw.canceled_at)
    }
  }
})
