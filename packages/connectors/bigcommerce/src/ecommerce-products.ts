/** Products with their variants: https://docs.bigcommerce.com/docs/rest-catalog/products */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { afterId, only, text } from "./wire.ts"

const path = "/v3/catalog/products"
const include = "variants"
const sorted = { sort: "id", direction: "asc" }

/** Prices are bare numbers in the store's own currency. */
export const storeCurrency = Lookup.make({
  call: { path: "/v2/store" },
  response: Wire.struct({ currency: text }),
  pick: ({ currency }) => currency ?? null,
  absent: null,
  lasting: true
})

const Variant = Wire.struct({
  id: Wire.required(Wire.id),
  sku: text,
  price: Wire.number,
  inventory_level: Wire.number,
  option_values: Wire.list(Wire.struct({ label: text }))
})

export const ecommerceProducts = Connector.read("ECOMMERCE_PRODUCTS", {
  path,
  query: { include, ...sorted },
  since: ({ since }) => ({ query: { "date_modified:min": Normalize.before(since, 60) } }),
  page: afterId,
  items: (body) => Read.requiredArrayAt(body, "data"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(text, "name", "sku", "description"),
    price: Wire.number,
    is_visible: Wire.boolean,
    inventory_tracking: Wire.decisive(text),
    inventory_level: Wire.number,
    variants: Wire.list(Wire.required(Variant)),
    date_created: Wire.instant,
    date_modified: Wire.instant
  }),
  get: (id) => ({ path, query: { "id:in": id, include } }),
  getItem: only,
  deletes: Read.idListing({
    call: () => ({ path, query: { include_fields: "name", ...sorted } }),
    page: afterId,
    ids: Read.idsOf("data")
  }),
  lookups: { currency: storeCurrency },
  map: (raw, { lookups }) => {
    // Where stock is not counted, the number is zero and means nothing.
    const { inventory_tracking: counted } = raw
    const isCounted = counted === "product" || counted === "variant"
    return {
      platform_id: raw.id,
      platform_unique_id: raw.sku ?? raw.name,
      name: raw.name,
      description: raw.description,
      status: raw.is_visible == null ? null : raw.is_visible ? "ACTIVE" : "ARCHIVED",
      sku: raw.sku,
      unit_price: raw.price,
      quantity_on_hand: isCounted ? raw.inventory_level : null,
      currency_id: lookups.currency,
      variants: raw.variants?.map((variant) => ({
        platform_id: variant.id,
        name: variant.option_values?.map((option) => option?.label ?? "").join(" / "),
        sku: variant.sku,
        // A variant without a price of its own has the product's.
        unit_price: variant.price ?? raw.price,
        quantity_on_hand: counted === "variant" ? variant.inventory_level : null
      })),
      created_at: raw.date_created,
      updated_at: raw.date_modified
    }
  }
})
