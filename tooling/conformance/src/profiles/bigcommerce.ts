/** BigCommerce, by its own OpenAPI descriptions: orders and the store in V2, all else in V3. */
import { join } from "node:path"
import { bigcommerce } from "@svc/bigcommerce"
import { type Description, join as together, type Operation } from "../Description.ts"
import { isObject } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

const files = [
  "customers.v3.openapi.json",
  "orders.v2.oas2.openapi.json",
  "orders.v3.openapi.json",
  "products_catalog.v3.openapi.json",
  "store_information.v2.openapi.json",
  "webhooks.v3.openapi.json"
]

const moment = "Tue, 10 Mar 2026 09:00:00 +0000"

/** The examples are made of schemas, where nothing is required: of rows, those that have an id, as refunds have their order's. */
const named = (operation: Operation): Operation => {
  const id = operation.path.startsWith("/orders/payment_actions") ? "order_id" : "id"
  const rows = (list: ReadonlyArray<unknown>) => list.filter((row) => !isObject(row) || id in row).map(whole)
  // The description has texts for moments of orders, and numbers of any kind for their customers.
  const whole = (row: unknown) =>
    isObject(row) && "status_id" in row ? { ...row, customer_id: 2, date_created: moment, date_modified: moment } : row
  // The connector asks V3 for single records by a filter of their list.
  if (operation.method === "GET" && operation.base.endsWith("/v3") && operation.path.endsWith("}")) {
    return { ...operation, examples: [] }
  }
  return {
    ...operation,
    examples: operation.examples.flatMap((own) => {
      const { body } = own
      if (Array.isArray(body)) return [{ ...own, body: rows(body) }]
      if (!isObject(body)) return [own]
      if (Array.isArray(body["data"])) return [{ ...own, body: { ...body, data: rows(body["data"]) } }]
      return operation.base.endsWith("/v3") && !("data" in body) ? [] : [{ ...own, body: whole(body) }]
    })
  }
}
const mended = (description: Description): Description => ({
  ...description,
  operations: description.operations.map(named),
  find: (request, options) => {
    const found = description.find(request, options)
    return found.operation === null ? found : { ...found, operation: named(found.operation) }
  }
})

const address = { street: "1 Quay Street", city: "Austin", state: "Texas", pincode: "78701", country: "US" }

export const profile: Profile = {
  slug: "bigcommerce",
  connector: bigcommerce,
  describe: (folder) => mended(together(files.map((file) => OpenApi.load(join(folder, file))))),
  settings: { store: "g5cd38" },
  credentials: { access_token: "a token of nobody" },
  subscribes: true,
  ids: { ECOMMERCE_CUSTOMERS: "2", ECOMMERCE_ORDERS: "118", ECOMMERCE_PRODUCTS: "20" },
  writes: {
    ECOMMERCE_CUSTOMERS: {
      create: [
        {
          first_name: "Ada",
          last_name: "Byron",
          company_name: "Harbour Ltd",
          email: "ada@harbour.example",
          phone: "512 555 0100",
          note: "Rings twice",
          addresses: [address]
        }
      ],
      update: [{ platform_id: "2", note: null, company_name: "Harbour" }],
      delete: [{ platform_id: "2" }]
    },
    ECOMMERCE_ORDERS: {
      create: [
        {
          reference: "ERP-17",
          customer_id: "2",
          currency_id: "EUR",
          description: "Ring twice",
          total_discount: 10,
          shipping_amount: 8,
          order_status: "OPEN",
          billing_address: address,
          shipping_address: address,
          line_items: [
            { item_id: "20", variant_id: "57", quantity: 2, unit_amount: 50 },
            { description: "A note by hand", sku: "NOTE", quantity: 1, unit_amount: 5 }
          ]
        }
      ],
      update: [
        {
          platform_id: "118",
          fulfillment_status: "SHIPPED",
          billing_address: { pincode: "78799" },
          line_items: [
            { platform_id: "53", quantity: 1 },
            { item_id: "20", quantity: 1 }
          ]
        }
      ],
      delete: [{ platform_id: "118" }],
      void: [{ platform_id: "118" }]
    },
    ECOMMERCE_PRODUCTS: {
      create: [
        { name: "Lamp", description: "Of brass", sku: "LAMP", unit_price: 80, status: "ARCHIVED", quantity_on_hand: 4 }
      ],
      update: [{ platform_id: "20", unit_price: 75.5, sku: null }],
      delete: [{ platform_id: "20" }]
    }
  },
  departures: [
    {
      fault: /GET \/orders: query parameter sort must be one of/,
      reason: "The parameter's own words: add `:asc` or `:desc` to the end, such as `sort=date_created:desc`"
    },
    {
      fault: /GET \/orders: query parameter is_deleted is not declared/,
      reason: "A filter of older documents of V2; what comes is believed by the member `is_deleted` of each order alone"
    }
  ],
  more: (body, page) =>
    isObject(body) && isObject(body["meta"]) && "cursor_pagination" in body["meta"]
      ? { ...body, meta: { cursor_pagination: { end_cursor: `cursor-${page}` } } }
      : body
}
