/** Orders to vendors. */
import { Connector } from "@svc/core"
import { order, orderFields } from "./orders.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...order("$$IsPurcOrder:$VoucherTypeName"),
  map: (raw, { lookups }) => orderFields(raw, lookups, "debit")
})
