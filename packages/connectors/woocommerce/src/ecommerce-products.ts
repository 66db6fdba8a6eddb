/** Products with their variations: https://woocommerce.github.io/woocommerce-rest-api-docs/#products */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { byId, idsAt, rows, withTrash } from "./listing.ts"
import { asked, gmt } from "./wire.ts"

export const productStatuses = Normalize.word({ publish: "ACTIVE", private: "ARCHIVED" })

/** Quirk: a variation that shares its product's stock says `parent`; the number beside it is then the product's. */
const ownStock = Wire.read((value) => (value === "parent" ? false : Wire.boolean.read(value)))
const sold = {
  id: Wire.required(Wire.id),
  sku: Wire.text,
  price: Wire.number,
  manage_stock: Wire.decisive(ownStock),
  stock_quantity: Wire.number
} as const
const Variation = Wire.struct({
  ...sold,
  attributes: Wire.list(Wire.struct({ option: Wire.text }))
})
/** Where stock is not counted, the number means nothing. */
const stockOf = (raw: {
  readonly manage_stock?: boolean | null | undefined
  readonly stock_quantity?: number | null | undefined
}) => (raw.manage_stock === true ? raw.stock_quantity : null)

/** Prices are bare numbers in the currency of the shop, which a key may be kept from. */
export const shopCurrency = Lookup.make({
  call: { path: "/data/currencies/current" },
  response: Wire.struct({ code: Wire.text }),
  pick: ({ code }) => code ?? null,
  absent: null,
  emptyStatuses: [403],
  lasting: true
})

export const ecommerceProducts = Connector.read("ECOMMERCE_PRODUCTS", {
  path: "/products",
  since: ({ since }) => ({ query: { modified_after: asked(since), dates_are_gmt: true } }),
  page: withTrash,
  items: rows,
  item: Wire.struct({
    ...sold,
    ...Wire.all(Wire.text, "name", "slug", "description"),
    type: Wire.required(Wire.text),
    status: Wire.required(Wire.text),
    tags: Wire.list(Wire.struct({ name: Wire.text })),
    date_created_gmt: gmt,
    date_modified_gmt: gmt
  }),
  get: (id) => (/^\d+$/.test(id) ? { path: `/products/${id}` } : null),
  getItem: (body) => body,
  isDeleted: ({ status }) => status === "trash",
  deletes: idsAt("/products"),
  lookups: { currency: shopCurrency },
  follow: ({ id, type }) =>
    type === "variable" ? [Read.pages({ call: { path: `/products/${id}/variations` }, page: byId, items: "" })] : [],
  map: (raw, { followed: [variations], lookups }) => {
    // Quirk: a variation is found at the address of products too.
    if (raw.type === "variation") return null
    const all = Wire.decode(Wire.list(Wire.required(Variation)), variations ?? [])
    // Pages overlap.
    const variants = [...new Map(all.map((own) => [own.id, own])).values()].map((own) => ({
      platform_id: own.id,
      name: own.attributes?.flatMap(({ option }) => option || []).join(", ") || null,
      sku: own.sku,
      unit_price: own.price,
      quantity_on_hand: stockOf(own)
    }))
    return {
      platform_id: raw.id,
      platform_unique_id: Normalize.text(raw.sku) ?? raw.slug,
      name: raw.name,
      description: raw.description,
      status: productStatuses(raw.status),
      sku: raw.sku,
      // Of a product with variations it is that of the cheapest.
      unit_price: raw.type === "variable" ? null : raw.price,
      quantity_on_hand: stockOf(raw),
      currency_id: lookups.currency,
      variants,
      tags: raw.tags?.flatMap(({ name }) => name ?? []),
      created_at: raw.date_created_gmt,
      updated_at: raw.date_modified_gmt
    }
  }
})
