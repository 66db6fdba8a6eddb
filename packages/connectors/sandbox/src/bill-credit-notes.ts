/** Credit notes that vendors give. */
import * as Connector from "@svc/core/Connector"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, dated, flagged } from "./wire.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...flagged("creditNotes", { side: "vendor" }),
  since: changed,
  from: dated,
  item: CreditNote,
  map: (raw) => (raw.side === "vendor" ? { ...creditNoteFields(raw), bill_ids: appliedTo(raw) } : null)
})
