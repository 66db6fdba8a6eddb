/** How far an order is. Merchants rename the words, so the numbers are read: https://docs.bigcommerce.com/docs/rest-management/orders/order-status */
import { Normalize, type Take } from "@svc/core"

/** Quirk: an order that was begun and never placed. */
export const incomplete = "0"

export const orderStatuses = Normalize.word({
  1: "OPEN",
  2: "CLOSED",
  3: "OPEN",
  4: "CLOSED",
  5: "CANCELLED",
  6: "CANCELLED",
  7: "OPEN",
  8: "OPEN",
  9: "OPEN",
  10: "CLOSED",
  11: "OPEN",
  12: "OPEN",
  13: "OPEN"
})
export const fulfillmentStatuses = Normalize.word({
  1: "PENDING",
  2: "SHIPPED",
  3: "PARTIAL",
  5: "CANCELLED",
  6: "CANCELLED",
  7: "PENDING",
  8: "PENDING",
  9: "PENDING",
  10: "DELIVERED",
  11: "PENDING",
  12: "PENDING"
})
const paid = Normalize.word({
  authorized: "AUTHORIZED",
  "capture pending": "AUTHORIZED",
  captured: "PAID",
  paid: "PAID",
  "partially refunded": "PARTIALLY_REFUNDED",
  pending: "PENDING",
  refunded: "REFUNDED",
  void: "VOIDED"
})
/** Orders that no payment provider has to do with have no status of payment: the order's own tells what it can. */
const settled = Normalize.word({ 4: "REFUNDED", 7: "PENDING", 14: "PARTIALLY_REFUNDED" }, null)
export const paymentStatus = (payment: string | null | undefined, status: string) => paid(payment) ?? settled(status)

const byOrder: Readonly<Record<string, number>> = { OPEN: 1, CLOSED: 10, CANCELLED: 5 }
const byFulfillment: Readonly<Record<string, number>> = {
  PENDING: 1,
  PARTIAL: 3,
  SHIPPED: 2,
  DELIVERED: 10,
  CANCELLED: 5
}
type Told = Readonly<Record<"order_status" | "fulfillment_status", string | null | undefined>>
/** The one status that an item's two come to. */
export const statusOf = (item: Partial<Told>, { refuse }: Pick<Take.At, "refuse">) => {
  const { fulfillment_status: fulfillment, order_status: order } = item
  if (!fulfillment && !order) return {}
  if (!fulfillment) return { status_id: byOrder[order ?? ""] ?? refuse("is OPEN, CLOSED or CANCELLED", "order_status") }
  const status =
    byFulfillment[fulfillment] ?? refuse("is PENDING, PARTIAL, SHIPPED, DELIVERED or CANCELLED", "fulfillment_status")
  return !order || orderStatuses(status) === order
    ? { status_id: status }
    : refuse(`is not ${fulfillment} of an order that is ${order}`, "fulfillment_status")
}
