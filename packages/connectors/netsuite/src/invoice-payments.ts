/** Payments of invoices, one record for each invoice that a payment or credit note was put on. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { allocations, Payment, payments } from "./payments.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...payments(["CustPymt", "CustCred"]),
  item: Payment,
  owner: ({ id }) => id,
  map: (raw) => {
    const all = allocations(raw, "CustCred", "CustInvc")
    return Read.isUntaken(all) ? all : all.map(({ document, ...rest }) => ({ ...rest, invoice_id: document }))
  }
})
