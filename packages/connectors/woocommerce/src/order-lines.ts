/** The lines of an order: https://woocommerce.github.io/woocommerce-rest-api-docs/#order-line-items-properties */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { reference } from "./wire.ts"

const amounts = { total: Wire.number, total_tax: Wire.number } as const
export const LineItem = Wire.struct({
  ...amounts,
  id: Wire.required(Wire.id),
  name: Wire.text,
  product_id: reference,
  variation_id: reference,
  // A price is made of these two.
  quantity: Wire.decisive(Wire.number),
  subtotal: Wire.decisive(Wire.number),
  sku: Wire.text,
  taxes: Wire.list(Wire.required(Wire.struct({ id: Wire.id })))
})
/** What is charged besides the goods; one below zero is a discount that a plugin gives. */
export const FeeLine = Wire.struct({ ...amounts, id: Wire.required(Wire.id), name: Wire.text })

/** Quirk: whatever the shop's prices hold, amounts of lines are without their tax; `subtotal` is before discounts. */
export const lineItem = (raw: (typeof LineItem)["Type"]) => {
  const { quantity, subtotal } = raw
  return {
    ...feeLine(raw),
    item_id: raw.product_id ?? raw.variation_id,
    variant_id: raw.variation_id,
    sku: raw.sku,
    tax_id: raw.taxes?.length === 1 ? raw.taxes[0]?.id : null,
    quantity,
    // Quirk: `price` is what is left of it after discounts.
    unit_amount:
      typeof quantity === "number" && quantity !== 0 && typeof subtotal === "number"
        ? Normalize.rounded(subtotal / quantity, 4)
        : null,
    total_discount: Normalize.difference(subtotal, raw.total)
  }
}
export const feeLine = (raw: (typeof FeeLine)["Type"]) => ({
  platform_id: raw.id,
  description: raw.name,
  sub_total: raw.total,
  tax_amount: raw.total_tax,
  total_amount: Normalize.sum([raw.total, raw.total_tax])
})
