/** Sales and purchases, and what is open of them. */
import * as Connector from "@svc/core/Connector"
import { books, type Found, ledger } from "./books.ts"
import { anyCount } from "./company.ts"
import { documentFields, opposite, type Side, statusOf } from "./document-fields.ts"
import { dueDate } from "./documents.ts"
import { ordersBy, ordersOf } from "./order-links.ts"
import { vouchers } from "./voucher-reads.ts"
import { openOf, type Pending, pending } from "./references.ts"
import type { Voucher } from "./voucher.ts"
import { isPurchase, isPurchaseOrder, isSales, isSalesOrder } from "./families.ts"

const owed = (where: string, orders: string) => ({
  ...vouchers(where, { ...books, pending, orders: ordersBy(orders) }, anyCount),
  mapping: 3
})
const fieldsOf = (raw: Voucher, own: Found & { readonly pending: Pending }, side: Side) => {
  const { amounts, fields, party, total } = documentFields(raw, own, side)
  const open = openOf(party, own.pending, amounts, opposite(side))
  const owing = { due_date: dueDate(raw, party), amount_due: open, status: statusOf(raw, total, open) }
  return { fields: { ...fields, ...owing, memo: raw.NARRATION }, party }
}

export const invoices = Connector.read("INVOICES", {
  ...owed(isSales, isSalesOrder),
  map: (raw, { lookups }) => ({
    ...fieldsOf(raw, lookups, "credit").fields,
    sales_order_ids: ordersOf(raw, lookups.orders)
  })
})

export const bills = Connector.read("BILLS", {
  ...owed(isPurchase, isPurchaseOrder),
  map: (raw, { lookups }) => {
    const { fields, party } = fieldsOf(raw, lookups, "debit")
    return {
      ...fields,
      // The vendor's own number is the reference; the voucher's number is the buyer's.
      document_number: raw.REFERENCE ?? raw.VOUCHERNUMBER,
      account_id: ledger(lookups, party?.LEDGERNAME)?.GUID,
      purchase_order_ids: ordersOf(raw, lookups.orders)
    }
  }
})
