/** Payments of sales invoices. */
import * as Connector from "@svc/core/Connector"
import { Payment, paymentFields } from "./payments.ts"
import { listed } from "./wire.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...listed("Payments", "PaymentID", 'PaymentType=="ACCRECPAYMENT"'),
  item: Payment,
  mapping: 2,
  map: (raw) =>
    raw.PaymentType === "ACCRECPAYMENT" ? { ...paymentFields(raw), invoice_id: raw.Invoice?.InvoiceID } : null
})
