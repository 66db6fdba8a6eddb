/** What the credit notes of both sides have in common: the platform keeps them in one resource and says the side. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { salesDocument, salesFields } from "./sales-lines.ts"
import { byDocument } from "./settlements.ts"
import { Reference } from "./wire.ts"

export const CreditNote = Wire.struct({
  ...salesDocument,
  id: Wire.required(Wire.id),
  deleted: Wire.boolean,
  side: Wire.required(Wire.text),
  party: Reference,
  issuedOn: Wire.instant,
  applied: Wire.list(Wire.struct({ document: Wire.required(Reference), amount: Wire.number })),
  remaining: Wire.number,
  reason: Wire.text,
  state: Wire.text,
  updatedAt: Wire.instant
})
type CreditNote = (typeof CreditNote)["Type"]

const statuses = Normalize.word({ draft: "DRAFT", issued: "SUBMITTED", used: "PAID", cancelled: "VOID" })

export const creditNoteFields = (raw: CreditNote) => ({
  ...salesFields(raw),
  platform_id: raw.id,
  contact_id: raw.party?.id,
  posted_date: raw.issuedOn,
  remaining_credit: raw.remaining,
  memo: raw.reason,
  status: raw.state === "issued" && (raw.applied ?? []).length > 0 ? ("PARTIALLY_PAID" as const) : statuses(raw.state),
  updated_at: raw.updatedAt
})

/** The documents a note is applied to. */
export const appliedTo = (raw: CreditNote): ReadonlyArray<string> =>
  (raw.applied ?? []).flatMap(({ document }) => document.id ?? [])

/** What a note of one side has settled, as records of payments with the document they settle beside them. */
export const creditSettlements = (raw: CreditNote, side: "customer" | "vendor") => {
  if (raw.side !== side) return []
  const parts = (raw.applied ?? []).map(({ amount, document }) => ({ document: document.id, amount }))
  return byDocument(raw.id, parts).map((part) => ({
    ...part,
    credit_note_id: raw.id,
    contact_id: raw.party?.id,
    currency_id: raw.currency,
    currency_rate: raw.fxRate,
    document_number: raw.number,
    memo: raw.reason,
    payment_date: raw.issuedOn,
    updated_at: raw.updatedAt
  }))
}
