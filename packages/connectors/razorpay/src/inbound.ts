/** Razorpay's webhooks: signed events, with the records they are of. Each is asked for anew, for events come in any order. */
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const models = {
  order: "PAYMENT_ORDERS",
  payment: "PAYMENT_PAYMENTS",
  refund: "PAYMENT_REFUNDS",
  dispute: "PAYMENT_DISPUTES",
  invoice: "PAYMENT_INVOICES",
  settlement: "PAYMENT_PAYOUTS",
  payment_link: "PAYMENT_PAYMENT_LINKS"
} as const

const Event = Wire.struct({ event: Wire.required(Wire.text), account_id: Wire.id, payload: Wire.unknown })

export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const signature = headers["x-razorpay-signature"]
    return signature === undefined
      ? null
      : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [signature] }
  },
  events: (body) => {
    const { account_id: account, event, payload } = Wire.decode(Event, body)
    const settings = account ? { accountId: account } : {}
    // Without an account nobody knows whose access has ended.
    if (event === "account.app.authorization_revoked") return account ? [{ ended: true, settings }] : []
    return Object.entries(models).flatMap(([name, model]) => {
      const id = Normalize.id(Call.at(payload, `${name}.entity.id`))
      return id === null ? [] : [{ model, platform_id: id, deleted: false, settings }]
    })
  }
})
