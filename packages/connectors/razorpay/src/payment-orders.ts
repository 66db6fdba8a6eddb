/** Orders to pay, of which payments are the attempts. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changedBy, currency, epoch, kept, windowed } from "./wire.ts"

const statuses = Normalize.word({ created: "CREATED", attempted: "ATTEMPTED", paid: "PAID" }, null)
const open = new Set<unknown>(["created", "authorized"])

export const paymentOrders = Connector.read("PAYMENT_ORDERS", {
  ...windowed("/v1/orders", 31),
  // An order of any age changes by a payment, and by one that is not yet final once more.
  changes: changedBy("/v1/payments", 7, (entry, isNew) =>
    isNew || open.has(Call.at(entry, "status")) ? Normalize.id(Call.at(entry, "order_id")) : null
  ),
  deletes: kept,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    amount_due: Wire.number,
    currency,
    receipt: Wire.text,
    status: Wire.text,
    created_at: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      created_at: raw.created_at,
      reference: raw.receipt,
      amount: amount(raw.amount),
      amount_due: amount(raw.amount_due),
      status: statuses(raw.status),
      currency_id: raw.currency,
      updated_at: raw.created_at
    }
  }
})
