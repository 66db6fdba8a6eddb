/** Payments of bills, one record for each bill that a payment or credit note was put on. */
import { Connector } from "@svc/core"
import { allocations, Payment, payments } from "./payments.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...payments(["VendPymt", "VendCred"]),
  item: Payment,
  owner: ({ id }) => id,
  map: (raw) =>
    allocations(raw, "VendCred", "VendBill", "vendor").map(({ document, ...rest }) => ({ ...rest, bill_id: document }))
})
