/** Stripe's webhooks: signed events, of the connected account that they name. */
import { Inbound, Wire } from "@svc/core"
import { Event, idOf, isDeletion, modelsOf } from "./events.ts"
import { subscribe } from "./subscribe.ts"

export const inbound = Inbound.make({
  // `t=1773144000,v1=…,v1=…,v0=…`: several v1 while the secret is being rolled; v0 is of test events and proves nothing.
  proof: ({ body, headers }) => {
    const parts = (headers["stripe-signature"] ?? "").split(",").map((part) => part.trim().split("=", 2))
    const time = parts.find(([name]) => name === "t")?.[1]
    const signatures = parts.flatMap(([name, value]) => (name === "v1" && value !== undefined ? [value] : []))
    return time === undefined || !/^\d+$/.test(time) || signatures.length === 0
      ? null
      : { algorithm: "SHA-256", encoding: "hex", message: `${time}.${body}`, signatures, timestamp: Number(time) }
  },
  events: (body) => {
    const event = Wire.decode(Event, body)
    if (event.type === "account.application.deauthorized") {
      return event.account ? [{ ended: true, settings: { accountId: event.account } }] : []
    }
    const id = idOf(event)
    return id === null
      ? []
      : modelsOf(event).map((model) => ({
          model,
          platform_id: id,
          // An endpoint of the account itself names no account: the address it is sent to does.
          settings: event.account ? { accountId: event.account } : {},
          deleted: isDeletion(event)
        }))
  },
  subscribe
})
