/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, statuses } from "./document-fields.ts"
import { changing, undated } from "./lists.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...changing("purchase-orders"),
  from: undated,
  item: Wire.struct({ ...document, purchase_order_number: Wire.text, purchase_order_date: Wire.day }),
  map: (raw) => ({
    ...documentFields(raw),
    document_number: raw.purchase_order_number,
    description: raw.notes,
    posted_date: raw.purchase_order_date,
    status: statuses(raw.status),
    bill_ids: []
  })
})
