/** Payments of bills. */
import * as Connector from "@svc/core/Connector"
import { Payment, paymentFields } from "./payments.ts"
import { listed } from "./wire.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...listed("Payments", "PaymentID", 'PaymentType=="ACCPAYPAYMENT"'),
  item: Payment,
  mapping: 2,
  map: (raw) =>
    raw.PaymentType === "ACCPAYPAYMENT" ? { ...paymentFields(raw), bill_id: raw.Invoice?.InvoiceID } : null
})
