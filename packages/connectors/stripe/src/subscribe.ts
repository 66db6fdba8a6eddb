/** Stripe's webhook endpoints, registered by a call: https://docs.stripe.com/api/webhook_endpoints */
import * as Call from "@svc/core/Call"
import * as Further from "@svc/core/Further"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { told } from "./event-types.ts"
import { pages, version } from "./wire.ts"

const Endpoint = Wire.struct({ id: Wire.required(Wire.id), url: Wire.text, status: Wire.text, secret: Wire.text })

export const subscribe = Subscribe.make({
  create: ({ address }) => ({
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: Call.form({
      url: address,
      api_version: version,
      description: "Changes, for the service that this account is connected to",
      ...Object.fromEntries(told.map((type, index) => [`enabled_events[${index}]`, type]))
    })
  }),
  response: Endpoint,
  // Quirk: the secret is made by Stripe, and told in this answer alone.
  made: ({ id, secret }) => ({ id, secret }),
  remove: ({ id }) => ({ method: "DELETE", path: `/v1/webhook_endpoints/${Call.segment(id)}` }),
  list: {
    call: Further.pages({ call: { path: "/v1/webhook_endpoints" }, page: pages, items: "data" }),
    response: Wire.list(Endpoint),
    found: (endpoints) => endpoints.map(({ id, status, url }) => ({ id, address: url, active: status !== "disabled" }))
  }
})
