/** Products of the payment side. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { activeStatus, amountIn, announced, changed, currency, epoch } from "./wire.ts"

export const paymentItems = Connector.read("PAYMENT_ITEMS", {
  ...announced("payProducts"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    summary: Wire.text,
    code: Wire.text,
    priceMinor: Wire.number,
    currency,
    active: Wire.boolean,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    description: raw.summary,
    code: raw.code,
    unit_price: amountIn(raw.currency)(raw.priceMinor),
    currency_id: raw.currency,
    status: activeStatus(raw.active),
    created_at: raw.created,
    updated_at: raw.updated
  })
})
