/** Sales orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { salesDocument, salesFields } from "./sales-lines.ts"
import { dated, Ids, Reference, silent } from "./wire.ts"

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
    orderedOn: Wire.instant,
    deliverOn: Wire.instant,
    invoices: Ids,
    note: Wire.text,
    phase: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    ...salesFields(raw),
    platform_id: raw.id,
    contact_id: raw.customer?.id,
    description: raw.note,
    posted_date: raw.orderedOn,
    delivery_date: raw.deliverOn,
    status: statuses(raw.phase),
    invoice_ids: Normalize.distinct(raw.invoices),
    updated_at: raw.updatedAt
  })
})
