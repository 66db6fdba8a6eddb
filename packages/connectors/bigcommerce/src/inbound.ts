/**
 * BigCommerce's webhooks, registered in each store that is connected: https://docs.bigcommerce.com/docs/integrations/webhooks/events.
 * They name records by their ids, and carry a header of ours, which a store's own API account can be given as well as an app's.
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Further from "@svc/core/Further"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"

const header = "x-connection-secret"

const Hook = Wire.struct({ id: Wire.required(Wire.id), destination: Wire.text, is_active: Wire.boolean })
const subscribe = Subscribe.make({
  topics: [
    "store/order/*",
    "store/customer/*",
    "store/customer/address/*",
    "store/product/*",
    "store/sku/*",
    "store/app/uninstalled"
  ],
  create: ({ address, secret, topic }) => ({
    method: "POST",
    path: "/v3/hooks",
    body: { scope: topic, destination: address, is_active: true, headers: { [header]: secret } }
  }),
  response: Wire.struct({ data: Wire.required(Hook) }),
  made: ({ data }) => ({ id: data.id }),
  remove: ({ id }) => ({ method: "DELETE", path: `/v3/hooks/${Call.segment(id)}` }),
  list: {
    call: Further.pages({
      call: { path: "/v3/hooks" },
      page: Page.numbered({ size: 250, sizeParam: "limit" }),
      items: "data"
    }),
    response: Wire.list(Hook),
    // Quirk: one that nothing was sent to for 90 days, or that was not answered for two, is switched off.
    found: (all) =>
      all.map(({ destination, id, is_active }) => ({ id, address: destination, active: is_active !== false }))
  }
})

interface Told {
  readonly model: Models.ModelId
  /** Where the record's id is in what the webhook says. */
  readonly at: string
  readonly deleted?: true
}
/** By how its scope begins, the longest first: what an event tells. Those of metafields tell nothing that a record shows. */
const told: ReadonlyArray<readonly [scope: string, told: Told | null]> = [
  ["order/metafield/", null],
  ["order/transaction/", { model: "ECOMMERCE_ORDERS", at: "order_id" }],
  ["order/archived", { model: "ECOMMERCE_ORDERS", at: "id", deleted: true }],
  ["order/", { model: "ECOMMERCE_ORDERS", at: "id" }],
  ["customer/address/", { model: "ECOMMERCE_CUSTOMERS", at: "address.customer_id" }],
  ["customer/deleted", { model: "ECOMMERCE_CUSTOMERS", at: "id", deleted: true }],
  ["customer/metafield/", null],
  ["customer/", { model: "ECOMMERCE_CUSTOMERS", at: "id" }],
  ["product/metafield/", null],
  ["product/variant/metafield/", null],
  ["product/deleted", { model: "ECOMMERCE_PRODUCTS", at: "id", deleted: true }],
  ["product/", { model: "ECOMMERCE_PRODUCTS", at: "id" }],
  ["sku/inventory/", { model: "ECOMMERCE_PRODUCTS", at: "inventory.product_id" }],
  ["sku/", { model: "ECOMMERCE_PRODUCTS", at: "sku.product_id" }]
]
const Event = Wire.struct({ scope: Wire.required(Wire.text), producer: Wire.text, data: Wire.unknown })

export const inbound = Inbound.make({
  proof: ({ headers }) => (headers[header] === undefined ? null : { equals: headers[header] }),
  events: (body) => {
    const { data, producer, scope } = Wire.decode(Event, body)
    const store = /^stores\/([a-z0-9]+)$/i.exec(producer ?? "")?.[1]?.toLowerCase()
    // Store-wide without a store would mean every connection.
    if (store === undefined) return []
    const settings = { store }
    if (scope === "store/app/uninstalled") return [{ ended: true, settings }]
    const [, own] = told.find(([begin]) => scope.startsWith(`store/${begin}`)) ?? []
    const id = own ? Normalize.id(Call.at(data, own.at)) : null
    return own && id !== null ? [{ model: own.model, platform_id: id, settings, deleted: own.deleted ?? false }] : []
  },
  subscribe
})
