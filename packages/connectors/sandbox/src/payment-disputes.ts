/** Disputes over charges. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changed, dated, epoch, lasting } from "./wire.ts"

const statuses = Normalize.word({
  needsResponse: "OPEN",
  underReview: "PENDING",
  won: "WON",
  lost: "LOST",
  withdrawn: "CLOSED"
})

export const paymentDisputes = Connector.read("PAYMENT_DISPUTES", {
  ...lasting("disputes"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    charge: Wire.id,
    amount: Wire.number,
    currency: Wire.id,
    reason: Wire.struct({ code: Wire.text, text: Wire.text }),
    evidenceDueBy: epoch,
    status: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    status: statuses(raw.status),
    reason_code: raw.reason?.code,
    reason_description: raw.reason?.text,
    payment_id: raw.charge,
    due_date: raw.evidenceDueBy,
    created_at: raw.created,
    updated_at: raw.updated
  })
})
