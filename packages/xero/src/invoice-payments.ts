/** Payments of sales invoices. */
import { Connector } from "@svc/core"
import { Payment, paymentFields } from "./payments.ts"
import { changed, deleted, pages } from "./wire.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  path: "/Payments",
  query: { where: 'PaymentType=="ACCRECPAYMENT"', order: "PaymentID ASC" },
  page: pages,
  since: changed,
  items: "Payments",
  item: Payment,
  deletes: deleted,
  get: "/Payments/{id}",
  map: (raw) =>
    raw.PaymentType !== "ACCRECPAYMENT" ? null : { ...paymentFields(raw), invoice_id: raw.Invoice?.InvoiceID }
})
