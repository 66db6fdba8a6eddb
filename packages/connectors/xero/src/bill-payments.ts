/** Payments of bills. */
import { Connector } from "@svc/core"
import { Payment, paymentFields } from "./payments.ts"
import { changed, dated, deleted, pages } from "./wire.ts"

const where = 'PaymentType=="ACCPAYPAYMENT"'

export const billPayments = Connector.read("BILL_PAYMENTS", {
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
    raw.PaymentType !== "ACCPAYPAYMENT" ? null : { ...paymentFields(raw), bill_id: raw.Invoice?.InvoiceID }
})
