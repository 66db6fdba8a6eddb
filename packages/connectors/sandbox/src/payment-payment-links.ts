/** Payment links with their lines. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { PaymentLines, paymentLines } from "./payment-lines.ts"
import { amountIn, epoch, silent } from "./wire.ts"

const statuses = Normalize.word({ true: "ACTIVE", false: "INACTIVE" })

export const paymentPaymentLinks = Connector.read("PAYMENT_PAYMENT_LINKS", {
  ...silent("paymentLinks"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    url: Wire.text,
    amount: Wire.number,
    currency: Wire.id,
    customer: Wire.id,
    lines: PaymentLines,
    active: Wire.boolean,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      description: raw.title,
      amount: amount(raw.amount),
      currency_id: raw.currency,
      link: raw.url,
      status: statuses(raw.active),
      customer_id: raw.customer,
      line_items: paymentLines(raw.lines, amount),
      created_at: raw.created,
      updated_at: raw.updated
    }
  }
})
