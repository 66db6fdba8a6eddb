/** Invoices to customers. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { documentFields, documentStatus, lookups, sale } from "./document-fields.ts"
import { transactions } from "./query.ts"

export const invoices = Connector.read("INVOICES", {
  ...transactions("Invoice"),
  mapping: 3,
  item: Wire.struct({ ...sale, DueDate: Wire.text, Balance: Wire.number }),
  lookups,
  map: (raw, { lookups: found }) => ({
    ...documentFields(raw, found),
    due_date: Normalize.day(raw.DueDate, "DueDate"),
    amount_due: raw.Balance,
    status: documentStatus(raw, raw.Balance)
  })
})
