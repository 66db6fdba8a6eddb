/** Products, each with its price. */
import { Connector, Read, Wire } from "@svc/core"
import { activeStatus, amountIn, changing, currency, epoch } from "./wire.ts"

const Price = Wire.struct({ unit_amount: Wire.number, unit_amount_decimal: Wire.number, currency })
const Prices = Wire.struct({ data: Wire.required(Wire.list(Price)) })

export const paymentItems = Connector.read("PAYMENT_ITEMS", {
  ...changing("PAYMENT_ITEMS", "/v1/products", ["default_price"]),
  deletes: Read.fullListing,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    description: Wire.text,
    active: Wire.boolean,
    default_price: Price,
    created: epoch,
    updated: epoch
  }),
  // A product without a default price may have prices all the same; one alone is the price.
  follow: ({ default_price, id }) =>
    default_price == null ? [{ path: "/v1/prices", query: { product: id, active: true, limit: 2 } }] : [],
  map: (raw, { followed }) => {
    const others = followed[0] == null ? [] : Wire.decode(Prices, followed[0]).data
    const price = raw.default_price ?? (others.length === 1 ? others[0] : null)
    return {
      platform_id: raw.id,
      name: raw.name,
      description: raw.description,
      unit_price: amountIn(price?.currency)(price?.unit_amount_decimal ?? price?.unit_amount),
      currency_id: price?.currency,
      status: activeStatus(raw.active),
      created_at: raw.created,
      updated_at: raw.updated
    }
  }
})
