/** Orders of customers, and those that vendors are sent. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields } from "./document-fields.ts"
import { orderStatuses } from "./document-statuses.ts"
import { changing, dated, undated, wholeOf } from "./lists.ts"

export const sales = {
  path: "salesorders",
  list: "salesorders",
  one: "salesorder",
  id: "salesorder_id",
  within: "line_items"
}
const SalesOrder = Wire.struct({
  ...document,
  salesorder_id: Wire.required(Wire.id),
  salesorder_number: Wire.text,
  customer_id: Wire.id,
  shipment_date: Wire.day,
  invoices: Wire.list(Wire.struct({ invoice_id: Wire.id }))
})

export const salesOrders = Connector.read("SALES_ORDERS", {
  ...changing(sales),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(sales, SalesOrder, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.salesorder_id, raw.customer_id, raw),
      document_number: raw.salesorder_number,
      description: raw.notes,
      delivery_date: raw.shipment_date,
      status: orderStatuses(raw.status),
      invoice_ids: Normalize.distinct((raw.invoices ?? []).map((own) => own?.invoice_id))
    }
  }
})

export const purchases = {
  path: "purchaseorders",
  list: "purchaseorders",
  one: "purchaseorder",
  id: "purchaseorder_id",
  within: "line_items"
}
const PurchaseOrder = Wire.struct({
  ...document,
  purchaseorder_id: Wire.required(Wire.id),
  purchaseorder_number: Wire.text,
  vendor_id: Wire.id,
  delivery_date: Wire.day,
  bills: Wire.list(Wire.struct({ bill_id: Wire.id }))
})

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...changing(purchases),
  from: undated,
  map: (row, context) => {
    const raw = wholeOf(purchases, PurchaseOrder, row, context)
    if (raw === null) return null
    return {
      ...documentFields(raw.purchaseorder_id, raw.vendor_id, raw),
      document_number: raw.purchaseorder_number,
      description: raw.notes,
      delivery_date: raw.delivery_date,
      status: orderStatuses(raw.status),
      bill_ids: Normalize.distinct((raw.bills ?? []).map((own) => own?.bill_id))
    }
  }
})
