/** Sales invoices. */
import * as Connector from "@svc/core/Connector"
import { Document, dueOf, fieldsOf, referencesOf } from "./documents.ts"
import { changedOrOpen, dated, listing, missing } from "./listing.ts"
import { said } from "./wire.ts"

export const invoices = Connector.read("INVOICES", {
  ...listing("/invoices", ["invoices"], ["invoice"]),
  ...referencesOf("customer"),
  item: Document,
  sincePage: changedOrOpen,
  from: dated("issue_date"),
  deletes: missing("/invoices", "invoices"),
  map: (raw, context) => {
    const fields = fieldsOf("customer", raw, context)
    return {
      ...fields,
      due_date: raw.due_date,
      amount_due: dueOf(raw, fields.total_amount),
      memo: said(raw.description, raw.notes),
      sales_order_ids: []
    }
  }
})
