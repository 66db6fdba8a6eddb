/** How credits are written: credit notes to customers, and debit notes, which are those of suppliers. */
import type { Writer } from "@svc/core"
import * as Take from "@svc/core/Take"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { type Putting, putting, puttingLater } from "./putting.ts"
import { accountsBy, head, made, project, requires } from "./write-lines.ts"
import { writing } from "./writing.ts"

/** A note is put on the documents that it names. */
const puts =
  (how: Putting) =>
  ({ create: _create, update: _update, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    create: { steps: putting(how, made) },
    update: { steps: puttingLater(how) }
  })

const noted = [...requires, "contact_id", "currency_id", "document_number", "posted_date"] as const
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  record: invoiceCreditNotes,
  collection: "credit-notes",
  made,
  requires: { create: noted },
  lookups: accountsBy("revenue_account"),
  takes: {
    ...head("credit_note_date"),
    invoice_ids: Take.beside,
    document_number: "credit_note_number",
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "FINALIZED" })
  },
  makes: project,
  clears: ["memo"],
  departs: puts({
    notes: "credit-notes",
    documents: "invoices",
    list: "credit_notes",
    member: "credit_note",
    ids: "invoice_ids",
    day: "credit_note_date"
  })
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  record: billCreditNotes,
  collection: "debit-notes",
  made,
  requires: { create: noted },
  lookups: accountsBy("expense_account"),
  takes: {
    ...head("debit_note_date"),
    bill_ids: Take.beside,
    document_number: "debit_note_number",
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "POSTED" })
  },
  makes: project,
  clears: ["memo"],
  departs: puts({
    notes: "debit-notes",
    documents: "bills",
    list: "debit_notes",
    member: "debit_note",
    ids: "bill_ids",
    day: "debit_note_date"
  })
})
