/** Sales. What is open of them is kept where it cannot be read. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { ledger, isDebtor } from "./books.ts"
import { documentOf } from "./documents.ts"
import { companions, vouchers } from "./voucher.ts"

const shared = { lookups: ledger, companions }
export const invoices = Connector.read("INVOICES", {
  ...vouchers("sale"),
  ...shared,
  map: (raw, context) => documentOf(raw, context, "credit")
})
/** Goods that come back, and credit without goods. */
export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...vouchers("sale_return", "credit_note"),
  ...shared,
  map: (raw, context) => {
    const own = documentOf(raw, context, "debit")
    return own.contact_id === null || isDebtor(context.lookups, own.contact_id)
      ? own
      : Read.untaken("a credit note to a vendor, who is owed more by it")
  }
})
