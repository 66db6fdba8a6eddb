/** Invoices, credit notes and orders of customers. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, ordered, owed } from "./document-fields.ts"
import { inLayouts, isNote, missingNotes, salesLayouts, wholeOf } from "./layouts.ts"
import { books } from "./references.ts"
import { appliedBy, sales } from "./settlements.ts"
import { missing, Ref } from "./wire.ts"

const sale = { ...document, Customer: Ref }
export const Invoice = Wire.struct({ ...sale, InvoiceType: Wire.text })
const listing = inLayouts("/Sale/Invoice", salesLayouts, (raw: (typeof Invoice)["Type"]) => raw.InvoiceType)

export const invoices = Connector.read("INVOICES", {
  ...listing,
  item: Invoice,
  deletes: missingNotes("/Sale/Invoice", false),
  lookups: books,
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Invoice, short, followed)
    if (isNote(raw)) return null
    const { fields, open } = owed(raw, lookups)
    return {
      ...fields,
      contact_id: raw.Customer?.UID,
      document_number: raw.Number,
      due_date: raw.Terms?.DueDate,
      amount_due: open,
      sales_order_ids: Normalize.distinct(raw.Order?.UID)
    }
  }
})

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...listing,
  item: Invoice,
  deletes: missingNotes("/Sale/Invoice", true),
  lookups: { ...books, applied: appliedBy(sales) },
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Invoice, short, followed)
    if (!isNote(raw)) return null
    const { fields, open } = owed(raw, lookups, true)
    return {
      ...fields,
      contact_id: raw.Customer?.UID,
      document_number: raw.Number,
      remaining_credit: open,
      invoice_ids: lookups.applied.get(raw.UID) ?? []
    }
  }
})

const Order = Wire.struct({ ...sale, OrderType: Wire.text })
export const salesOrders = Connector.read("SALES_ORDERS", {
  ...inLayouts("/Sale/Order", salesLayouts, (raw: (typeof Order)["Type"]) => raw.OrderType),
  item: Order,
  deletes: missing("/Sale/Order"),
  lookups: books,
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Order, short, followed)
    return {
      ...ordered(raw, lookups),
      contact_id: raw.Customer?.UID,
      // The invoice names the order.
      invoice_ids: []
    }
  }
})
