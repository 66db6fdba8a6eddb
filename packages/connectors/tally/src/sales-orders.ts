/** Orders of customers. */
import { Connector } from "@svc/core"
import { order, orderFields } from "./orders.ts"

export const salesOrders = Connector.read("SALES_ORDERS", {
  ...order("$$IsSalesOrder:$VoucherTypeName"),
  map: (raw, { lookups }) => orderFields(raw, lookups, "credit")
})
