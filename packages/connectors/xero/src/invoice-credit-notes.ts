/** Credit notes to customers: those of the type ACCRECCREDIT. */
import * as Connector from "@svc/core/Connector"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { references } from "./references.ts"
import { listed } from "./wire.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...listed("CreditNotes", "CreditNoteID", 'Type=="ACCRECCREDIT"', { unitdp: 4 }),
  item: CreditNote,
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) =>
    raw.Type === "ACCRECCREDIT" ? { ...creditNoteFields(raw, lookups), invoice_ids: appliedTo(raw) } : null
})
