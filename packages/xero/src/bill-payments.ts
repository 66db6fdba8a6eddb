/** Payments of bills. */
import { Connector } from "@svc/core"
import { Payment, paymentFields } from "./payments.ts"
import { changed, deleted, pages } from "./wire.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  path: "/Payments",
  query: { where: 'PaymentType=="ACCPAYPAYMENT"', order: "PaymentID ASC" },
  page: pages,
  since: changed,
  items: "Payments",
  item: Payment,
  deletes: deleted,
  get: "/Payments/{id}",
  map: (raw) =>
    raw.PaymentType !== "ACCPAYPAYMENT" ? null : { ...paymentFields(raw), bill_id: raw.Invoice?.InvoiceID }
})
