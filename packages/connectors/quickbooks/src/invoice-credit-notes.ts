/** Credit notes to customers. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { appliedTo, creditNoteFields, payments } from "./credit-notes.ts"
import { lookups, sale } from "./document-fields.ts"
import { transactions } from "./query.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...transactions("CreditMemo"),
  mapping: 3,
  item: Wire.struct({ ...sale, RemainingCredit: Wire.number, Balance: Wire.number }),
  lookups,
  follow: (raw) => payments("Payment", raw.LinkedTxn),
  map: (raw, { followed, lookups: found }) => ({
    ...creditNoteFields(raw, raw.RemainingCredit ?? raw.Balance, found),
    invoice_ids: appliedTo(/^Invoice$/, raw.LinkedTxn, followed)
  })
})
