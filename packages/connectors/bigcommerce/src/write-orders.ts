/** Orders made by hand, changed, cancelled and archived: https://docs.bigcommerce.com/docs/store-operations/orders */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { ecommerceOrders, path } from "./ecommerce-orders.ts"
import { statusOf } from "./order-statuses.ts"
import { text } from "./wire.ts"
import { gone, line, lines, namesIn, street } from "./write-order-parts.ts"
import { writing } from "./writing.ts"

type Order = Writes.ItemOf<"ECOMMERCE_ORDERS">

/** Who buys: an address of ours has no name. */
const buyer = Lookup.make({
  call: ({ items }: Lookup.LookupContext<Order>) =>
    items.flatMap(({ billing_address, customer_id, shipping_address }) =>
      customer_id && (billing_address || shipping_address)
        ? [{ path: "/v3/customers", query: { "id:in": customer_id } }]
        : []
    ),
  response: Wire.list(
    Wire.required(
      Wire.struct({
        data: Wire.required(
          Wire.list(
            Wire.required(Wire.struct({ first_name: text, last_name: text, company: text, email: text, phone: text }))
          )
        )
      })
    )
  ),
  pick: ([found]) => (found === undefined ? {} : (found.data[0] ?? null)),
  absent: {},
  lasting: true
})

const cost = (name: string) => (amount: number) => ({
  [`${name}_ex_tax`]: String(amount),
  [`${name}_inc_tax`]: String(amount)
})
const moment = (row: unknown): string => Normalize.rfc2822(Call.at(row, "date_created")) ?? ""

export const writeOrders = writing("ECOMMERCE_ORDERS", ["create", "update", "delete", "void"], {
  path,
  id: "id",
  scope: "store_v2_orders",
  search: ({ external_order_id: reference }, since) => ({
    external_order_id: String(reference),
    min_date_created: since,
    limit: 250
  }),
  isIt: (row, { customer_id: customer = 0, external_order_id: reference }, since) =>
    Call.at(row, "external_order_id") === reference &&
    Number(Call.at(row, "customer_id")) === customer &&
    moment(row) >= since,
  record: ecommerceOrders,
  // The reference is what an order is found again by.
  requires: {
    create: ["reference", "billing_address", "billing_address.pincode", "line_items", "line_items.quantity"]
  },
  lookups: { buyer, lines },
  takes: {
    customer_id: (id, { lookups, refuse }) =>
      lookups.buyer === null ? refuse("is no customer of the store") : { customer_id: Number(id) },
    reference: "external_order_id",
    description: "customer_message",
    total_discount: { to: "discount_amount", by: String },
    shipping_amount: cost("shipping_cost"),
    order_status: Take.beside,
    fulfillment_status: Take.beside,
    billing_address: {
      // Names that stand in it stay.
      object: (made, { lookups, raw }) => ({ billing_address: { ...namesIn(raw), ...lookups.buyer, ...made } }),
      of: street
    }
  },
  creates: {
    currency_id: "default_currency_code",
    shipping_address: {
      object: (made, { lookups }) => ({ shipping_addresses: [{ ...lookups.buyer, ...made }] }),
      of: street
    },
    line_items: {
      list: "products",
      of: line
    }
  },
  updates: {
    line_items: {
      // Lines that a change does not name any more are taken off.
      list: (made, { lookups }) => ({ products: [...made, ...gone(lookups.lines, made)] }),
      of: { platform_id: { to: "id", by: Number }, ...line }
    }
  },
  clears: ["description"],
  makes: statusOf
})
