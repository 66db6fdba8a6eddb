/** What bill payments and invoice payments have in common: Xero keeps both as payments of one shape. */
import * as Wire from "@svc/core/Wire"
import { Account, Contact, date, rate } from "./wire.ts"

export const Payment = Wire.struct({
  PaymentID: Wire.required(Wire.id),
  BatchPaymentID: Wire.id,
  ...Wire.all(Wire.text, "PaymentType", "Status", "Reference"),
  Date: Wire.day,
  Amount: Wire.number,
  CurrencyRate: rate,
  Account,
  Invoice: Wire.struct({ InvoiceID: Wire.id, CurrencyCode: Wire.id, Contact }),
  UpdatedDateUTC: date
})

export const paymentFields = (raw: (typeof Payment)["Type"]) => ({
  platform_id: raw.PaymentID,
  // A batch pays several documents, with one payment for each.
  payment_id: raw.BatchPaymentID ?? raw.PaymentID,
  account_id: raw.Account?.AccountID,
  contact_id: raw.Invoice?.Contact?.ContactID,
  amount: raw.Amount,
  currency_id: raw.Invoice?.CurrencyCode,
  currency_rate: raw.CurrencyRate,
  memo: raw.Reference,
  payment_date: raw.Date,
  updated_at: raw.UpdatedDateUTC
})
