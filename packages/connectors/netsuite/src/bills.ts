/** Bills of vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { amounts } from "./document-lines.ts"
import { Document, documentFields, documents, due, madeFrom } from "./document-fields.ts"
import { paidState } from "./states.ts"
import { headOf } from "./wire.ts"

export const bills = Connector.read("BILLS", {
  ...documents(["VendBill"], due),
  item: Document,
  map: (raw) => {
    const row = headOf(raw)
    const fields = documentFields(raw, "purchases", "vendor")
    return {
      ...fields,
      account_id: amounts(raw.rows, "purchases").main?.account,
      due_date: Normalize.day(row.duedate, "duedate"),
      amount_due: row.unpaid,
      memo: row.memo,
      status: paidState(row, fields.total_amount),
      purchase_order_ids: madeFrom(raw, "PurchOrd")
    }
  }
})
