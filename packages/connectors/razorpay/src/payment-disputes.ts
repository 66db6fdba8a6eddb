/** Disputes over payments. They are listed whole: no window shows when one changes, and there are few. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, kept, resource } from "./wire.ts"

const statuses = Normalize.word({
  open: "OPEN",
  under_review: "PENDING",
  won: "WON",
  lost: "LOST",
  closed: "CLOSED"
})

export const paymentDisputes = Connector.read("PAYMENT_DISPUTES", {
  ...resource("/v1/disputes"),
  from: Read.byMapping("Disputes take no date"),
  deletes: kept,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    payment_id: Wire.id,
    ...Wire.all(Wire.text, "reason_code", "reason_description", "status"),
    respond_by: epoch,
    created_at: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    status: statuses(raw.status),
    reason_code: raw.reason_code,
    reason_description: raw.reason_description,
    payment_id: raw.payment_id,
    due_date: raw.respond_by,
    created_at: raw.created_at,
    updated_at: raw.created_at
  })
})
