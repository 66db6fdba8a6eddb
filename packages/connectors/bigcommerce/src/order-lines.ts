/** The lines of an order: https://docs.bigcommerce.com/docs/rest-management/orders/order-products */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { less, plus, reference, streetMembers, text } from "./wire.ts"

const Line = Wire.struct({
  id: Wire.required(Wire.id),
  product_id: reference,
  variant_id: reference,
  name: text,
  sku: text,
  quantity: Wire.required(Wire.number),
  ...Wire.all(Wire.number, "price_ex_tax", "total_ex_tax", "total_tax", "discounted_total_inc_tax"),
  applied_discounts: Wire.list(Wire.required(Wire.struct({ amount: Wire.required(Wire.number) })))
})
type Line = (typeof Line)["Type"]
export const Lines = Wire.list(Wire.required(Line))

const line_items = Wire.decisive(Lines)
const Parts = Wire.decisive(Wire.list(Wire.required(Wire.struct({ line_items }))))
/** An order's lines stand by how they reach the buyer: sent, fetched, downloaded, or as gift certificates by e-mail. */
export const Consignments = Wire.struct({
  shipping: Wire.decisive(Wire.list(Wire.required(Wire.struct({ ...streetMembers, line_items })))),
  pickups: Parts,
  downloads: Parts,
  email: Wire.decisive(Wire.struct({ gift_certificates: Parts }))
})
type Consignments = (typeof Consignments)["Type"]

export const linesOf = (all: Consignments | null | undefined): ReadonlyArray<Line> => [
  ...(all?.shipping ?? []).flatMap((part) => part.line_items ?? []),
  ...[all?.pickups, all?.downloads, all?.email?.gift_certificates].flatMap(
    (parts) => parts?.flatMap((part) => part.line_items ?? []) ?? []
  )
]
/** How many pieces were ordered. */
export const pieces = (lines: ReadonlyArray<Line>): number => Normalize.sum(lines.map(({ quantity }) => quantity)) ?? 0

/** Amounts are as ordered, in the currency that the buyer pays in, before what was refunded later. */
export const lineItem = (raw: Line) => {
  const discounts = raw.applied_discounts?.map(({ amount }) => amount)
  const discount = discounts === undefined ? null : (Normalize.sum(discounts) ?? 0)
  // Quirk: the other totals of a line are before discounts, and its tax is after them.
  const total = raw.discounted_total_inc_tax ?? plus(less(raw.total_ex_tax, discount), raw.total_tax)
  return {
    platform_id: raw.id,
    item_id: raw.product_id,
    variant_id: raw.variant_id,
    sku: raw.sku,
    description: raw.name,
    quantity: raw.quantity,
    unit_amount: raw.price_ex_tax,
    sub_total: less(total, raw.total_tax),
    tax_amount: raw.total_tax,
    total_amount: total,
    total_discount: discount
  }
}

/** All lines of an order, by its id. */
export const linesAt = (id: string) =>
  Read.pages({
    // Quirk: this list wants to be told the type of a body that it has not.
    call: { path: `/v2/orders/${Call.segment(id)}/products`, headers: { "content-type": "application/json" } },
    page: Page.numbered({ size: 250, sizeParam: "limit" }),
    items: ""
  })
