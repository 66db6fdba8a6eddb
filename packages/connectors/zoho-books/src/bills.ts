/** Bills of vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields } from "./document-fields.ts"
import { statuses } from "./document-statuses.ts"
import { changing, dated, wholeOf } from "./lists.ts"

export const kind = {
  path: "bills",
  list: "bills",
  one: "bill",
  id: "bill_id",
  within: "line_items"
}
const Bill = Wire.struct({
  ...document,
  bill_id: Wire.required(Wire.id),
  bill_number: Wire.text,
  vendor_id: Wire.id,
  due_date: Wire.day,
  balance: Wire.number,
  is_inclusive_tax: Wire.boolean,
  purchaseorder_ids: Wire.list(Wire.id)
})

export const bills = Connector.read("BILLS", {
  ...changing(kind),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(kind, Bill, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.bill_id, raw.vendor_id, raw),
      document_number: raw.bill_number,
      due_date: raw.due_date,
      amount_due: raw.balance,
      tax_inclusive: raw.is_inclusive_tax,
      memo: raw.notes,
      status: statuses(raw.status),
      purchase_order_ids: Normalize.distinct(raw.purchaseorder_ids)
    }
  }
})
