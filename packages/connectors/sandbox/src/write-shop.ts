/** How the shop is written: customers, products and orders. */
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { as, rows, words } from "./taking.ts"
import { placeOf } from "./write-reach.ts"
import { writing } from "./writing.ts"

export const writeEcommerceCustomers = writing("ECOMMERCE_CUSTOMERS", "shopCustomers", ecommerceCustomers, {
  requires: [],
  takes: {
    first_name: "firstName",
    last_name: "lastName",
    company_name: "company",
    email: "email",
    phone: "phone",
    currency_id: "currency",
    status: words("enabled", { ACTIVE: true, ARCHIVED: false }),
    note: "note",
    addresses: (value: ReadonlyArray<object> | null) => ({ addresses: (value ?? []).map(placeOf) })
  }
})

export const writeEcommerceProducts = writing("ECOMMERCE_PRODUCTS", "shopProducts", ecommerceProducts, {
  requires: ["name", "currency_id", "variants"],
  takes: {
    name: "title",
    description: "bodyHtml",
    status: words("visibility", { ACTIVE: "visible", ARCHIVED: "retired" }),
    currency_id: "currency",
    variants: rows("variants", { name: "title", sku: "sku", unit_price: "price", quantity_on_hand: "stock" }),
    tags: "tags"
  }
})

export const writeEcommerceOrders = writing("ECOMMERCE_ORDERS", "shopOrders", ecommerceOrders, {
  requires: ["currency_id", "line_items"],
  voids: { status: "cancelled" },
  takes: {
    reference: "reference",
    description: "note",
    customer_id: as("customer", Number),
    currency_id: "currency",
    shipping_amount: "shipping",
    order_status: words("status", { OPEN: "open", CLOSED: "archived", CANCELLED: "cancelled" }),
    fulfillment_status: words("delivery", {
      PENDING: "unfulfilled",
      PARTIAL: "partial",
      SHIPPED: "shipped",
      DELIVERED: "delivered",
      RETURNED: "returned"
    }),
    billing_address: as("billingAddress", placeOf),
    shipping_address: as("shippingAddress", placeOf),
    line_items: rows("lines", {
      item_id: as("product", Number),
      variant_id: as("variantId", Number),
      description: "title",
      quantity: "quantity",
      unit_amount: "price",
      total_discount: "discount"
    })
  }
})
