/** Refunds of charges. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changed, dated, epoch, lasting } from "./wire.ts"

const statuses = Normalize.word({ queued: "PENDING", done: "SUCCESS", failed: "FAILED" })

export const paymentRefunds = Connector.read("PAYMENT_REFUNDS", {
  ...lasting("refunds"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    charge: Wire.id,
    amount: Wire.number,
    currency: Wire.id,
    reason: Wire.text,
    text: Wire.text,
    reference: Wire.text,
    status: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    payment_id: raw.charge,
    description: raw.text,
    reason: raw.reason,
    reference: raw.reference,
    status: statuses(raw.status),
    created_at: raw.created,
    updated_at: raw.updated
  })
})
