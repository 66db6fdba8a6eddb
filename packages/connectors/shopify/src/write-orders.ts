/** Orders made with their lines, changed in few members, cancelled, and deleted where Shopify lets them be. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import { ecommerceOrders } from "./ecommerce-orders.ts"
import { ask } from "./wire.ts"
import { address, gid, offers, parts, writing } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"ECOMMERCE_ORDERS">["line_items"]>[number]
const lineOf = (own: Line, currency: unknown): object => {
  const { description, item_id, quantity, sku, unit_amount, variant_id } = own
  return Call.present({
    title: description,
    quantity: quantity ?? 1,
    sku,
    productId: item_id == null ? null : gid("Product", item_id),
    variantId: variant_id == null ? null : gid("ProductVariant", variant_id),
    priceSet: unit_amount == null ? null : { shopMoney: { amount: String(unit_amount), currencyCode: currency } }
  })
}
const place = (to: string) => ({
  of: parts,
  whole: (own: Parameters<typeof address>[0] | null) => ({ [to]: own === null ? null : address(own) })
})
const cancel =
  "mutation Write($value: ID!) { orderCancel(orderId: $value, reason: OTHER, restock: true, notifyCustomer: false) " +
  "{ job { id } orderCancelUserErrors { field message } } }"

export const writeOrders = writing("ECOMMERCE_ORDERS", [...offers, "void"], {
  type: "Order",
  scope: "write_orders",
  making: { name: "orderCreate", argument: "order", type: "OrderCreateOrderInput" },
  changing: { name: "orderUpdate", argument: "input", type: "OrderInput" },
  removing: { name: "orderDelete", argument: "orderId", type: "ID" },
  record: ecommerceOrders,
  // What an order is found again by.
  requires: { create: ["reference", "currency_id", "line_items"] },
  by: { member: "reference", term: "po_number", shows: "poNumber", at: "poNumber", isDated: true },
  takes: { reference: "poNumber", description: "note", shipping_address: place("shippingAddress") },
  creates: {
    order_name: "name",
    currency_id: "currency",
    customer_id: (id) => ({ customer: { toAssociate: { id: gid("Customer", id) } } }),
    billing_address: place("billingAddress"),
    line_items: {
      of: ["item_id", "variant_id", "sku", "description", "quantity", "unit_amount"],
      whole: (lines, { root }) => ({ lineItems: (lines ?? []).map((own) => lineOf(own, root["currency_id"])) })
    }
  },
  clears: ["description"],
  departs: (usual) => ({
    ...usual,
    void: {
      call: ({ id }) => ask(cancel, { value: gid("Order", id) }),
      answers: (body) => {
        const [error] = (Call.at(body, "data.orderCancel.orderCancelUserErrors") ?? []) as ReadonlyArray<unknown>
        return [error === undefined ? Write.done : Write.refused({ message: String(Call.at(error, "message")) }, error)]
      }
    }
  })
})
