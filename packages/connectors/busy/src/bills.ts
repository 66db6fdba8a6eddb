/** Purchases. What is open of them is kept where it cannot be read. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { ledger, isCreditor } from "./books.ts"
import { documentOf } from "./documents.ts"
import { companions, infoOf, vouchers } from "./voucher.ts"

const shared = { lookups: ledger, companions }
export const bills = Connector.read("BILLS", {
  ...vouchers("purchase"),
  ...shared,
  map: (raw, context) => ({
    ...documentOf(raw, context, "debit"),
    // The vendor's own number stands beside; the voucher's is the buyer's.
    document_number: infoOf(context.companions, raw).purchasebillno ?? raw.vchno,
    account_id: raw.mastercode1
  })
})
/** Goods that go back, and debits without goods. */
export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...vouchers("purchase_return", "debit_note"),
  ...shared,
  map: (raw, context) => {
    const own = documentOf(raw, context, "credit")
    return own.contact_id === null || isCreditor(context.lookups, own.contact_id)
      ? own
      : Read.untaken("a debit note to a customer, who owes more by it")
  }
})
