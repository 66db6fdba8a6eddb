/** What bill and invoice credit notes have in common: Xero keeps both as credit notes of one shape. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, documentFields, documentStatus } from "./document-fields.ts"
import type { References } from "./references.ts"

export const CreditNote = Wire.struct({
  ...document,
  CreditNoteID: Wire.required(Wire.id),
  CreditNoteNumber: Wire.text,
  RemainingCredit: Wire.number,
  Allocations: Wire.list(Wire.struct({ Invoice: Wire.struct({ InvoiceID: Wire.id }), IsDeleted: Wire.boolean }))
})
type CreditNote = (typeof CreditNote)["Type"]

export const creditNoteFields = (raw: CreditNote, known: References) => ({
  ...documentFields(raw, known),
  platform_id: raw.CreditNoteID,
  platform_unique_id: raw.CreditNoteNumber,
  document_number: raw.CreditNoteNumber,
  remaining_credit: raw.RemainingCredit,
  memo: raw.Reference,
  status: documentStatus(raw, raw.RemainingCredit)
})

/** Platform ids of the invoices or bills it was applied to. */
export const appliedTo = (raw: CreditNote) =>
  Normalize.distinct((raw.Allocations ?? []).map(({ Invoice, IsDeleted }) => (IsDeleted ? null : Invoice?.InvoiceID)))
