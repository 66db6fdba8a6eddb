/** Sales orders. */
import { Connector, Normalize, Wire } from "@svc/core"
import { salesDocument, salesFields } from "./sales-lines.ts"
import { dated, ids, Ids, instant, Reference, silent } from "./wire.ts"

const statuses = Normalize.word({
  quoted: "DRAFT",
  confirmed: "SUBMITTED",
  delivered: "SUBMITTED",
  withdrawn: "VOID"
})

// Quirk: a new invoice of an order does not move the order's updatedAt, so that orders are read as a whole each time.
export const salesOrders = Connector.read("SALES_ORDERS", {
  ...silent("salesOrders"),
  from: dated,
  item: Wire.struct({
    ...salesDocument,
    id: Wire.required(Wire.id),
    customer: Reference,
    orderedOn: instant,
    deliverOn: instant,
    invoices: Ids,
    note: Wire.text,
    phase: Wire.text,
    updatedAt: instant
  }),
  map: (raw) => ({
    ...salesFields(raw),
    platform_id: raw.id,
    contact_id: raw.customer?.id,
    description: raw.note,
    posted_date: raw.orderedOn,
    delivery_date: raw.deliverOn,
    status: statuses(raw.phase),
    invoice_ids: ids(raw.invoices),
    updated_at: raw.updatedAt
  })
})
