/** How payments are written: each is of one document, or of none yet. */
import * as Take from "@svc/core/Take"
import { given, taken } from "./credit-notes.ts"
import { creditsOnBills, creditsOnInvoices } from "./credits.ts"
import { isCredit, paying } from "./paying.ts"
import { ofBills, ofInvoices, paid, received } from "./payments.ts"
import { writing } from "./writing.ts"

const takes = {
  amount: "amount",
  currency_rate: "exchange_rate",
  payment_date: Take.day("date"),
  payment_mode: "payment_mode",
  memo: "description"
} as const

const billed = paying({
  kind: paid,
  note: taken,
  documents: "bills",
  document: "bill_id",
  part: "bill_payment_id",
  credited: "vendor_credit_bill_id",
  rest: "balance",
  kept: ["vendor_id"]
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...billed,
  record: (item) => (isCredit(item) ? creditsOnBills : ofBills),
  requires: ["contact_id", "account_id", "amount", "payment_date"],
  takes: { ...takes, account_id: "paid_through_account_id" },
  creates: {
    contact_id: "vendor_id",
    bill_id: (bill_id, { item }) => ({ bills: [{ bill_id, amount_applied: item.amount }] })
  }
})
const invoiced = paying({
  kind: received,
  note: given,
  documents: "invoices",
  document: "invoice_id",
  credited: "creditnote_invoice_id",
  rest: "unused_amount",
  kept: ["customer_id", "payment_mode"]
})
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...invoiced,
  record: (item) => (isCredit(item) ? creditsOnInvoices : ofInvoices),
  requires: ["contact_id", "account_id", "amount", "payment_date", "payment_mode"],
  takes: { ...takes, account_id: "account_id" },
  creates: {
    contact_id: "customer_id",
    invoice_id: (invoice_id, { item }) => ({ invoices: [{ invoice_id, amount_applied: item.amount }] })
  }
})
