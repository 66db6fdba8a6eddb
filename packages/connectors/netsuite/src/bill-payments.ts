/** Payments of bills, one record for each bill that a payment or credit note was put on. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { allocations, Payment, payments } from "./payments.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...payments(["VendPymt", "VendCred"]),
  item: Payment,
  owner: ({ id }) => id,
  map: (raw) => {
    const all = allocations(raw, "VendCred", "VendBill")
    return Read.isUntaken(all) ? all : all.map(({ document, ...rest }) => ({ ...rest, bill_id: document }))
  }
})
