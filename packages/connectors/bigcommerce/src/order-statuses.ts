/** How far an order is. Merchants rename the words, so the numbers are read: https://docs.bigcommerce.com/docs/rest-management/orders/order-status */
import type { Take } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"

/** Quirk: an order that was begun and never placed. */
export const incomplete = "0"

export const orderStatuses = Normalize.meaning({
  OPEN: ["1", "3", "7", "8", "9", "11", "12", "13"],
  CLOSED: ["2", "4", "10"],
  CANCELLED: ["5", "6"]
})
export const fulfillmentStatuses = Normalize.meaning({
  PENDING: ["1", "7", "8", "9", "11", "12"],
  SHIPPED: ["2"],
  PARTIAL: ["3"],
  CANCELLED: ["5", "6"],
  DELIVERED: ["10"]
})
const paid = Normalize.meaning({
  AUTHORIZED: ["authorized", "capture pending"],
  PAID: ["captured", "paid"],
  PARTIALLY_REFUNDED: ["partially refunded"],
  PENDING: ["pending"],
  REFUNDED: ["refunded"],
  VOIDED: ["void"]
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
