/** Tax rates of the payment side. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { activeStatus, epoch, silent } from "./wire.ts"

export const paymentTaxRates = Connector.read("PAYMENT_TAX_RATES", {
  ...silent("payTaxRates"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    label: Wire.text,
    about: Wire.text,
    basisPoints: Wire.number,
    country: Wire.text,
    inclusive: Wire.boolean,
    active: Wire.boolean,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.label,
    description: raw.about,
    // Quirk: a basis point is a hundredth of a percent.
    rate: Normalize.minorUnits(raw.basisPoints, 2),
    country: raw.country,
    is_inclusive: raw.inclusive,
    status: activeStatus(raw.active),
    created_at: raw.created,
    updated_at: raw.updated
  })
})
