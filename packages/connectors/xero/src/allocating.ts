/** How credit notes are applied to invoices and bills: in calls of their own, which take amounts. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Settled } from "./settled.ts"

const Allocation = Wire.struct({
  AllocationID: Wire.id,
  Amount: Wire.number,
  Date: Wire.day,
  Invoice: Wire.struct({ InvoiceID: Wire.id }),
  IsDeleted: Wire.boolean
})
export const Note = Wire.struct({
  CreditNoteID: Wire.required(Wire.id),
  Date: Wire.day,
  Status: Wire.text,
  Total: Wire.number,
  RemainingCredit: Wire.number,
  Allocations: Wire.list(Allocation)
})
type Note = (typeof Note)["Type"]
type Allocation = (typeof Allocation)["Type"]

const standing = ({ Allocations }: Note) => (Allocations ?? []).filter(({ IsDeleted }) => IsDeleted !== true)
export const apply = (id: string, Allocations: ReadonlyArray<object>): Call.Call => ({
  method: "PUT",
  path: `/CreditNotes/${Call.segment(id)}/Allocations`,
  body: { Allocations }
})
export const allocation = (InvoiceID: string | null | undefined, Amount: number | null | undefined, on: unknown) => ({
  Invoice: { InvoiceID },
  Amount,
  Date: Normalize.day(on)
})
/** As much as is left of the note and of each document, in their order. */
export const allocations = (
  note: Note,
  left: number,
  wanted: Iterable<string>,
  settled: ReadonlyMap<string, Settled>
) => {
  let rest = left
  return [...wanted].flatMap((id) => {
    const amount = Math.min(rest, settled.get(id)?.AmountDue ?? 0)
    rest = Normalize.difference(rest, amount) ?? 0
    return amount > 0 ? [allocation(id, amount, note.Date)] : []
  })
}
/** What is to be applied to, and what is not any more; nothing changes where the item does not say. */
export const changes = (note: Note, wanted: ReadonlyArray<string> | undefined) => {
  const applied = standing(note)
  const isKept = ({ Invoice }: Allocation) => wanted === undefined || wanted.includes(Invoice?.InvoiceID ?? "")
  const known = new Set(applied.map(({ Invoice }) => Invoice?.InvoiceID))
  return {
    dropped: applied.filter((own) => !isKept(own)),
    added: [...new Set(wanted ?? [])].filter((id) => !known.has(id))
  }
}
