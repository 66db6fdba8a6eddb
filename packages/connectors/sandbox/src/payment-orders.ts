/** Orders to pay, before and after they are. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, announced, changed, dated, epoch } from "./wire.ts"

const statuses = Normalize.word({ new: "CREATED", tried: "ATTEMPTED", paid: "PAID", cancelled: "CANCELLED" }, null)

export const paymentOrders = Connector.read("PAYMENT_ORDERS", {
  ...announced("payOrders"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    reference: Wire.text,
    amount: Wire.number,
    amountPaid: Wire.number,
    currency: Wire.id,
    status: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      created_at: raw.created,
      reference: raw.reference,
      amount: amount(raw.amount),
      amount_due: amount(Normalize.difference(raw.amount, raw.amountPaid)),
      status: statuses(raw.status),
      currency_id: raw.currency,
      updated_at: raw.updated
    }
  }
})
