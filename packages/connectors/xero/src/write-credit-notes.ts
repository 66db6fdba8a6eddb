/** How credit notes are written: as other documents are, and applied to invoices or bills in calls of their own. */
import type { Read, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { allocation, allocations, apply, changes, Note } from "./allocating.ts"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { references } from "./references.ts"
import { mostSettled, type Settled, settledBy } from "./settled.ts"
import { head, status, voided } from "./write-documents.ts"
import { plainLines } from "./write-lines.ts"
import { writing } from "./writing.ts"

type Found = ReadonlyMap<string, Settled>

/** A change of a note: its members, then what it is taken off, then what it is applied to besides. */
const changing =
  (member: string, change: NonNullable<Writer.Doing["call"]>): Writer.Steps =>
  (sent) => {
    const { answered, id, item, lookups, raw } = sent
    const { [member]: wanted, platform_id: _, ...others } = item
    if (Object.keys(others).length > 0 && answered["changed"] === undefined) return Write.step("changed", change(sent))
    const before = Wire.decode(Note, raw)
    const { added, dropped } = changes(before, wanted === null ? [] : wanted)
    for (const { AllocationID, Amount, Date, Invoice } of dropped) {
      const name = `taken off ${Invoice?.InvoiceID}`
      const path = `/CreditNotes/${Call.segment(id)}/Allocations/${Call.segment(AllocationID ?? "")}`
      const undo = apply(id, [allocation(Invoice?.InvoiceID, Amount, Date)])
      if (answered[name] === undefined) {
        return Write.step(name, { method: "DELETE", path }, { undo, idempotency: Write.natural })
      }
    }
    const [answer] = (Call.at(answered["changed"]?.body, "CreditNotes") ?? []) as ReadonlyArray<unknown>
    const now = answer === undefined ? before : Wire.decode(Note, answer)
    const left = Normalize.sum([now.RemainingCredit, ...dropped.map(({ Amount }) => Amount)]) ?? 0
    const found = allocations(now, left, added, lookups["settled"] as Found)
    if (found.length > 0 && answered["applied"] === undefined) return Write.step("applied", apply(id, found))
    return Write.acceptedId(id)
  }

const creditNotes = (member: string, of: "ACCPAY" | "ACCREC", record: Read.Read) => ({
  record,
  collection: "CreditNotes",
  id: "CreditNoteID",
  requires: ["contact_id", "line_items"] as const,
  lookups: { ...references, settled: settledBy(member) },
  query: { unitdp: 4 },
  types: [`${of}CREDIT`],
  // Only an authorised note can be applied to anything.
  made: { Type: `${of}CREDIT`, Status: "AUTHORISED" },
  takes: {
    ...head,
    document_number: "CreditNoteNumber",
    status: status("AUTHORISED", voided),
    line_items: plainLines(4)
  },
  batch: mostSettled,
  ended: voided,
  makes: (item: Take.Item, { lookups, raw, refuse }: Take.At): object => {
    const wanted: ReadonlyArray<string> = item[member] ?? []
    const added = raw === undefined ? wanted : changes(Wire.decode(Note, raw), wanted).added
    const unpayable = added.find((id) => {
      const found = (lookups["settled"] as Found).get(id)
      return found?.Type !== of || found.Status !== "AUTHORISED" || !found.AmountDue
    })
    if (unpayable !== undefined) {
      const what = of === "ACCPAY" ? "bill" : "invoice"
      refuse(`is no ${what} with an amount left to pay`, `${member}[${wanted.indexOf(unpayable)}]`)
    }
    return item["status"] === "DRAFT" && wanted.length > 0
      ? refuse("cannot be DRAFT of a note that is applied", "status")
      : {}
  },
  departs: ({ create, update: { call, ...update } = {} }: Writer.Way): Writer.Way => ({
    create: {
      ...create,
      follow: (raw, { item, lookups }) => {
        const note = Wire.decode(Note, raw)
        const left = note.RemainingCredit ?? note.Total ?? 0
        const found = allocations(note, left, new Set<string>(item[member]), lookups["settled"])
        return found.length === 0 ? [] : [apply(note.CreditNoteID, found)]
      }
    },
    update: { ...update, steps: changing(member, call!) }
  })
})
const ofBills = creditNotes("bill_ids", "ACCPAY", billCreditNotes)
const ofInvoices = creditNotes("invoice_ids", "ACCREC", invoiceCreditNotes)

// Quirk: Reference, where a memo would go, exists on sales credit notes only.
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "void"], {
  ...ofBills,
  takes: { ...ofBills.takes, bill_ids: Take.beside }
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "void"], {
  ...ofInvoices,
  takes: { ...ofInvoices.takes, invoice_ids: Take.beside, memo: "Reference" },
  clears: ["memo"]
})
