/** Payments of invoices, one record for each invoice that a payment or credit note was put on. */
import { Connector } from "@svc/core"
import { allocations, Payment, payments } from "./payments.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...payments(["CustPymt", "CustCred"]),
  item: Payment,
  owner: ({ id }) => id,
  map: (raw) =>
    allocations(raw, "CustCred", "CustInvc", "customer").map(({ document, ...rest }) => ({
      ...rest,
      invoice_id: document
    }))
})
