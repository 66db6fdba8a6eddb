/** WooCommerce, by the index of a shop's routes and the tables of its documentation. */
import { woocommerce } from "@svc/woocommerce"
import { isObject } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import { describe } from "./woocommerce-description.ts"

const own: AnyConnector = woocommerce
const unhurried: AnyConnector = { ...own, http: { ...own.http, limits: { windows: [{ max: 10_000, seconds: 1 }] } } }
const gone = [{ platform_id: "727" }]
const address = { street: "969 Market", city: "San Francisco", state: "CA", pincode: "94103", country: "US" }

export const profile: Profile = {
  slug: "woocommerce",
  connector: unhurried,
  describe,
  settings: { site: "shop.example" },
  credentials: { username: "ck_nobody", password: "cs_nobody" },
  ids: { ECOMMERCE_CUSTOMERS: "727", ECOMMERCE_ORDERS: "727", ECOMMERCE_PRODUCTS: "727" },
  subscribes: true,
  // A page that is followed by another has a hundred rows, by their ids; the next begins with one of them.
  more: (body, page) =>
    Array.isArray(body) && isObject(body[0])
      ? Array.from({ length: 100 }, (_, at) => ({ ...(body[0] as object), id: 628 + (page - 1) * 90 + at }))
      : body,
  behaviour: {
    // Lines have ids, whoever asks for them.
    complete: ({ line_items, ...item }) => ({
      ...item,
      ...(Array.isArray(line_items) ? { line_items: line_items.map((line, at) => ({ id: 900 + at, ...line })) } : {})
    })
  },
  writes: {
    ECOMMERCE_CUSTOMERS: {
      create: [{ email: "ada@harbour.example", first_name: "Ada", company_name: "Harbour", phone: "555", address }],
      update: [{ platform_id: "727", last_name: "Harbour", address }],
      delete: gone
    },
    ECOMMERCE_ORDERS: {
      create: [
        {
          customer_id: "guest-ada@harbour.example",
          currency_id: "EUR",
          reference: "ch_1",
          description: "Ring twice",
          order_status: "OPEN",
          shipping_amount: 5,
          billing_address: address,
          shipping_address: address,
          line_items: [
            { item_id: "93", quantity: 2, unit_amount: 3 },
            { item_id: "22", variant_id: "23", quantity: 1, unit_amount: 12, total_discount: 2, description: "Idea" }
          ]
        }
      ],
      update: [
        {
          platform_id: "727",
          customer_id: "26",
          order_status: "CLOSED",
          line_items: [
            { platform_id: "727", quantity: 3, unit_amount: 3 },
            { item_id: "94", quantity: 1, unit_amount: 10 }
          ]
        },
        { platform_id: "727", line_items: [{ item_id: "94", quantity: 1, unit_amount: 10 }] }
      ],
      delete: gone,
      void: gone
    },
    ECOMMERCE_PRODUCTS: {
      create: [
        { name: "Mug", description: "Blue", sku: "M-1", unit_price: 9.5, quantity_on_hand: 4, status: "ARCHIVED" }
      ],
      update: [{ platform_id: "727", unit_price: 10, description: null }],
      delete: gone
    }
  }
}
