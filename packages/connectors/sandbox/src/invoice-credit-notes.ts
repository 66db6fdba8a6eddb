/** Credit notes that customers get. */
import * as Connector from "@svc/core/Connector"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, dated, flagged } from "./wire.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...flagged("creditNotes", { side: "customer" }),
  since: changed,
  from: dated,
  item: CreditNote,
  map: (raw) => (raw.side === "customer" ? { ...creditNoteFields(raw), invoice_ids: appliedTo(raw) } : null)
})
