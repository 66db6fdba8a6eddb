/** Payouts to the company's bank. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changed, dated, epoch, lasting } from "./wire.ts"

const statuses = Normalize.word({ scheduled: "CREATED", paid: "SUCCESS", failed: "FAILED" })

export const paymentPayouts = Connector.read("PAYMENT_PAYOUTS", {
  ...lasting("payouts"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency: Wire.id,
    arrivesOn: epoch,
    statement: Wire.text,
    status: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    description: raw.statement,
    status: statuses(raw.status),
    arrival_date: raw.arrivesOn,
    created_at: raw.created,
    updated_at: raw.updated
  })
})
