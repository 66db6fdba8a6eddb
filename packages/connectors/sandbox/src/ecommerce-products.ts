/** Products of the shop with their variants. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changed, flagged, Ids } from "./wire.ts"

const statuses = Normalize.word({ visible: "ACTIVE", hidden: "ACTIVE", retired: "ARCHIVED" })

export const ecommerceProducts = Connector.read("ECOMMERCE_PRODUCTS", {
  ...flagged("shopProducts"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    title: Wire.text,
    bodyHtml: Wire.text,
    tags: Ids,
    currency: Wire.id,
    variants: Wire.list(
      Wire.struct({ id: Wire.id, sku: Wire.text, title: Wire.text, price: Wire.number, stock: Wire.number })
    ),
    totalStock: Wire.number,
    visibility: Wire.text,
    createdAt: Wire.instant,
    updatedAt: Wire.instant
  }),
  map: (raw) => {
    const variants = (raw.variants ?? []).map(({ id, price, sku, stock, title }) => ({
      platform_id: id,
      name: title,
      sku,
      unit_price: price,
      quantity_on_hand: stock
    }))
    // A product has a price and an SKU of its own only where it has one variant.
    const only = variants.length === 1 ? variants[0] : undefined
    return {
      platform_id: raw.id,
      name: raw.title,
      description: raw.bodyHtml,
      status: statuses(raw.visibility),
      sku: only?.sku,
      unit_price: only?.unit_price,
      quantity_on_hand: raw.totalStock,
      currency_id: raw.currency,
      variants,
      tags: Normalize.distinct(raw.tags),
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
