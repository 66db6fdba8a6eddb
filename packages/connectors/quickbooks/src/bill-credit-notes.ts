/** Credit notes of vendors. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { appliedTo, creditNoteFields, payments } from "./credit-notes.ts"
import { lookups, purchase } from "./document-fields.ts"
import { transactions } from "./query.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...transactions("VendorCredit"),
  mapping: 3,
  item: Wire.struct({ ...purchase, Balance: Wire.number }),
  lookups,
  follow: (raw) => payments("BillPayment", raw.LinkedTxn),
  map: (raw, { followed, lookups: found }) => ({
    ...creditNoteFields(raw, raw.Balance, found),
    bill_ids: appliedTo(/^Bill$/, raw.LinkedTxn, followed)
  })
})
