/** PayPal's webhooks. Only PayPal can tell whether it has sent one: it is asked, with the event as it came. */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { linkedBy } from "./wire.ts"

const path = "/v1/notifications/webhooks"
const names = Object.entries({
  "CHECKOUT.ORDER": ["APPROVED", "COMPLETED"],
  "PAYMENT.CAPTURE": ["COMPLETED", "DENIED", "PENDING", "REFUNDED", "REVERSED"],
  "CUSTOMER.DISPUTE": ["CREATED", "UPDATED", "RESOLVED"],
  "INVOICING.INVOICE": ["CREATED", "UPDATED", "PAID", "CANCELLED", "REFUNDED"],
  "CATALOG.PRODUCT": ["CREATED", "UPDATED"]
}).flatMap(([kind, events]) => events.map((event) => `${kind}.${event}`))
const Hook = Wire.struct({ id: Wire.required(Wire.id), url: Wire.text })
const subscribe = Subscribe.make({
  // What proves a webhook is not a secret but the word of PayPal, which knows its id.
  signed: "app",
  create: ({ address }) => ({
    method: "POST",
    path,
    body: { url: address, event_types: names.map((name) => ({ name })) }
  }),
  response: Hook,
  made: ({ id }) => ({ id }),
  remove: ({ id }) => ({ method: "DELETE", path: `${path}/${Call.segment(id)}` }),
  list: {
    call: { path },
    response: Wire.struct({ webhooks: Wire.required(Wire.list(Wire.required(Hook))) }),
    found: ({ webhooks }) => webhooks.map(({ id, url }) => ({ id, address: url }))
  }
})

const Event = Wire.struct({ event_type: Wire.required(Wire.text), resource: Wire.unknown })
/** What an event's resource names. A refund is told as an event of its capture. */
const named = (type: string, resource: unknown): ReadonlyArray<readonly [Models.ModelId, unknown]> => {
  const id = Call.at(resource, "id")
  if (type.startsWith("CHECKOUT.ORDER.")) return [["PAYMENT_ORDERS", id]]
  if (/^PAYMENT\.CAPTURE\.(?:REFUNDED|REVERSED)$/.test(type)) {
    return [
      ["PAYMENT_REFUNDS", id],
      ["PAYMENT_PAYMENTS", linkedBy(resource, "up")]
    ]
  }
  if (type.startsWith("PAYMENT.CAPTURE.")) {
    return [
      ["PAYMENT_PAYMENTS", id],
      ["PAYMENT_ORDERS", Call.at(resource, "supplementary_data.related_ids.order_id")]
    ]
  }
  if (type.startsWith("CUSTOMER.DISPUTE.")) return [["PAYMENT_DISPUTES", Call.at(resource, "dispute_id")]]
  // The invoice stands in the resource or is it.
  if (type.startsWith("INVOICING.INVOICE.")) return [["PAYMENT_INVOICES", Call.at(resource, "invoice.id") ?? id]]
  return type.startsWith("CATALOG.PRODUCT.") ? [["PAYMENT_ITEMS", id]] : []
}

const marks = ["transmission-id", "transmission-time", "transmission-sig", "cert-url", "auth-algo"]
export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const [id, time, signature, certificate, algorithm] = marks.map((mark) => headers[`paypal-${mark}`])
    if (!id || !time || !signature || !certificate || !algorithm) return null
    return {
      ask: (_, registered) => {
        const said = JSON.stringify({
          auth_algo: algorithm,
          cert_url: certificate,
          transmission_id: id,
          transmission_sig: signature,
          transmission_time: time,
          webhook_id: registered.at(-1) ?? "none"
        })
        return {
          method: "POST",
          path: "/v1/notifications/verify-webhook-signature",
          body: {
            _tag: "EncodedBody",
            contentType: "application/json",
            content: `${said.slice(0, -1)},"webhook_event":${body}}`
          } satisfies Call.EncodedBody
        }
      },
      holds: (answer) => Call.at(answer, "verification_status") === "SUCCESS"
    }
  },
  events: (body) => {
    const { event_type: type, resource } = Wire.decode(Event, body)
    return named(type, resource).flatMap(([model, own]) => {
      const id = typeof own === "string" ? Normalize.id(own) : null
      return id === null ? [] : [{ model, platform_id: id, settings: {}, deleted: false }]
    })
  },
  subscribe
})
