/** Items that invoices are made of, and what they are taxed by. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, resource, taxed, taxOf } from "./wire.ts"

const statuses = Normalize.word({ true: "ACTIVE", false: "ARCHIVED" })

export const paymentItems = Connector.read("PAYMENT_ITEMS", {
  ...resource("/v1/items"),
  deletes: Read.fullListing,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    active: Wire.boolean,
    name: Wire.text,
    description: Wire.text,
    amount: Wire.number,
    unit_amount: Wire.number,
    currency,
    created_at: epoch,
    updated_at: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    unit_price: amountIn(raw.currency)(raw.unit_amount ?? raw.amount),
    currency_id: raw.currency,
    status: statuses(raw.active),
    created_at: raw.created_at,
    updated_at: raw.updated_at ?? raw.created_at
  })
})

const { get: _get, getItem: _getItem, ...items } = resource("/v1/items")

/** Quirk: taxes have no list of their own: items show them. */
export const paymentTaxRates = Connector.read("PAYMENT_TAX_RATES", {
  ...items,
  derived: true,
  deletes: Read.never("The items that show a tax say nothing of it"),
  item: Wire.struct({ id: Wire.required(Wire.id), ...taxed }),
  map: (raw) => {
    const id = taxOf(raw)
    return id === null ? null : { platform_id: id, rate: raw.tax_rate }
  }
})
