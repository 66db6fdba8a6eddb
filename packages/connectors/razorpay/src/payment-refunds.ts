/** Refunds of payments. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, kept, windowed } from "./wire.ts"

const statuses = Normalize.word({ pending: "PENDING", processed: "SUCCESS", failed: "FAILED" })

export const paymentRefunds = Connector.read("PAYMENT_REFUNDS", {
  ...windowed("/v1/refunds", 31),
  deletes: kept,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    payment_id: Wire.id,
    receipt: Wire.text,
    status: Wire.text,
    created_at: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    payment_id: raw.payment_id,
    reference: raw.receipt,
    status: statuses(raw.status),
    created_at: raw.created_at,
    updated_at: raw.created_at
  })
})
