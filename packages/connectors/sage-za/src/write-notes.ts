/** Credit notes made, put on the documents that they name, and changed. */
import type { Writer } from "@svc/core"
import * as Take from "@svc/core/Take"
import { putting } from "./allocating.ts"
import { billCreditNotes, invoiceCreditNotes } from "./documents.ts"
import { numberOf } from "./references.ts"
import { head, requires, way } from "./write-documents.ts"
import { writing } from "./writing.ts"

/** The documents that a new note is put on; those that one is on are changed in Sage. */
const on: Take.Make<ReadonlyArray<string>, unknown> = (ids, { refuse }) => {
  ids.forEach((id, at) => numberOf(id, Take.within(refuse, `[${at}]`)))
  return {}
}
const puts =
  (own: Parameters<typeof putting>[0], { made, saved }: ReturnType<typeof way>) =>
  ({ create, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    create: { ...create, call: undefined, answers: undefined, steps: putting(own, made, saved) }
  })
const [customers, suppliers] = [way("CustomerReturn", "customer"), way("SupplierReturn", "supplier")]

export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update"], {
  ...customers,
  isStepped: true,
  record: invoiceCreditNotes,
  requires: { create: requires },
  takes: { ...head("customer"), memo: "Message" },
  creates: { ...customers.creates, invoice_ids: on },
  clears: ["memo"],
  departs: puts({ notes: "CustomerReturn", documents: "TaxInvoice", member: "invoice_ids" }, customers)
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update"], {
  ...suppliers,
  isStepped: true,
  record: billCreditNotes,
  requires: { create: requires },
  takes: { ...head("supplier"), memo: "Message" },
  creates: { ...suppliers.creates, bill_ids: on },
  clears: ["memo"],
  departs: puts({ notes: "SupplierReturn", documents: "SupplierInvoice", member: "bill_ids" }, suppliers)
})
