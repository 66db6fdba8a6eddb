/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { Document, fieldsOf, referencesOf } from "./documents.ts"
import { dated, listing } from "./listing.ts"
import { said } from "./wire.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...listing("/orders", ["orders", "purchase_orders"], ["order", "purchase_order"]),
  ...referencesOf("vendor"),
  item: Document,
  from: dated("issue_date"),
  deletes: Read.byFullListing("The interface deletes none and names none that people delete"),
  map: (raw, context) => ({
    ...fieldsOf("vendor", raw, context),
    description: said(raw.notes, raw.description),
    delivery_date: raw.expiry_date,
    bill_ids: []
  })
})
