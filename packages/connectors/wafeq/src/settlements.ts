/** Credits that bills and invoices were settled with: Wafeq keeps them in the document, one record for each. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, pathOf, record } from "./lists.ts"
import { isSettlement, paymentsOfBills, paymentsOfInvoices } from "./payments.ts"

const put = { amount: Wire.number, date: Wire.day }
const document = { ...record, contact: Wire.id, currency: Wire.id, exchange_rate: Wire.number }
type Document = Wire.Struct<typeof document>

const listing = (collection: string) => ({
  ...changing(collection),
  get: (id: string) => (isSettlement(id) ? { path: pathOf(collection, id.split(":")[1]) } : null),
  from: Read.byMapping("Credits are shown with their documents, which may be older"),
  owner: ({ id }: Document) => id
})
const settlement = (raw: Document, note: string, { amount, date }: Wire.Struct<typeof put>) => ({
  platform_id: `settled:${raw.id}:${note}`,
  credit_note_id: note,
  contact_id: raw.contact,
  amount,
  currency_id: raw.currency,
  currency_rate: raw.exchange_rate,
  payment_date: date,
  updated_at: raw.modified_ts
})

export const ofBills = Connector.read("BILL_PAYMENTS", {
  ...listing("bills"),
  item: Wire.struct({
    ...document,
    debit_notes: Wire.list(Wire.required(Wire.struct({ ...put, debit_note: Wire.required(Wire.id) })))
  }),
  map: (raw) =>
    (raw.debit_notes ?? []).map((own) => ({
      ...settlement(raw, own.debit_note, own),
      bill_id: raw.id
    }))
})
export const ofInvoices = Connector.read("INVOICE_PAYMENTS", {
  ...listing("invoices"),
  item: Wire.struct({
    ...document,
    credit_notes: Wire.list(Wire.required(Wire.struct({ ...put, credit_note: Wire.required(Wire.id) })))
  }),
  map: (raw) =>
    (raw.credit_notes ?? []).map((own) => ({
      ...settlement(raw, own.credit_note, own),
      invoice_id: raw.id
    }))
})
export const billPayments = [paymentsOfBills, ofBills]
export const invoicePayments = [paymentsOfInvoices, ofInvoices]
