/** Credit notes: made, posted, and matched with the documents that they are for. */
import type { Auth, Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { ask, type Domain } from "./ask.ts"
import { billCreditNotes, invoiceCreditNotes } from "./bills.ts"
import { moving } from "./moving.ts"
import { documentTakes } from "./write-moves.ts"

/** What of two moves was matched with each other: Odoo does it itself where the note says what it reverses. */
const between = (settings: Auth.AuthSettings, note: number, document: number) => {
  const both = [note, document]
  return ask(settings, "account.partial.reconcile", "search_read", {
    domain: [
      ["debit_move_id.move_id", "in", both],
      ["credit_move_id.move_id", "in", both]
    ] satisfies Domain,
    fields: ["id"]
  })
}

/** The lines of the debt that are still open on both. */
const openLines = (settings: Auth.AuthSettings, note: number, document: number) =>
  ask(settings, "account.move.line", "search_read", {
    domain: [
      ["move_id", "in", [note, document]],
      ["display_type", "=", "payment_term"],
      ["reconciled", "=", false]
    ] satisfies Domain,
    fields: ["move_id"]
  })

/** The next call that puts the note on its documents, one after the other; null when there is none left. */
const applying =
  (field: "bill_ids" | "invoice_ids") =>
  (note: number, { answered, item, settings }: Parameters<Writer.Steps>[0]): Write.Step | Write.Answer | null => {
    for (const [index, id] of ((item[field] ?? []) as ReadonlyArray<string>).entries()) {
      const [matched, lines, done] = ["matched", "open", "applied"].map((name) => answered[`${name} ${id}`])
      if (done !== undefined) continue
      if (matched === undefined) return Write.ask(`matched ${id}`, between(settings, note, Number(id)))
      if (Read.arrayAt(matched.body, "").length > 0) continue
      if (lines === undefined) return Write.ask(`open ${id}`, openLines(settings, note, Number(id)))
      const rows = Read.arrayAt(lines.body, "")
      if (new Set(rows.map((row) => Call.at(row, "move_id.0"))).size < 2) {
        return Write.refused({ field: `${field}[${index}]`, message: "Nothing is open between the note and it." }, rows)
      }
      const ids = rows.map((row) => Call.at(row, "id"))
      return Write.step(`applied ${id}`, ask(settings, "account.move.line", "reconcile", { ids }), {
        idempotency: Write.lookup({
          call: (_, context) => between(context.settings, note, Number(id)),
          find: (body) => (Read.arrayAt(body, "").length > 0 ? true : undefined)
        })
      })
    }
    return null
  }

const reverses = (
  ids: ReadonlyArray<string>,
  { item, refuse }: Take.At<{ readonly status?: string | null | undefined }>
) =>
  item.status === "DRAFT"
    ? refuse("cannot be named by a draft, which is put on nothing")
    : { reversed_entry_id: Number(ids[0]) }
const offers = ["create", "update", "void", "delete"] as const
const requires = { create: ["contact_id", "line_items"] } as const
const [ofBills, ofInvoices] = [documentTakes("ref"), documentTakes("name")]

export const writeBillCreditNotes = moving("BILL_CREDIT_NOTES", offers, {
  type: "in_refund",
  number: "ref",
  record: billCreditNotes,
  requires,
  takes: ofBills,
  creates: { bill_ids: reverses },
  applied: applying("bill_ids")
})
export const writeInvoiceCreditNotes = moving("INVOICE_CREDIT_NOTES", offers, {
  type: "out_refund",
  number: "name",
  record: invoiceCreditNotes,
  requires,
  takes: ofInvoices,
  creates: { invoice_ids: reverses },
  applied: applying("invoice_ids")
})
