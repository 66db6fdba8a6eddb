/** Creating purchase orders. */
import { Call, Connector } from "@svc/core"
import { payableLookups, payableOf } from "./payable.ts"
import { minorversion } from "./query.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { answer, day, idempotency, itemAccounts, line, partyId, ref, refuseLines, taxCalculation } from "./writing.ts"

export const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["contact_id", "line_items", "line_items.unit_amount"],
  // Quirk: the link between an order and a bill is written with the bill, line by line.
  unsupported: [
    "bill_ids",
    "description",
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { ...payableLookups, accounts: itemAccounts("ExpenseAccountRef") },
  refuse: (item, { lookups }) => {
    if (partyId("vendor", item.contact_id!) === null) return { field: "contact_id", message: "is no vendor" }
    if (payableOf(item, lookups) === undefined) {
      return { field: "currency_id", message: "has no account of its own among the accounts payable" }
    }
    return refuseLines(item.line_items, lookups.accounts)
  },
  call: ([item], { lookups }) => ({
    method: "POST",
    path: "/purchaseorder",
    query: { minorversion },
    body: Call.present({
      VendorRef: ref(partyId("vendor", item!.contact_id!)),
      APAccountRef: ref(payableOf(item!, lookups)),
      DocNumber: item!.document_number,
      TxnDate: day(item!.posted_date),
      DueDate: day(item!.delivery_date),
      CurrencyRef: ref(item!.currency_id),
      GlobalTaxCalculation: taxCalculation(item!.line_items),
      Line: item!.line_items?.map(line)
    })
  }),
  answers: answer("PurchaseOrder"),
  record: purchaseOrders,
  idempotency
})
