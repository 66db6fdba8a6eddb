/**
 * Shopify's webhooks: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries. The topic and the shop are in headers,
 * which are not signed; the records they name are fetched again, from the shop whose connection it is.
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import { subscribeTo, topicOf } from "./subscribe.ts"

interface Told {
  readonly model: Models.ModelId
  /** Members of the body that hold ids; one inside a list is taken for each element. */
  readonly ids: ReadonlyArray<string>
  readonly deleted?: true
}
const orders = (at = "id"): Told => ({ model: "ECOMMERCE_ORDERS", ids: [at] })
const customers = (at = "id"): Told => ({ model: "ECOMMERCE_CUSTOMERS", ids: [at] })
const products = (at = "id"): Told => ({ model: "ECOMMERCE_PRODUCTS", ids: [at] })
const gone = (told: Told): Told => ({ ...told, deleted: true })

/** What each topic tells. Others are answered and left alone. */
const topics: Readonly<Record<string, ReadonlyArray<Told>>> = {
  "orders/create": [orders()],
  "orders/updated": [orders()],
  "orders/cancelled": [orders()],
  "orders/fulfilled": [orders()],
  "orders/partially_fulfilled": [orders()],
  "orders/paid": [orders()],
  "orders/edited": [orders("order_edit.order_id")],
  "orders/delete": [gone(orders())],
  "refunds/create": [orders("order_id")],
  "order_transactions/create": [orders("order_id")],
  "fulfillments/create": [orders("order_id")],
  "fulfillments/update": [orders("order_id")],
  "customers/create": [customers()],
  "customers/update": [customers()],
  "customers/enable": [customers()],
  "customers/disable": [customers()],
  "customers/delete": [gone(customers())],
  "customers/merge": [
    customers("admin_graphql_api_customer_kept_id"),
    gone(customers("admin_graphql_api_customer_deleted_id"))
  ],
  "products/create": [products()],
  "products/update": [products()],
  "products/delete": [gone(products())],
  // A duty of every app: what Shopify has made nameless is read again, and with it what is stored of it.
  "customers/redact": [customers("customer.id"), orders("orders_to_redact")]
}

/** Those that a shop registers by a call: what has to do with privacy is set in the app, and fulfillments need a scope of their own. */
const registered = [...Object.keys(topics), "app/uninstalled"].filter(
  (topic) => !/^(customers\/redact$|fulfillments\/)/.test(topic)
)

/** An id as REST writes it, a number; or the number in a global one. */
const idsIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  const id = Normalize.id(value)
  return id === null ? [] : [id.replace(/^gid:\/\/shopify\/\w+\//, "")]
}

export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const given = headers["x-shopify-hmac-sha256"]
    return given ? { algorithm: "SHA-256", encoding: "base64", message: body, signatures: [given] } : null
  },
  events: (body, { headers }) => {
    const shop = headers["x-shopify-shop-domain"]?.toLowerCase()
    // Shop-wide without a shop would mean every connection.
    if (!shop) return []
    const topic = headers["x-shopify-topic"]?.toLowerCase() ?? ""
    if (topic === "app/uninstalled") return [{ ended: true, settings: { shop } }]
    return (topics[topic] ?? []).flatMap(({ deleted, ids, model }) =>
      ids
        .flatMap((at) => idsIn(Call.at(body, at)))
        .map((platform_id) => ({ model, platform_id, settings: { shop }, deleted: deleted ?? false }))
    )
  },
  subscribe: subscribeTo(registered.map(topicOf))
})
