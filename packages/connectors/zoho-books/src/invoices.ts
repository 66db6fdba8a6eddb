/** Invoices. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields } from "./document-fields.ts"
import { statuses } from "./document-statuses.ts"
import { changing, dated, wholeOf } from "./lists.ts"

export const kind = {
  path: "invoices",
  list: "invoices",
  one: "invoice",
  id: "invoice_id",
  within: "line_items"
}
const Invoice = Wire.struct({
  ...document,
  invoice_id: Wire.required(Wire.id),
  invoice_number: Wire.text,
  customer_id: Wire.id,
  due_date: Wire.day,
  balance: Wire.number,
  salesorder_id: Wire.id,
  salesorders: Wire.list(Wire.struct({ salesorder_id: Wire.id }))
})

export const invoices = Connector.read("INVOICES", {
  ...changing(kind),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(kind, Invoice, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.invoice_id, raw.customer_id, raw),
      document_number: raw.invoice_number,
      due_date: raw.due_date,
      amount_due: raw.balance,
      memo: raw.notes,
      status: statuses(raw.status),
      sales_order_ids: Normalize.distinct(
        raw.salesorder_id,
        (raw.salesorders ?? []).map((own) => own?.salesorder_id)
      )
    }
  }
})
