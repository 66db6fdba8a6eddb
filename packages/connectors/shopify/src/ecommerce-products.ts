/** Products with their variants: https://shopify.dev/docs/api/admin-graphql/latest/objects/Product */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { idsOf, resource } from "./resource.ts"
import { ask, currency, further, globalId, pageInfo, partsOf, whole } from "./wire.ts"

const variantFields = "id title sku price inventoryQuantity"
const fields =
  "id handle title descriptionHtml status tags totalInventory tracksInventory createdAt updatedAt " +
  `variants(first: 10) { nodes { ${variantFields} } ${pageInfo} }`
const moreVariants =
  "query ProductVariants($id: ID!, $after: String) { product(id: $id) { " +
  `variants(first: 100, after: $after) { nodes { ${variantFields} } ${pageInfo} } } }`

// Quirk: without a term of its own, the documented default is `active` alone.
const filter = "status:active,archived,draft,unlisted"
const many = "products"
const type = "Product"

const statuses = Normalize.word({ ACTIVE: "ACTIVE", UNLISTED: "ACTIVE", ARCHIVED: "ARCHIVED" })
const Variant = Wire.struct({
  id: Wire.required(globalId),
  title: Wire.text,
  sku: Wire.text,
  price: Wire.number,
  inventoryQuantity: Wire.number
})
/** Prices are bare numbers in the currency of the shop. */
const shopCurrency = Lookup.make({
  call: ask("query ShopCurrency { shop { currencyCode } }"),
  response: Wire.struct({
    data: Wire.required(Wire.struct({ shop: Wire.required(Wire.struct({ currencyCode: currency })) }))
  }),
  pick: ({ data }) => data.shop.currencyCode ?? null,
  absent: null
})

export const ecommerceProducts = Connector.read("ECOMMERCE_PRODUCTS", {
  ...resource({ many, one: "product", type, first: 50, fields, filter }),
  mapping: 2,
  deletes: idsOf({ many, type, filter }),
  lookups: { currency: shopCurrency },
  item: Wire.struct({
    id: Wire.required(globalId),
    ...Wire.all(Wire.text, "handle", "title", "descriptionHtml", "status"),
    tags: Wire.list(Wire.text),
    totalInventory: Wire.number,
    tracksInventory: Wire.boolean,
    createdAt: Wire.instant,
    updatedAt: Wire.instant,
    variants: Wire.required(partsOf(Variant))
  }),
  follow: ({ id, variants }) => further(variants, moreVariants, id, "data.product.variants"),
  map: (raw, { followed, lookups }) => {
    // Where stock is not tracked, the number is zero and means nothing.
    const stock = (count: number | null | undefined) => (raw.tracksInventory ? count : null)
    const variants = whole(raw.variants, followed, Variant).map(({ id, inventoryQuantity, price, sku, title }) => ({
      platform_id: id.id,
      name: title,
      sku,
      unit_price: price,
      quantity_on_hand: stock(inventoryQuantity)
    }))
    // A product has a price and an SKU of its own only where it has one variant.
    const only = variants.length === 1 ? variants[0] : undefined
    return {
      platform_id: raw.id.id,
      platform_unique_id: Normalize.text(only?.sku) ?? raw.handle,
      name: raw.title,
      description: raw.descriptionHtml,
      status: statuses(raw.status),
      sku: only?.sku,
      unit_price: only?.unit_price,
      quantity_on_hand: stock(raw.totalInventory),
      currency_id: lookups.currency,
      variants,
      tags: raw.tags?.flatMap((tag) => tag ?? []),
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
