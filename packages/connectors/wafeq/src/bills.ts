/** Bills of suppliers. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, settled } from "./document-fields.ts"
import { changing, undated } from "./lists.ts"

export const bills = Connector.read("BILLS", {
  ...changing("bills"),
  from: undated,
  item: Wire.struct({
    ...document,
    bill_number: Wire.text,
    bill_date: Wire.day,
    bill_due_date: Wire.day,
    balance: Wire.number
  }),
  map: (raw) => ({
    ...documentFields(raw),
    document_number: raw.bill_number,
    posted_date: raw.bill_date,
    due_date: raw.bill_due_date,
    amount_due: raw.balance,
    tax_inclusive: raw.tax_amount_type == null ? null : raw.tax_amount_type === "TAX_INCLUSIVE",
    memo: raw.notes,
    status: settled(raw, raw.balance),
    purchase_order_ids: []
  })
})
