/** Payments of sales invoices. */
import { Connector } from "@svc/core"
import { Payment, paymentFields } from "./payments.ts"
import { changed, dated, deleted, pages } from "./wire.ts"

const where = 'PaymentType=="ACCRECPAYMENT"'

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  path: "/Payments",
  query: { where, order: "PaymentID ASC" },
  page: pages,
  since: changed,
  from: dated(where),
  items: "Payments",
  item: Payment,
  deletes: deleted,
  get: "/Payments/{id}",
  map: (raw) =>
    raw.PaymentType !== "ACCRECPAYMENT" ? null : { ...paymentFields(raw), invoice_id: raw.Invoice?.InvoiceID }
})
