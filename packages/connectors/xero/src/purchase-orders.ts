/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, documentStatus } from "./document-fields.ts"
import { references } from "./references.ts"
import { listed } from "./wire.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...listed("PurchaseOrders", "PurchaseOrderID"),
  // Quirk: purchase orders take no `where`.
  from: ({ from }) => ({ query: { DateFrom: from.slice(0, 10) } }),
  item: Wire.struct({
    ...document,
    PurchaseOrderID: Wire.required(Wire.id),
    PurchaseOrderNumber: Wire.text,
    DeliveryDate: Wire.day,
    DeliveryInstructions: Wire.text,
    TotalDiscount: Wire.number
  }),
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) => ({
    ...documentFields(raw, lookups),
    platform_id: raw.PurchaseOrderID,
    platform_unique_id: raw.PurchaseOrderNumber,
    document_number: raw.PurchaseOrderNumber,
    description: raw.Reference || raw.DeliveryInstructions,
    delivery_date: raw.DeliveryDate,
    total_discount: raw.TotalDiscount,
    status: documentStatus(raw)
  })
})
