/** Credit notes of suppliers: those of the type ACCPAYCREDIT. */
import * as Connector from "@svc/core/Connector"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { references } from "./references.ts"
import { listed } from "./wire.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...listed("CreditNotes", "CreditNoteID", 'Type=="ACCPAYCREDIT"', { unitdp: 4 }),
  item: CreditNote,
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) =>
    raw.Type === "ACCPAYCREDIT" ? { ...creditNoteFields(raw, lookups), bill_ids: appliedTo(raw) } : null
})
