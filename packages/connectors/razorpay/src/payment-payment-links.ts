/** Payment links. They are listed whole: they say when they changed, and cannot be asked for by it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, resource } from "./wire.ts"

const statuses = Normalize.word({
  created: "ACTIVE",
  partially_paid: "ACTIVE",
  paid: "INACTIVE",
  expired: "INACTIVE",
  cancelled: "INACTIVE"
})
const Paid = Wire.list(
  Wire.required(Wire.struct({ payment_id: Wire.required(Wire.id), status: Wire.decisive(Wire.text) }))
)

export const paymentPaymentLinks = Connector.read("PAYMENT_PAYMENT_LINKS", {
  ...resource("/v1/payment_links"),
  items: "payment_links",
  deletes: Read.never("Razorpay cancels payment links and deletes none"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    ...Wire.all(Wire.text, "description", "short_url", "status"),
    payments: Paid,
    created_at: epoch,
    updated_at: epoch
  }),
  map: (raw) => {
    const captured = (raw.payments ?? []).filter(({ status }) => status === "captured")
    return {
      platform_id: raw.id,
      description: raw.description,
      amount: amountIn(raw.currency)(raw.amount),
      currency_id: raw.currency,
      link: raw.short_url,
      status: statuses(raw.status),
      payment_id: captured.length === 1 ? captured[0]?.payment_id : null,
      line_items: [],
      created_at: raw.created_at,
      updated_at: raw.updated_at ?? raw.created_at
    }
  }
})
