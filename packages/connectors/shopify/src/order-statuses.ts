/** Shopify's words for how far an order is, as the interface's. */
import { Normalize } from "@svc/core"

export const paymentStatuses = Normalize.word({
  PENDING: "PENDING",
  AUTHORIZED: "AUTHORIZED",
  PAID: "PAID",
  PARTIALLY_PAID: "PARTIALLY_PAID",
  PARTIALLY_REFUNDED: "PARTIALLY_REFUNDED",
  REFUNDED: "REFUNDED",
  VOIDED: "VOIDED"
})
export const fulfillmentStatuses = Normalize.word({
  FULFILLED: "SHIPPED",
  PARTIALLY_FULFILLED: "PARTIAL",
  UNFULFILLED: "PENDING",
  OPEN: "PENDING",
  IN_PROGRESS: "PENDING",
  ON_HOLD: "PENDING",
  PENDING_FULFILLMENT: "PENDING",
  REQUEST_DECLINED: "PENDING",
  SCHEDULED: "PENDING"
})

/** Cancelled before closed (archived) before open. */
export const orderStatus = ({
  cancelledAt,
  closed
}: {
  readonly cancelledAt?: string | null | undefined
  readonly closed?: boolean | null | undefined
}) => (cancelledAt ? "CANCELLED" : closed == null ? null : closed ? "CLOSED" : "OPEN")
