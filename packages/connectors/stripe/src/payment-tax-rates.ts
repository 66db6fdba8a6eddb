/** Tax rates, which are put away and never deleted. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { activeStatus, changing, epoch } from "./wire.ts"

export const paymentTaxRates = Connector.read("PAYMENT_TAX_RATES", {
  ...changing("PAYMENT_TAX_RATES", "/v1/tax_rates"),
  mapping: 2,
  deletes: Read.never("Stripe archives tax rates and deletes none"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    display_name: Wire.text,
    description: Wire.text,
    percentage: Wire.number,
    rate_type: Wire.decisive(Wire.text),
    country: Wire.text,
    inclusive: Wire.boolean,
    active: Wire.boolean,
    created: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.display_name,
    description: raw.description,
    // An amount for each item is no percentage.
    rate: raw.rate_type === "flat_amount" ? null : raw.percentage,
    country: raw.country,
    is_inclusive: raw.inclusive,
    status: activeStatus(raw.active),
    created_at: raw.created,
    updated_at: raw.created
  })
})
