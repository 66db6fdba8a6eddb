/** Sales, and what is open of them. */
import { Connector } from "@svc/core"
import { books } from "./books.ts"
import { anyCount } from "./company.ts"
import { documentFields, statusOf } from "./document-fields.ts"
import { dueDate } from "./documents.ts"
import { vouchers } from "./reads.ts"
import { openOf, pending } from "./references.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

export const isSales = "$$IsSales:$VoucherTypeName"

export const invoices = Connector.read("INVOICES", {
  ...vouchers({ fetch: voucherFetch, where: isSales }),
  sequence: anyCount,
  item: Voucher,
  lookups: { ...books, pending },
  map: (raw, { lookups }) => {
    const { amounts, fields, party, total } = documentFields(raw, lookups, "credit")
    const open = openOf(party, lookups.pending, amounts, "debit")
    return {
      ...fields,
      due_date: dueDate(raw, party),
      amount_due: open,
      memo: raw.NARRATION,
      status: statusOf(raw, total, open)
    }
  }
})
