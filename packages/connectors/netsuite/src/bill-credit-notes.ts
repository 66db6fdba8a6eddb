/** Credit notes of vendors. */
import * as Connector from "@svc/core/Connector"
import { creditNoteFields, left } from "./credit-notes.ts"
import { Document, documents } from "./document-fields.ts"
import { appliedTo } from "./links.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...documents(["VendCred"], left),
  item: Document,
  follow: ({ id }) => appliedTo(id, "VendBill"),
  map: (raw, { followed }) => {
    const { fields, ids } = creditNoteFields(raw, "purchases", followed)
    return { ...fields, bill_ids: ids }
  }
})
