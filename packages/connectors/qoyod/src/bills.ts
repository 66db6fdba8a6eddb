/** Bills. */
import * as Connector from "@svc/core/Connector"
import { Document, dueOf, fieldsOf, referencesOf } from "./documents.ts"
import { changedOrOpen, dated, listing, missing } from "./listing.ts"
import { said } from "./wire.ts"

export const bills = Connector.read("BILLS", {
  ...listing("/bills", ["bills"], ["bill"]),
  ...referencesOf("vendor"),
  item: Document,
  sincePage: changedOrOpen,
  from: dated("issue_date"),
  deletes: missing("/bills", "bills"),
  map: (raw, context) => {
    const fields = fieldsOf("vendor", raw, context)
    return {
      ...fields,
      due_date: raw.due_date,
      amount_due: dueOf(raw, fields.total_amount),
      tax_inclusive: raw.line_items?.some(({ is_inclusive }) => is_inclusive === true) ?? null,
      memo: said(raw.notes, raw.description),
      purchase_order_ids: []
    }
  }
})
