/** Products without variations, made and changed; all of them, deleted. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { ecommerceProducts, productStatuses } from "./ecommerce-products.ts"
import { writing } from "./writing.ts"

export const writeProducts = writing("ECOMMERCE_PRODUCTS", ["create", "update", "delete"], {
  path: "/products",
  record: ecommerceProducts,
  changes: true,
  found: ({ sku }) => ({ status: "any", ...(sku ? { sku: String(sku) } : {}) }),
  requires: ["name"],
  takes: {
    name: "name",
    description: "description",
    sku: "sku",
    status: Take.words("status", productStatuses),
    unit_price: (price, { raw, refuse }) => {
      const type = raw?.["type"]
      if (type === "variable" || type === "grouped") refuse("is that of the product's parts")
      if (Normalize.text(raw?.["sale_price"]) !== null) refuse("cannot be changed while a sale price is set")
      return { regular_price: String(price) }
    },
    // Quirk: a number is left alone unless stock is counted.
    quantity_on_hand: (count, { refuse }) =>
      Number.isInteger(count) ? { manage_stock: true, stock_quantity: count } : refuse("is a whole number")
  },
  clears: ["description", "sku"]
})
