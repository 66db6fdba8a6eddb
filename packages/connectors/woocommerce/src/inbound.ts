/**
 * WooCommerce's webhooks: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. What they are of stands in headers that are
 * not signed; the record they name is fetched again from the shop whose address it is.
 */
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import { subscribe, topics } from "./subscribe.ts"

const models = { order: "ECOMMERCE_ORDERS", product: "ECOMMERCE_PRODUCTS", customer: "ECOMMERCE_CUSTOMERS" } as const

export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const signature = headers["x-wc-webhook-signature"]
    return signature === undefined
      ? null
      : { algorithm: "SHA-256", encoding: "base64", message: body, signatures: [signature] }
  },
  // Quirk: a new webhook is tried by a form that is not signed, and is switched off unless that is answered.
  handshake: ({ body, headers }) =>
    headers["x-wc-webhook-signature"] === undefined && /^webhook_id=\d+$/.test(body.trim()) ? { status: 200 } : null,
  events: (body, { headers }) => {
    const topic = headers["x-wc-webhook-topic"] ?? ""
    if (!topics.includes(topic)) return []
    const [resource, event] = topic.split(".")
    // Quirk: variations are told of as products are, and belong to one.
    const place = Call.at(body, "type") === "variation" ? "parent_id" : "id"
    const id = Normalize.id(Call.at(body, place))
    return id === null
      ? []
      : [
          {
            model: models[resource as keyof typeof models],
            platform_id: id,
            settings: {},
            deleted: event === "deleted"
          }
        ]
  },
  subscribe
})
