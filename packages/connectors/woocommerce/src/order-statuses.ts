/** WooCommerce's one word for how far an order is, as the interface's three. Plugins add words of their own. */
import * as Normalize from "@svc/core/Normalize"

/** A checkout that was begun and not finished; it becomes an order of the same id, or goes. */
export const isUnfinished = (status: string | null): boolean => status === "checkout-draft" || status === "auto-draft"

export const orderStatuses = Normalize.meaning({
  OPEN: ["pending", "on-hold", "processing", "failed"],
  CLOSED: ["completed", "refunded"],
  CANCELLED: ["cancelled"]
})
export const fulfillmentStatuses = Normalize.word({
  pending: "PENDING",
  "on-hold": "PENDING",
  processing: "PENDING",
  failed: "PENDING",
  completed: "SHIPPED",
  cancelled: "CANCELLED",
  // Whether the goods came back is not said.
  refunded: null
})
const payments = Normalize.meaning({
  PENDING: ["pending", "on-hold", "failed"],
  PAID: ["processing", "completed"],
  REFUNDED: ["refunded"],
  VOIDED: ["cancelled"]
})

/** What was paid back counts before the day of the payment, and that before the status. */
export const paymentStatus = (order: {
  readonly status: string
  readonly isPaid: boolean
  readonly refunded: number | null
  readonly total: number
}) => {
  const { isPaid, refunded, status, total } = order
  if (refunded !== null && refunded > 0) return refunded < total ? "PARTIALLY_REFUNDED" : "REFUNDED"
  const said = payments(status)
  return isPaid && said !== "REFUNDED" ? "PAID" : said
}

/** What is still to pay: all of it or nothing, since an order is paid at once. */
export const amountDue = (payment: ReturnType<typeof paymentStatus>, total: number): number | null =>
  payment === "PENDING" ? total : payment === "UNKNOWN" || payment === null ? null : 0
