/** What orders are made of: where somebody is, and lines. */
import type { Take, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { linesAt } from "./order-lines.ts"

type Order = Writes.ItemOf<"ECOMMERCE_ORDERS">
type Line = NonNullable<Order["line_items"]>[number]

export const street: Take.Table<NonNullable<Order["billing_address"]>> = {
  street: "street_1",
  city: "city",
  state: "state",
  pincode: "zip",
  country: (country) => (/^[a-z]{2}$/i.test(country) ? { country_iso2: country.toUpperCase() } : { country })
}
export const line: Take.Table<Line> = {
  item_id: { to: "product_id", by: Number },
  variant_id: { to: "variant_id", by: Number },
  description: "name",
  sku: (sku, { item, refuse }) => (item.item_id ? refuse("is that of the product") : { sku }),
  quantity: "quantity",
  // Quirk: whoever sets one price sets both. No tax can be told here, so a price that is set holds none.
  unit_amount: (price) => ({ price_ex_tax: price, price_inc_tax: price })
}

/** Names are no part of an address of ours. */
export const namesIn = (order: unknown): object =>
  Call.present(
    Object.fromEntries(
      ["first_name", "last_name", "company", "email", "phone"].map((name) => [
        name,
        Call.at(order, `billing_address.${name}`)
      ])
    )
  )
export interface Changed {
  readonly platform_id?: string
  readonly line_items?: ReadonlyArray<unknown> | null
}
/** The lines that a changed order has. */
export const lines = Lookup.make({
  call: ({ items: [order] }: Lookup.LookupContext<Changed>) =>
    order?.platform_id && order.line_items ? linesAt(order.platform_id) : null,
  response: Wire.list(Wire.required(Wire.struct({ id: Wire.required(Wire.id) }))),
  pick: (all): ReadonlyArray<string> => all.map(({ id }) => id),
  absent: []
})
/** What takes the lines off an order that these do not name: a line of none is removed. */
export const gone = (known: ReadonlyArray<string>, named: ReadonlyArray<Take.Item>) => {
  const kept = new Set(named.map((own) => own["id"]))
  return known
    .map(Number)
    .filter((id) => !kept.has(id))
    .map((id) => ({ id, quantity: 0 }))
}
