/** How payments on invoices and bills are written: made, and taken back. Xero changes none. */
import type { Read, Writer } from "@svc/core"
import * as Take from "@svc/core/Take"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { mostSettled, type Settled, settledBy } from "./settled.ts"
import { named, rate, writing } from "./writing.ts"

type Paid = Take.At<unknown, { readonly settled: ReturnType<typeof settledBy> }>

/** What is paid, by the member that names it. */
const settles =
  (of: string) =>
  (InvoiceID: string, { lookups, refuse }: Paid) =>
    lookups.settled.get(InvoiceID)?.Type === of ? { Invoice: { InvoiceID } } : refuse("is not known to Xero")
/** Whose a payment is and its currency are those of what is paid; said of another, they are refused. */
const same =
  (member: string, of: (settled: Settled) => string | null | undefined) =>
  (value: string, { lookups, refuse, root }: Paid) => {
    const found = lookups.settled.get(root[member])
    return found === undefined || of(found) === value ? {} : refuse("is another than that of what is paid")
  }
const payment = (record: Read.Read, member: string, type: string) => ({
  record,
  collection: "Payments",
  id: "PaymentID",
  types: [type],
  lookups: { settled: settledBy(member) },
  batch: mostSettled,
  ended: () => "DELETED",
  // Quirk: what takes a payment back is sent bare.
  departs: ({ void: { call, ...usual } = {} }: Writer.Way): Writer.Way => ({
    void: { ...usual, call: (sent) => ({ ...call!(sent), body: { Status: "DELETED" } }) }
  }),
  takes: {
    account_id: named("Account", "AccountID"),
    amount: "Amount",
    payment_date: Take.day("Date"),
    currency_rate: rate,
    memo: "Reference",
    contact_id: same(member, ({ Contact }) => Contact?.ContactID),
    currency_id: same(member, ({ CurrencyCode }) => CurrencyCode)
  }
})
const invoices = payment(invoicePayments, "invoice_id", "ACCRECPAYMENT")
const bills = payment(billPayments, "bill_id", "ACCPAYPAYMENT")

export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "void"], {
  ...bills,
  requires: ["bill_id", "account_id", "amount"],
  creates: { bill_id: settles("ACCPAY") }
})
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "void"], {
  ...invoices,
  requires: ["invoice_id", "account_id", "amount"],
  creates: { invoice_id: settles("ACCREC") }
})
