/** How payments on invoices and bills are written: made, and taken back. Xero changes none. */
import { Call, Connector, type Read, Write, Writes } from "@svc/core"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { mostSettled, type Settled, settledBy } from "./settled.ts"
import { type At, day, named, rate, type Table, text } from "./taking.ts"
import { elements, idempotency } from "./answered.ts"
import { writing } from "./writing.ts"

/** Whose a payment is and its currency are those of what is paid; said of another, they are refused. */
const same = (member: string, of: (settled: Settled) => string | null | undefined) => (value: string, at: At) => {
  const found: Settled | undefined = at.lookups.settled.get(at.item[member])
  return found === undefined || of(found) === value ? {} : at.refuse("is another than that of what is paid")
}

const payments = <const M extends "BILL_PAYMENTS" | "INVOICE_PAYMENTS">(
  model: M,
  record: Read.Read,
  member: "bill_id" | "invoice_id",
  { of, type }: { readonly type: string; readonly of: string }
) => {
  const takes = {
    [member]: (InvoiceID, { lookups, refuse }) =>
      lookups.settled.get(InvoiceID)?.Type === of ? { Invoice: { InvoiceID } } : refuse("is not known to Xero"),
    account_id: named("Account", "AccountID"),
    amount: "Amount",
    payment_date: day("Date"),
    currency_rate: rate,
    memo: text("Reference"),
    contact_id: same(member, ({ Contact }) => Contact?.ContactID),
    currency_id: same(member, ({ CurrencyCode }) => CurrencyCode)
  } satisfies Table
  const { create } = writing<M, any>(model, {
    offers: ["create"],
    record,
    collection: "Payments",
    id: "PaymentID",
    requires: [member, "account_id", "amount"],
    lookups: { settled: settledBy(member) },
    batch: mostSettled,
    takes
  })
  const void_ = Connector.void(model, {
    record,
    idempotency,
    current: true,
    refuse: (_: unknown, { current }) =>
      current.raw["PaymentType"] === type ? null : { field: "platform_id", message: "is of another kind at Xero" },
    // Quirk: what takes a payment back is sent bare.
    call: ([item]) => ({
      method: "POST",
      path: `/Payments/${Call.segment((item as Writes.Named).platform_id)}`,
      body: { Status: "DELETED" }
    }),
    answers: elements("Payments")
  })
  return { create, void: void_ } as {
    readonly create: Write.Write<M, "create">
    readonly void: Write.Write<M, "void">
  }
}

export const writeBillPayments = payments("BILL_PAYMENTS", billPayments, "bill_id", {
  type: "ACCPAYPAYMENT",
  of: "ACCPAY"
})
export const writeInvoicePayments = payments("INVOICE_PAYMENTS", invoicePayments, "invoice_id", {
  type: "ACCRECPAYMENT",
  of: "ACCREC"
})
