/** Payments of bills, with the credit notes that were used for them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { lookups } from "./document-fields.ts"
import { allocations, payment, paymentFields } from "./payments.ts"
import { parts } from "./query.ts"
import { Ref } from "./wire.ts"

export const billPaid = {
  ...payment,
  VendorRef: Ref,
  PayType: Wire.text,
  CheckPayment: Wire.struct({ BankAccountRef: Ref }),
  CreditCardPayment: Wire.struct({ CCAccountRef: Ref })
}
type BillPaid = Wire.Struct<typeof billPaid>
export const paidFrom = ({ CheckPayment, CreditCardPayment }: BillPaid) =>
  CheckPayment?.BankAccountRef?.value ?? CreditCardPayment?.CCAccountRef?.value

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...parts("BillPayment"),
  mapping: 2,
  item: Wire.struct(billPaid),
  owner: (raw) => raw.Id,
  lookups,
  map: (raw, { lookups: found }) =>
    allocations(raw, "Bill", "VendorCredit").map(({ document, ...own }) => ({
      ...paymentFields(raw, found),
      ...own,
      bill_id: document,
      account_id: paidFrom(raw),
      contact_id: Normalize.prefixed("vendor", raw.VendorRef?.value),
      payment_mode: raw.PayType
    }))
})
