/** How credit notes are written: as other documents are, and put on invoices or bills in a call of its own. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { dueOf } from "./due.ts"
import { billCreditNotes } from "./purchases.ts"
import { invoiceCreditNotes } from "./sales.ts"
import { head, newest, released, requires } from "./write-documents.ts"
import { lineLookups, purchaseLines, salesLines } from "./write-lines.ts"
import { writing } from "./writing.ts"

/** A note is made, then put on each document in turn: as much as is left of both. */
const applied =
  (member: "invoice_ids" | "bill_ids", collection: string, type: string, ended: Call.Query = {}) =>
  ({ create, ...usual }: Writer.Way): Writer.Way => ({
    ...released(collection)(usual),
    create: {
      idempotency: create?.idempotency,
      steps: (sent) => {
        const { answered, item, lookups, refuse } = sent
        const wanted: ReadonlyArray<string> = item[member] ?? []
        const unknown = wanted.findIndex((id) => !lookups["due"].has(id))
        if (unknown !== -1) refuse("is not known to Sage", `${member}[${unknown}]`)
        const { made } = answered
        if (made === undefined)
          return Write.step("made", create!.call!(sent), {
            undo: ({ body }) => ({
              method: "DELETE",
              path: `/${collection}/${Call.segment(String(Call.at(body, "id")))}`,
              query: ended
            }),
            id: ({ body }) => String(Call.at(body, "id"))
          })
        const id = String(Call.at(made.body, "id"))
        let left = Normalize.number(Call.at(made.body, "total_amount")) ?? 0
        const put = wanted.flatMap((artefact_id) => {
          const amount = Math.min(left, lookups["due"].get(artefact_id)?.outstanding_amount ?? 0)
          left = Normalize.difference(left, amount) ?? 0
          return amount > 0 ? [{ artefact_id, amount }] : []
        })
        const total = Normalize.sum(put.map(({ amount }) => amount)) ?? 0
        return put.length === 0 || answered["applied"] !== undefined
          ? Write.acceptedId(id)
          : Write.step(
              "applied",
              {
                method: "POST",
                path: "/contact_allocations",
                body: {
                  contact_allocation: {
                    transaction_type_id: type,
                    contact_id: item["contact_id"],
                    date: Normalize.day(item["posted_date"])?.slice(0, 10),
                    allocated_artefacts: [...put, { artefact_id: id, amount: -total }]
                  }
                }
              },
              { idempotency: allocated(id) }
            )
      }
    }
  })
/** An allocation is found again by the note that is in it. */
const allocated = (id: string) =>
  Write.lookup({
    call: (_, { since }) => ({
      path: "/contact_allocations",
      query: {
        attributes: "all",
        updated_or_created_since: `${since.slice(0, 19)}Z`,
        ...newest,
        page: 1,
        items_per_page: 200
      }
    }),
    find: (body) =>
      Read.requiredArrayAt(body, "$items").find((own) =>
        Read.arrayAt(own, "allocated_artefacts").some((row) => Call.at(row, "artefact.id") === id)
      )
  })

const same = { contact_id: "contact.id", posted_date: "date", memo: "notes", currency_id: "currency.id" }
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  path: "purchase_credit_notes",
  name: "purchase_credit_note",
  record: billCreditNotes,
  newest,
  isStepped: true,
  alike: { ...same, document_number: "vendor_reference" },
  requires: { create: requires },
  lookups: { ...lineLookups, due: dueOf("bill_ids", "purchase_invoices") },
  takes: {
    ...head,
    document_number: "vendor_reference",
    line_items: purchaseLines("credit_note_lines")
  },
  creates: { bill_ids: (): object => ({}) },
  clears: ["memo", "document_number"],
  departs: applied("bill_ids", "purchase_credit_notes", "VENDOR_ALLOCATION")
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete", "void"], {
  path: "sales_credit_notes",
  name: "sales_credit_note",
  record: invoiceCreditNotes,
  newest,
  isStepped: true,
  alike: same,
  requires: { create: requires },
  lookups: { ...lineLookups, due: dueOf("invoice_ids", "sales_invoices") },
  reason: "Voided",
  takes: { ...head, line_items: salesLines("credit_note_lines") },
  creates: { invoice_ids: (): object => ({}) },
  clears: ["memo"],
  departs: applied("invoice_ids", "sales_credit_notes", "CUSTOMER_ALLOCATION", { void_reason: "Voided" })
})
