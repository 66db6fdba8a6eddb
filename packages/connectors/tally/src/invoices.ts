/** Sales, and what is open of them. */
import { Connector } from "@svc/core"
import { books } from "./books.ts"
import { anyCount } from "./company.ts"
import { documentFields, statusOf } from "./document-fields.ts"
import { dueDate } from "./documents.ts"
import { ordersBy, ordersOf } from "./order-links.ts"
import { vouchers } from "./reads.ts"
import { openOf, pending } from "./references.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

const isSalesOrder = "$$IsSalesOrder:$VoucherTypeName"
export const isSales = "$$IsSales:$VoucherTypeName"

export const invoices = Connector.read("INVOICES", {
  ...vouchers({ fetch: voucherFetch, where: isSales }),
  mapping: 3,
  sequence: anyCount,
  item: Voucher,
  lookups: { ...books, pending, orders: ordersBy(isSalesOrder) },
  map: (raw, { lookups }) => {
    const { amounts, fields, party, total } = documentFields(raw, lookups, "credit")
    const open = openOf(party, lookups.pending, amounts, "debit")
    return {
      ...fields,
      due_date: dueDate(raw, party),
      amount_due: open,
      memo: raw.NARRATION,
      status: statusOf(raw, total, open),
      sales_order_ids: ordersOf(raw, lookups.orders)
    }
  }
})
