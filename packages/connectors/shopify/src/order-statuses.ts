/** Shopify's words for how far an order is, as the interface's. */
import * as Normalize from "@svc/core/Normalize"

export const paymentStatuses = Normalize.word({
  PENDING: "PENDING",
  AUTHORIZED: "AUTHORIZED",
  PAID: "PAID",
  PARTIALLY_PAID: "PARTIALLY_PAID",
  PARTIALLY_REFUNDED: "PARTIALLY_REFUNDED",
  REFUNDED: "REFUNDED",
  VOIDED: "VOIDED"
})
export const fulfillmentStatuses = Normalize.meaning({
  SHIPPED: ["FULFILLED"],
  PARTIAL: ["PARTIALLY_FULFILLED"],
  PENDING: ["UNFULFILLED", "OPEN", "IN_PROGRESS", "ON_HOLD", "PENDING_FULFILLMENT", "REQUEST_DECLINED", "SCHEDULED"]
})

/** Cancelled before closed (archived) before open. */
export const orderStatus = ({
  cancelledAt,
  closed
}: {
  readonly cancelledAt?: string | null | undefined
  readonly closed?: boolean | null | undefined
}) => (cancelledAt ? "CANCELLED" : closed == null ? null : closed ? "CLOSED" : "OPEN")
