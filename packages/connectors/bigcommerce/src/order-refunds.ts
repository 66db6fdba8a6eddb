/** What was given back of orders: https://docs.bigcommerce.com/docs/rest-management/transactions/payment-actions */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { less, plus } from "./wire.ts"

const path = "/v3/orders/payment_actions/refunds"
const page = Page.numbered({ size: 250, sizeParam: "limit" })

const Refund = Wire.struct({
  order_id: Wire.required(Wire.id),
  total_amount: Wire.required(Wire.number),
  payments: Wire.list(Wire.required(Wire.struct({ amount: Wire.number, is_declined: Wire.boolean })))
})
/** Quirk: what an order itself says was refunded is always zero. What a provider declined to pay back was not. */
export const refundsOf = Lookup.make({
  of: Wire.struct({ id: Wire.required(Wire.id) }),
  call: ({ items }) =>
    items.length === 0
      ? null
      : Read.pages({
          call: { path, query: { "order_id:in": items.map(({ id }) => id).join(",") } },
          page,
          items: "data"
        }),
  response: Wire.list(Wire.required(Refund)),
  part: (all, { id }) =>
    Read.requiredArrayAt(all, "").filter((refund) => Normalize.id(Call.at(refund, "order_id")) === id),
  pick: (all) => {
    const sums = new Map<string, number | null>()
    for (const { order_id: id, payments, total_amount: total } of all) {
      const declined = payments?.flatMap((own) => (own.is_declined === true ? [own.amount] : [])) ?? []
      sums.set(id, plus(sums.get(id) ?? 0, less(total, ...declined)))
    }
    return sums
  },
  absent: new Map<string, number | null>()
})

/** A refund that comes later need not change its order: the orders of new ones are read again. */
export const refundsSince: Read.Changes = {
  call: ({ since }) => ({ path, query: { "created:min": since } }),
  page,
  items: "data",
  id: (refund) => Normalize.id(Call.at(refund, "order_id")),
  keeps: 3650 * 86_400
}
