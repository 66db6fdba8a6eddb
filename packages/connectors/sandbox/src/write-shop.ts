/** How the shop is written: customers, products and orders. */
import * as Take from "@svc/core/Take"
import { ecommerceCustomers } from "./ecommerce-customers.ts"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ecommerceProducts } from "./ecommerce-products.ts"
import { addressMembers, placeOf } from "./write-reach.ts"
import { usual, voidable, writing } from "./writing.ts"

export const writeEcommerceCustomers = writing("ECOMMERCE_CUSTOMERS", usual, {
  resource: "shopCustomers",
  record: ecommerceCustomers,
  requires: [],
  takes: {
    first_name: "firstName",
    last_name: "lastName",
    company_name: "company",
    email: "email",
    phone: "phone",
    currency_id: "currency",
    status: Take.words("enabled", { ACTIVE: true, ARCHIVED: false }),
    note: "note",
    addresses: {
      of: addressMembers,
      whole: (rows) => ({ addresses: (rows ?? []).map(placeOf) })
    }
  }
})

export const writeEcommerceProducts = writing("ECOMMERCE_PRODUCTS", usual, {
  resource: "shopProducts",
  record: ecommerceProducts,
  requires: ["name", "currency_id", "variants"],
  takes: {
    name: "title",
    description: "bodyHtml",
    status: Take.words("visibility", { ACTIVE: "visible", ARCHIVED: "retired" }),
    currency_id: "currency",
    variants: { list: "variants", of: { name: "title", sku: "sku", unit_price: "price", quantity_on_hand: "stock" } },
    tags: "tags"
  }
})

const place = (to: string) => ({
  of: addressMembers,
  whole: (row: Parameters<typeof placeOf>[0] | null) => ({ [to]: row && placeOf(row) })
})
export const writeEcommerceOrders = writing("ECOMMERCE_ORDERS", voidable, {
  resource: "shopOrders",
  record: ecommerceOrders,
  requires: ["currency_id", "line_items"],
  voids: { status: "cancelled" },
  takes: {
    reference: "reference",
    description: "note",
    customer_id: { to: "customer", by: Number },
    currency_id: "currency",
    shipping_amount: "shipping",
    order_status: Take.words("status", { OPEN: "open", CLOSED: "archived", CANCELLED: "cancelled" }),
    fulfillment_status: Take.words("delivery", {
      PENDING: "unfulfilled",
      PARTIAL: "partial",
      SHIPPED: "shipped",
      DELIVERED: "delivered",
      RETURNED: "returned"
    }),
    billing_address: place("billingAddress"),
    shipping_address: place("shippingAddress"),
    line_items: {
      list: "lines",
      of: {
        item_id: { to: "product", by: Number },
        variant_id: { to: "variantId", by: Number },
        description: "title",
        quantity: "quantity",
        unit_amount: "price",
        total_discount: "discount"
      }
    }
  }
})
