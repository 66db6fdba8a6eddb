/** Creating purchase orders. */
import { Connector } from "@svc/core"
import { purchaseOrders } from "./purchase-orders.ts"
import { day, idempotency, itemAccounts, partyId, purchaseLines, put, ref, refuseLines, taken } from "./writing.ts"

export const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["contact_id", "line_items", "line_items.unit_amount"],
  // An order becomes a bill in NetSuite only.
  unsupported: [
    "bill_ids",
    "description",
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { accounts: itemAccounts("expenseaccount") },
  refuse: (item, { lookups }) =>
    partyId("vendor", item.contact_id!) === null
      ? { field: "contact_id", message: "is no vendor" }
      : refuseLines(item.line_items, lookups.accounts),
  call: ([item]) =>
    put("purchaseOrder", {
      entity: ref(partyId("vendor", item!.contact_id!)),
      tranId: item!.document_number,
      tranDate: day(item!.posted_date),
      dueDate: day(item!.delivery_date),
      currency: ref(item!.currency_id),
      ...purchaseLines(item!.line_items)
    }),
  answers: taken(),
  record: purchaseOrders,
  idempotency
})
