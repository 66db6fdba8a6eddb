/** Products, each with its price. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { activeStatus, amountIn, changing, currency, epoch } from "./wire.ts"

const Price = Wire.struct({
  unit_amount: Wire.number,
  unit_amount_decimal: Wire.number,
  currency: Wire.required(currency)
})
const Prices = Wire.struct({ data: Wire.required(Wire.list(Wire.unknown)) })

/** The one price that there is. */
const onlyOf = (answer: unknown) => {
  const all = answer == null ? [] : Wire.decode(Prices, answer).data
  return all.length === 1 ? Wire.decode(Price, all[0]) : null
}

export const paymentItems = Connector.read("PAYMENT_ITEMS", {
  ...changing("PAYMENT_ITEMS", "/v1/products", ["default_price"]),
  mapping: 2,
  deletes: Read.fullListing,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    description: Wire.text,
    active: Wire.boolean,
    // A price, or its id alone; read by the mapping, which can be without.
    default_price: Wire.unknown,
    created: epoch,
    updated: epoch
  }),
  // A product without a default price may have prices all the same; one alone is the price.
  follow: ({ default_price, id }) =>
    default_price == null
      ? [{ path: "/v1/prices", query: { product: id, active: true, limit: 2 } }]
      : typeof default_price === "string"
        ? [{ path: `/v1/prices/${Call.segment(default_price)}` }]
        : [],
  map: (raw, { followed: [answer] }) => {
    const own = typeof raw.default_price === "string" ? answer : raw.default_price
    const price = raw.default_price == null ? onlyOf(answer) : own == null ? null : Wire.decode(Price, own)
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
