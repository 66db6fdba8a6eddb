/** Invoices of two kinds: those that are paid later, and the simplified ones of sales that are paid at once. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, settled } from "./document-fields.ts"
import { changing, undated } from "./lists.ts"

const Invoice = Wire.struct({
  ...document,
  invoice_number: Wire.text,
  invoice_date: Wire.day,
  invoice_due_date: Wire.day,
  balance: Wire.number,
  discount_amount: Wire.number
})

const invoicesIn = (collection: string) =>
  Connector.read("INVOICES", {
    ...changing(collection),
    from: undated,
    item: Invoice,
    map: (raw) => {
      const status = settled(raw, raw.balance)
      return {
        ...documentFields(raw, raw.discount_amount),
        // Simplified ones have no balance: all of it is paid, or nothing.
        amount_due: raw.balance ?? (status === "PAID" ? 0 : null),
        document_number: raw.invoice_number,
        posted_date: raw.invoice_date,
        due_date: raw.invoice_due_date,
        memo: raw.notes,
        status,
        sales_order_ids: []
      }
    }
  })
export const standard = invoicesIn("invoices")
export const invoices = [standard, invoicesIn("simplified-invoices")]
