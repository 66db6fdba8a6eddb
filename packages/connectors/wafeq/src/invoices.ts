/** Invoices of two kinds: those that are paid later, and the simplified ones of sales that are paid at once. */
import { Connector, Wire } from "@svc/core"
import { document, documentFields, settled, statuses } from "./document-fields.ts"
import { changing } from "./lists.ts"

const sale = { ...document, invoice_number: Wire.text, invoice_date: Wire.day }
export const Invoice = Wire.struct({
  ...sale,
  invoice_due_date: Wire.day,
  balance: Wire.number,
  discount_amount: Wire.number
})

export const standard = Connector.read("INVOICES", {
  ...changing("invoices"),
  from: "mapping",
  item: Invoice,
  map: (raw) => ({
    ...documentFields(raw, raw.discount_amount),
    amount_due: raw.balance,
    document_number: raw.invoice_number,
    posted_date: raw.invoice_date,
    due_date: raw.invoice_due_date,
    memo: raw.notes,
    status: settled(raw, raw.balance),
    sales_order_ids: []
  })
})

const simplified = Connector.read("INVOICES", {
  ...changing("simplified-invoices"),
  from: "mapping",
  item: Wire.struct(sale),
  map: (raw) => {
    const status = statuses(raw.status)
    return {
      ...documentFields(raw),
      amount_due: status === "PAID" ? 0 : null,
      document_number: raw.invoice_number,
      posted_date: raw.invoice_date,
      due_date: null,
      memo: raw.notes,
      status,
      sales_order_ids: []
    }
  }
})
export const invoices = [standard, simplified]
