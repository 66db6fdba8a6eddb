/** How payments of invoices and bills are written: made, under a reference that no two share. */
import * as Take from "@svc/core/Take"
import { billPayments, invoicePayments } from "./payments.ts"
import { byReference, id, writing } from "./writing.ts"

/** What is made is a receipt, whatever it is answered as. */
const shared = { ...byReference, list: ["receipts"], found: "/receipts" } as const
const takes = {
  document_number: "reference",
  account_id: id("account_id"),
  payment_date: Take.day("date"),
  amount: "amount",
  memo: "description"
} as const
const requires = ["document_number", "account_id", "payment_date", "amount"] as const

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create"], {
  ...shared,
  path: () => "/invoice_payments",
  wrap: "invoice_payment",
  item: ["invoice_payment", "receipt"],
  record: invoicePayments,
  requires: ["invoice_id", ...requires],
  takes: { ...takes, invoice_id: id("invoice_id") }
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create"], {
  ...shared,
  path: () => "/bill_payments",
  wrap: "bill_payment",
  item: ["bill_payment", "receipt"],
  record: billPayments,
  requires: ["bill_id", ...requires],
  takes: { ...takes, bill_id: id("bill_id") }
})
