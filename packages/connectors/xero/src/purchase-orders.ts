/** Purchase orders, read and created. */
import { Call, Connector, Wire, Write } from "@svc/core"
import { document, documentFields, documentStatus } from "./document-fields.ts"
import { changed, date, deleted, pages } from "./wire.ts"
import { batch, day, elements, itemCodes, line, refuseLines } from "./writing.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  path: "/PurchaseOrders",
  query: { order: "PurchaseOrderID ASC" },
  page: pages,
  since: changed,
  // Quirk: purchase orders take no `where`.
  from: ({ from }) => ({ query: { DateFrom: from.slice(0, 10) } }),
  items: "PurchaseOrders",
  item: Wire.struct({
    ...document,
    PurchaseOrderID: Wire.required(Wire.id),
    PurchaseOrderNumber: Wire.text,
    DeliveryDate: date,
    DeliveryInstructions: Wire.text,
    TotalDiscount: Wire.number
  }),
  deletes: deleted,
  get: "/PurchaseOrders/{id}",
  map: (raw) => ({
    ...documentFields(raw),
    platform_id: raw.PurchaseOrderID,
    document_number: raw.PurchaseOrderNumber,
    description: raw.Reference || raw.DeliveryInstructions,
    delivery_date: raw.DeliveryDate,
    total_discount: raw.TotalDiscount,
    status: documentStatus(raw)
  })
})

export const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["contact_id", "line_items"],
  // An order becomes a bill in the product only.
  unsupported: [
    "bill_ids",
    "description",
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { codes: itemCodes },
  // Quirk: purchase orders know no `unitdp`: unit amounts have two decimals.
  refuse: (item, { lookups }) => refuseLines(item.line_items, lookups.codes, 2),
  batch,
  call: (items, { lookups }) => ({
    method: "PUT",
    path: "/PurchaseOrders",
    query: { summarizeErrors: false },
    body: {
      PurchaseOrders: items.map((item) =>
        Call.present({
          Contact: { ContactID: item.contact_id },
          PurchaseOrderNumber: item.document_number,
          Date: day(item.posted_date),
          DeliveryDate: day(item.delivery_date),
          CurrencyCode: item.currency_id,
          LineAmountTypes: "Exclusive",
          Status: "SUBMITTED",
          LineItems: (item.line_items ?? []).map((own) => line(own, lookups.codes, 2))
        })
      )
    }
  }),
  answers: elements("PurchaseOrders"),
  record: purchaseOrders,
  idempotency: Write.key("Idempotency-Key")
})
