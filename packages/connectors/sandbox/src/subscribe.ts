/** The platform's webhooks are registered by a call: one endpoint for all the resources that are read. */
import * as Call from "@svc/core/Call"
import * as Further from "@svc/core/Further"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { pages } from "./wire.ts"

export const subscribeTo = (resources: ReadonlyArray<string>) =>
  Subscribe.make({
    create: ({ address, secret }) => ({
      method: "POST",
      path: "/webhookEndpoints",
      body: { url: address, secret, resources }
    }),
    response: Wire.struct({ id: Wire.required(Wire.id) }),
    made: ({ id }) => ({ id }),
    remove: ({ id }) => ({ method: "DELETE", path: `/webhookEndpoints/${Call.segment(id)}` }),
    list: {
      call: Further.pages({ call: { path: "/webhookEndpoints" }, page: pages, items: "items" }),
      response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), url: Wire.text })),
      found: (endpoints) => endpoints.map(({ id, url }) => ({ id, address: url }))
    }
  })
