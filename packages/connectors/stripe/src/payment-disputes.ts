/** Disputes over charges. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, reference, transactions } from "./wire.ts"

const statuses = Normalize.word({
  needs_response: "OPEN",
  warning_needs_response: "OPEN",
  appeal_needs_response: "OPEN",
  under_review: "PENDING",
  warning_under_review: "PENDING",
  appeal_under_review: "PENDING",
  won: "WON",
  lost: "LOST",
  warning_closed: "CLOSED",
  prevented: "CLOSED"
})

export const paymentDisputes = Connector.read("PAYMENT_DISPUTES", {
  ...transactions("PAYMENT_DISPUTES", "/v1/disputes"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    status: Wire.text,
    reason: Wire.text,
    charge: reference,
    evidence_details: Wire.struct({ due_by: epoch }),
    created: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    status: statuses(raw.status),
    reason_code: raw.reason,
    payment_id: raw.charge,
    due_date: raw.evidence_details?.due_by,
    created_at: raw.created,
    updated_at: raw.created
  })
})
