/** Stripe's webhooks: signed events, of the connected account that they name. */
import * as Inbound from "@svc/core/Inbound"
import * as Wire from "@svc/core/Wire"
import { Event, idOf, isDeletion, modelsOf } from "./events.ts"
import { subscribe } from "./subscribe.ts"

export const inbound = Inbound.make({
  // v0 is of test events and proves nothing.
  proof: (request) => Inbound.timed(request.headers["stripe-signature"], request),
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
