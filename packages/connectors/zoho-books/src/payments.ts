/** Payments: one record for each document that a payment is put on, and one for what of it is on none yet. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { creditsOnBills, creditsOnInvoices } from "./credits.ts"
import { currencies, currencyOf } from "./currencies.ts"
import { changing, dated, idOf, listed, rowsIn, undated, wholeOf } from "./lists.ts"
import { getOf, payment, recordOf, restOf } from "./payment-parts.ts"

export const paid = {
  path: "vendorpayments",
  list: "vendorpayments",
  one: "vendorpayment",
  id: "payment_id",
  within: "bills"
}
const VendorPayment = Wire.struct({
  ...payment,
  vendor_id: Wire.id,
  paid_through_account_id: Wire.id,
  balance: Wire.decisive(Wire.number),
  bills: Wire.list(Wire.required(Wire.struct({ bill_id: Wire.required(Wire.id), amount_applied: Wire.number })))
})
export const ofBills = Connector.read("BILL_PAYMENTS", {
  source: "vendorpayments",
  ...changing(paid),
  get: getOf(paid),
  owner: (row) => idOf(row, paid.id),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(paid, VendorPayment, row, context)
    if (raw === null) return []
    const parts = (raw.bills ?? []).map((own) => ({
      id: own.bill_id,
      document: own.bill_id,
      amount: own.amount_applied
    }))
    const rest = restOf(
      raw,
      raw.balance,
      parts.map(({ amount }) => amount)
    )
    return [...parts, ...rest].map((own) => ({
      ...recordOf(raw, own),
      bill_id: own.document,
      account_id: raw.paid_through_account_id,
      contact_id: raw.vendor_id,
      currency_id: raw.currency_id
    }))
  }
})

export const received = {
  path: "customerpayments",
  list: "customerpayments",
  also: "customer_payments",
  one: "payment",
  id: "payment_id",
  within: "invoices"
}
const CustomerPayment = Wire.struct({
  ...payment,
  customer_id: Wire.id,
  account_id: Wire.id,
  unused_amount: Wire.decisive(Wire.number),
  amount_refunded: Wire.decisive(Wire.number),
  invoices: Wire.list(Wire.required(Wire.struct({ invoice_id: Wire.required(Wire.id), amount_applied: Wire.number })))
})
export const ofInvoices = Connector.read("INVOICE_PAYMENTS", {
  source: "customerpayments",
  ...listed(received),
  items: (body) => rowsIn(body, received),
  lookups: { currencies },
  get: getOf(received),
  owner: (row) => idOf(row, received.id),
  from: undated,
  map: (row, context) => {
    const raw = wholeOf(received, CustomerPayment, row, context)
    if (raw === null) return []
    const parts = (raw.invoices ?? []).map((own) => ({
      id: own.invoice_id,
      document: own.invoice_id,
      amount: own.amount_applied
    }))
    const rest = restOf(raw, raw.unused_amount, [...parts.map(({ amount }) => amount), raw.amount_refunded])
    return [...parts, ...rest].map((own) => ({
      ...recordOf(raw, own),
      invoice_id: own.document,
      account_id: raw.account_id,
      contact_id: raw.customer_id,
      currency_id: currencyOf(raw, context.lookups.currencies)
    }))
  }
})

export const billPayments = [ofBills, creditsOnBills]
export const invoicePayments = [ofInvoices, creditsOnInvoices]
