/** Refunds of charges. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, reference, transactions } from "./wire.ts"

const statuses = Normalize.word({
  pending: "PENDING",
  requires_action: "PENDING",
  succeeded: "SUCCESS",
  failed: "FAILED",
  canceled: "FAILED"
})

export const paymentRefunds = Connector.read("PAYMENT_REFUNDS", {
  ...transactions("PAYMENT_REFUNDS", "/v1/refunds"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    charge: reference,
    status: Wire.text,
    reason: Wire.text,
    description: Wire.text,
    receipt_number: Wire.text,
    created: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    payment_id: raw.charge,
    description: raw.description,
    reason: raw.reason,
    reference: raw.receipt_number,
    status: statuses(raw.status),
    created_at: raw.created,
    updated_at: raw.created
  })
})
