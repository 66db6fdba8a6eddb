/** Purchases, and what is open of them. */
import { Connector } from "@svc/core"
import { books, ledger } from "./books.ts"
import { anyCount } from "./company.ts"
import { documentFields, statusOf } from "./document-fields.ts"
import { dueDate } from "./documents.ts"
import { ordersBy, ordersOf } from "./order-links.ts"
import { vouchers } from "./reads.ts"
import { openOf, pending } from "./references.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

const isPurchaseOrder = "$$IsPurcOrder:$VoucherTypeName"
export const isPurchase = "$$IsPurchase:$VoucherTypeName"

export const bills = Connector.read("BILLS", {
  ...vouchers({ fetch: voucherFetch, where: isPurchase }),
  mapping: 3,
  sequence: anyCount,
  item: Voucher,
  lookups: { ...books, pending, orders: ordersBy(isPurchaseOrder) },
  map: (raw, { lookups }) => {
    const { amounts, fields, party, total } = documentFields(raw, lookups, "debit")
    const open = openOf(party, lookups.pending, amounts, "credit")
    return {
      ...fields,
      // The vendor's own number is the reference; the voucher's number is the buyer's.
      document_number: raw.REFERENCE ?? raw.VOUCHERNUMBER,
      account_id: ledger(lookups, party?.LEDGERNAME)?.GUID,
      due_date: dueDate(raw, party),
      amount_due: open,
      memo: raw.NARRATION,
      status: statusOf(raw, total, open),
      purchase_order_ids: ordersOf(raw, lookups.orders)
    }
  }
})
