/** Bills and invoices, and the orders that they come of. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields } from "./document-fields.ts"
import { booked } from "./items.ts"
import { dated, Named, Refs } from "./lists.ts"
import { statusOf } from "./statuses.ts"

export const bills = Connector.read("BILLS", {
  ...dated("purchase_invoices", "purchase_invoice"),
  lookups: { booked },
  item: Wire.struct({ ...document, selected_po_id: Wire.id }),
  map: (raw, found) => ({
    ...documentFields(raw, "bought", found),
    due_date: raw.due_date,
    amount_due: raw.remaining,
    tax_inclusive: raw.use_tax_inclusive,
    memo: raw.memo,
    status: statusOf(raw, "documents"),
    purchase_order_ids: Normalize.distinct(raw.selected_po_id)
  })
})

export const invoices = Connector.read("INVOICES", {
  ...dated("sales_invoices", "sales_invoice"),
  lookups: { booked },
  item: Wire.struct({ ...document, selected_po_id: Wire.id, sales_order: Named }),
  map: (raw, found) => ({
    ...documentFields(raw, "sold", found),
    due_date: raw.due_date,
    amount_due: raw.remaining,
    memo: raw.memo,
    status: statusOf(raw, "documents"),
    sales_order_ids: Normalize.distinct(raw.selected_po_id, raw.sales_order?.id)
  })
})

const placed = Wire.struct({ ...document, invoices: Refs })
const orderFields = (raw: (typeof placed)["Type"]) => ({
  description: raw.memo,
  delivery_date: raw.shipping_date,
  status: statusOf(raw, "orders")
})
const invoicedBy = ({ invoices: all }: (typeof placed)["Type"]) => Normalize.distinct(all?.map((own) => own?.id))

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...dated("purchase_orders", "purchase_order"),
  lookups: { booked },
  item: placed,
  map: (raw, found) => ({ ...documentFields(raw, "bought", found), ...orderFields(raw), bill_ids: invoicedBy(raw) })
})
export const salesOrders = Connector.read("SALES_ORDERS", {
  ...dated("sales_orders", "sales_order"),
  lookups: { booked },
  item: placed,
  map: (raw, found) => ({ ...documentFields(raw, "sold", found), ...orderFields(raw), invoice_ids: invoicedBy(raw) })
})
