/** Credit notes to customers. */
import * as Connector from "@svc/core/Connector"
import { creditNoteFields, left } from "./credit-notes.ts"
import { Document, documents } from "./document-fields.ts"
import { appliedTo } from "./links.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...documents(["CustCred"], left),
  item: Document,
  follow: ({ id }) => appliedTo(id, "CustInvc"),
  map: (raw, { followed }) => {
    const { fields, ids } = creditNoteFields(raw, "sales", followed)
    return { ...fields, invoice_ids: ids }
  }
})
