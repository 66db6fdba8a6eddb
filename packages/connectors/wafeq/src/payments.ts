/** Payments: one record for each document that a payment is put on, and one for an advance, which has no document yet. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, pathOf, record, undated } from "./lists.ts"

// `amount` is in the document's currency, `amount_to_pcy` the same in the payment's.
const put = { amount: Wire.number, amount_to_pcy: Wire.number }
const Payment = Wire.struct({
  ...record,
  ...Wire.all(Wire.id, "currency", "contact", "paid_through_account"),
  exchange_rate: Wire.number,
  date: Wire.day,
  reference: Wire.text,
  invoice_payments: Wire.list(Wire.required(Wire.struct({ ...put, invoice: Wire.required(Wire.id) }))),
  credit_note_payments: Wire.list(Wire.required(Wire.struct({ ...put, credit_note: Wire.required(Wire.id) }))),
  credit_notes: Wire.list(Wire.required(Wire.struct(put))),
  bill_payments: Wire.list(Wire.required(Wire.struct({ ...put, bill: Wire.required(Wire.id) }))),
  debit_note_payments: Wire.list(Wire.required(Wire.struct({ ...put, debit_note: Wire.required(Wire.id) }))),
  debit_notes: Wire.list(Wire.required(Wire.struct(put))),
  payslip_payments: Wire.list(Wire.unknown)
})
type Payment = (typeof Payment)["Type"]
interface Put extends Wire.Struct<typeof put> {
  /** The documents: what was paid, or the note that was paid back. Neither for an advance. */
  readonly paid: string | null
  readonly note: string | null
}

/** What a document was settled with is kept in the document, and no payment. */
export const isSettlement = (id: string): boolean => id.startsWith("settled:")

const listing = {
  ...changing("payments"),
  // A payment has several records, which its id begins.
  get: (id: string) => (isSettlement(id) ? null : { path: pathOf("payments", id.split(":")[0]) }),
  from: undated,
  item: Payment,
  owner: ({ id }: Payment) => id
}
const recordsOf = (raw: Payment, parts: ReadonlyArray<Put>) =>
  parts.map(({ amount, amount_to_pcy, note, paid }) => ({
    paid,
    record: {
      platform_id: `${raw.id}:${paid ?? note ?? "advance"}`,
      payment_id: raw.id,
      credit_note_id: note,
      account_id: raw.paid_through_account,
      contact_id: raw.contact,
      amount: amount_to_pcy ?? amount,
      currency_id: raw.currency,
      currency_rate: raw.exchange_rate,
      memo: Normalize.text(raw.reference),
      payment_date: raw.date,
      updated_at: raw.modified_ts
    }
  }))

export const paymentsOfBills = Connector.read("BILL_PAYMENTS", {
  ...listing,
  map: (raw) => {
    if ((raw.payslip_payments ?? []).length > 0) return Read.untaken("a payment of payslips, which no model has")
    return recordsOf(raw, [
      ...(raw.bill_payments ?? []).map((own) => ({ ...own, paid: own.bill, note: null })),
      ...(raw.debit_note_payments ?? []).map((own) => ({
        ...own,
        paid: null,
        note: own.debit_note
      })),
      ...(raw.debit_notes ?? []).map((own) => ({ ...own, paid: null, note: null }))
    ]).map(({ paid, record: own }) => ({ ...own, bill_id: paid }))
  }
})
export const paymentsOfInvoices = Connector.read("INVOICE_PAYMENTS", {
  ...listing,
  map: (raw) =>
    recordsOf(raw, [
      ...(raw.invoice_payments ?? []).map((own) => ({ ...own, paid: own.invoice, note: null })),
      ...(raw.credit_note_payments ?? []).map((own) => ({
        ...own,
        paid: null,
        note: own.credit_note
      })),
      ...(raw.credit_notes ?? []).map((own) => ({ ...own, paid: null, note: null }))
    ]).map(({ paid, record: own }) => ({ ...own, invoice_id: paid }))
})
