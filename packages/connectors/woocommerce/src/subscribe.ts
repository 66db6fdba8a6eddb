/** Webhooks, one for each topic: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks */
import * as Call from "@svc/core/Call"
import * as Further from "@svc/core/Further"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { byId } from "./listing.ts"

/** What is told of; coupons and actions of plugins are not. */
export const topics = [
  ...["created", "updated", "deleted", "restored"].map((event) => `order.${event}`),
  ...["created", "updated", "deleted", "restored"].map((event) => `product.${event}`),
  ...["created", "updated", "deleted"].map((event) => `customer.${event}`)
]

const Webhook = Wire.struct({ id: Wire.required(Wire.id), delivery_url: Wire.text, status: Wire.text })

export const subscribe = Subscribe.make({
  topics,
  create: ({ address, secret, topic }) => ({
    method: "POST",
    path: "/webhooks",
    body: {
      name: "Changes, for the service that this shop is connected to",
      topic,
      delivery_url: address,
      secret,
      status: "active"
    }
  }),
  response: Webhook,
  made: ({ id }) => ({ id }),
  // Quirk: webhooks have no trash, and are not removed unless it is said.
  remove: ({ id }) => ({ method: "DELETE", path: `/webhooks/${Call.segment(id)}`, query: { force: true } }),
  list: {
    call: Further.pages({ call: { path: "/webhooks" }, page: byId, items: "" }),
    response: Wire.list(Webhook),
    // Quirk: after five deliveries that failed one is switched off. Pages overlap.
    found: (all) =>
      [...new Map(all.map((own) => [own.id, own])).values()].map(({ delivery_url, id, status }) => ({
        id,
        address: delivery_url,
        active: status === "active"
      }))
  }
})
