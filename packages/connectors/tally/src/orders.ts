/** Orders of customers and to vendors. They are promises: no bill is open for them. */
import * as Connector from "@svc/core/Connector"
import { books, type Found } from "./books.ts"
import { documentFields, type Side, statusOf } from "./document-fields.ts"
import { linesOf, partyOf } from "./documents.ts"
import { vouchers } from "./voucher-reads.ts"
import type { Voucher } from "./voucher.ts"
import { isPurchaseOrder, isSalesOrder } from "./families.ts"

/** Quirk: an order books nothing, so that it may be entered on either side: the party's decides. */
const sideOf = (raw: Voucher, own: Found, usual: Side): Side => {
  const held = partyOf(raw, own)?.AMOUNT?.base ?? 0
  return held === 0 ? usual : held > 0 ? "debit" : "credit"
}
const orderFields = (raw: Voucher, own: Found, usual: Side) => {
  const { fields, total } = documentFields(raw, own, sideOf(raw, own, usual))
  const due = linesOf(raw, partyOf(raw, own)).flatMap(({ item }) =>
    (item?.["BATCHALLOCATIONS.LIST"] ?? []).flatMap(({ ORDERDUEDATE }) => ORDERDUEDATE ?? [])
  )
  return {
    ...fields,
    description: raw.NARRATION,
    // Each line may have a day of its own: the order is there with the last of them.
    delivery_date: due.toSorted().at(-1),
    status: statusOf(raw, total, null)
  }
}

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...vouchers(isPurchaseOrder, books),
  map: (raw, { lookups }) => orderFields(raw, lookups, "debit")
})
export const salesOrders = Connector.read("SALES_ORDERS", {
  ...vouchers(isSalesOrder, books),
  map: (raw, { lookups }) => orderFields(raw, lookups, "credit")
})
