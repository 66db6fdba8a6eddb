/** Invoices to customers. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Document, documentFields, documents, due, madeFrom } from "./document-fields.ts"
import { paidState } from "./states.ts"
import { headOf } from "./wire.ts"

export const invoices = Connector.read("INVOICES", {
  ...documents(["CustInvc"], due),
  item: Document,
  map: (raw) => {
    const row = headOf(raw)
    const fields = documentFields(raw, "sales", "customer")
    return {
      ...fields,
      due_date: Normalize.day(row.duedate, "duedate"),
      amount_due: row.unpaid,
      memo: row.memo,
      status: paidState(row, fields.total_amount),
      sales_order_ids: madeFrom(raw, "SalesOrd")
    }
  }
})
