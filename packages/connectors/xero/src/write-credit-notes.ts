/** How credit notes are written: as other documents are, and applied to invoices or bills in calls of their own. */
import { Call, Normalize, Wire, Write } from "@svc/core"
import { allocation, allocations, apply, changes, Note } from "./allocating.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { references } from "./references.ts"
import { mostSettled, type Settled, settledBy } from "./settled.ts"
import { beside, type Table, text } from "./taking.ts"
import { head, status, voided } from "./write-documents.ts"
import { plainLines } from "./write-lines.ts"
import { writing } from "./writing.ts"
import type { Options } from "./written.ts"

const creditNotes = <const M extends "BILL_CREDIT_NOTES" | "INVOICE_CREDIT_NOTES">(
  model: M,
  member: "bill_ids" | "invoice_ids",
  what: { readonly record: Options<"create">["record"]; readonly type: string; readonly of: string },
  takes: Table
) =>
  writing<M, any>(model, {
    offers: ["create", "update", "void"],
    record: what.record,
    collection: "CreditNotes",
    id: "CreditNoteID",
    requires: ["contact_id", "line_items"],
    lookups: { ...references, settled: settledBy(member) },
    query: { unitdp: 4 },
    types: [what.type],
    // Only an authorised note can be applied to anything.
    made: { Type: what.type, Status: "AUTHORISED" },
    takes: {
      ...head,
      document_number: "CreditNoteNumber",
      status: status("AUTHORISED", voided),
      line_items: plainLines(4),
      [member]: beside,
      ...takes
    },
    batch: mostSettled,
    ended: voided,
    refuse: (item, { current, lookups }) => {
      const wanted: ReadonlyArray<string> = item[member] ?? []
      const added = current === null ? wanted : changes(Wire.decode(Note, current), wanted).added
      const unpayable = added.find((id) => {
        const found: Settled | undefined = lookups.settled.get(id)
        return found?.Type !== what.of || found.Status !== "AUTHORISED" || !found.AmountDue
      })
      if (unpayable !== undefined) {
        return {
          field: `${member}[${wanted.indexOf(unpayable)}]`,
          message: `is no ${what.of === "ACCPAY" ? "bill" : "invoice"} with an amount left to pay`
        }
      }
      const isDraft = item["status"] === "DRAFT" && wanted.length > 0
      return isDraft ? { field: "status", message: "cannot be DRAFT of a note that is applied" } : null
    },
    follow: (raw, item, { lookups }) => {
      const note = Wire.decode(Note, raw)
      const found = allocations(note, note.RemainingCredit ?? note.Total ?? 0, new Set(item[member]), lookups.settled)
      return found.length === 0 ? [] : [apply(note.CreditNoteID, found)]
    },
    steps:
      (change) =>
      ({ answered, current, input, lookups }) => {
        const { [member]: wanted, platform_id: id, ...others } = input as Readonly<Record<string, any>>
        if (Object.keys(others).length > 0 && answered["changed"] === undefined) {
          return Write.step("changed", change)
        }
        const before = Wire.decode(Note, current.raw)
        const { added, dropped } = changes(before, wanted === null ? [] : wanted)
        for (const { AllocationID, Amount, Date, Invoice } of dropped) {
          const name = `taken off ${Invoice?.InvoiceID}`
          const path = `/CreditNotes/${Call.segment(id)}/Allocations/${Call.segment(AllocationID ?? "")}`
          const undo = apply(id, [allocation(Invoice?.InvoiceID, Amount, Date)])
          if (answered[name] === undefined) {
            return Write.step(name, { method: "DELETE", path }, { undo, idempotency: Write.natural })
          }
        }
        const [raw] = (Call.at(answered["changed"]?.body, "CreditNotes") ?? []) as ReadonlyArray<unknown>
        const now = raw === undefined ? before : Wire.decode(Note, raw)
        const left = Normalize.sum([now.RemainingCredit, ...dropped.map(({ Amount }) => Amount)]) ?? 0
        const found = allocations(now, left, added, lookups["settled"] as ReadonlyMap<string, Settled>)
        if (found.length > 0 && answered["applied"] === undefined) return Write.step("applied", apply(id, found))
        return Write.acceptedId(id)
      }
  })

export const writeBillCreditNotes = creditNotes(
  "BILL_CREDIT_NOTES",
  "bill_ids",
  { record: billCreditNotes, type: "ACCPAYCREDIT", of: "ACCPAY" },
  // Quirk: Reference, where a memo would go, exists on sales credit notes only.
  {}
)
export const writeInvoiceCreditNotes = creditNotes(
  "INVOICE_CREDIT_NOTES",
  "invoice_ids",
  { record: invoiceCreditNotes, type: "ACCRECCREDIT", of: "ACCREC" },
  { memo: text("Reference") }
)
