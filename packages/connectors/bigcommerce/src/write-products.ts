/** Products made, changed and deleted. Their variants hang on options, which stay BigCommerce's own affair. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { writing } from "./writing.ts"

const path = "/v3/catalog/products"

export const writeProducts = writing("ECOMMERCE_PRODUCTS", ["create", "update", "delete"], {
  path,
  id: "data.id",
  scope: "store_v2_products",
  // Nothing of ours says how much one weighs, and BigCommerce wants to know.
  made: { type: "physical", weight: 0 },
  // A store has one product of a name.
  search: ({ name }) => ({ name: String(name), sort: "id", direction: "desc" }),
  isIt: (row, { name }, since) =>
    Call.at(row, "name") === name && (Normalize.instant(Call.at(row, "date_created")) ?? "") >= since,
  record: ecommerceProducts,
  requires: { create: ["name", "unit_price"] },
  takes: {
    name: "name",
    description: "description",
    sku: "sku",
    unit_price: "price",
    status: { to: "is_visible", by: (status) => status === "ACTIVE" },
    quantity_on_hand: (count, { raw, refuse }) =>
      raw?.["inventory_tracking"] === "variant"
        ? refuse("is counted for each variant")
        : { inventory_level: count, inventory_tracking: "product" }
  },
  clears: ["description", "sku"]
})
