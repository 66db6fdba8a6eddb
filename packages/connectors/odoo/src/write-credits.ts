/** Credit notes: made, posted, and matched with the documents that they are for. */
import { type Auth, Call, Connector, Read, Write } from "@svc/core"
import { ask, type Domain } from "./ask.ts"
import { billCreditNotes, invoiceCreditNotes } from "./bills.ts"
import { makeMove, post, refuseStatus, voiding } from "./move-steps.ts"
import { madeId, ref, removal, vals } from "./write.ts"
import { type DocumentInput, moveVals, onceMade } from "./move-vals.ts"

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

interface Applying extends Pick<Write.StepContext<DocumentInput>, "answered" | "settings"> {
  readonly note: number
  readonly documents: ReadonlyArray<string>
  readonly field: string
}
/** The next call that puts the note on its documents, one after the other; null when there is none left. */
const applied = ({ answered, documents, field, note, settings }: Applying): Write.Step | Write.Answer | null => {
  for (const [index, id] of documents.entries()) {
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

type Context<I> = Pick<Write.StepContext<I>, "answered" | "input" | "settings">
const crediting = <I extends DocumentInput>(
  type: "in_refund" | "out_refund",
  field: "bill_ids" | "invoice_ids",
  documentsOf: (input: I) => ReadonlyArray<string> | null | undefined
) => {
  const number = type === "in_refund" ? "ref" : "name"
  return {
    requires: ["contact_id", "line_items"],
    unsupported: ["total_discount", "currency_rate", "line_items.project_id"],
    refuse: (input: I) =>
      input.status === "DRAFT" && (documentsOf(input)?.length ?? 0) > 0
        ? { field: "status", message: "A draft cannot be put on anything." }
        : refuseStatus(input),
    steps: ({ answered, input, settings }: Context<I>) => {
      const { made, posted } = answered
      const documents = documentsOf(input) ?? []
      if (made === undefined) {
        const members = { move_type: type, reversed_entry_id: ref(documents[0]), ...moveVals(input, number) }
        return makeMove(settings, vals(members))
      }
      if (input.status === "DRAFT") return Write.acceptedId(madeId(made))
      const note = Number(madeId(made))
      if (posted === undefined) return post(settings, note)
      return applied({ answered, documents, field, note, settings }) ?? Write.acceptedId(madeId(made))
    },
    idempotency: onceMade(type, number)
  }
}

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  ...crediting("in_refund", "bill_ids", (input: Bills) => input.bill_ids),
  record: billCreditNotes
})
export const createInvoiceCreditNotes = Connector.create("INVOICE_CREDIT_NOTES", {
  ...crediting("out_refund", "invoice_ids", (input: Invoices) => input.invoice_ids),
  record: invoiceCreditNotes
})
interface Bills extends DocumentInput {
  readonly bill_ids?: ReadonlyArray<string> | null | undefined
}
interface Invoices extends DocumentInput {
  readonly invoice_ids?: ReadonlyArray<string> | null | undefined
}
export const voidBillCreditNotes = Connector.void("BILL_CREDIT_NOTES", voiding(billCreditNotes))
export const voidInvoiceCreditNotes = Connector.void("INVOICE_CREDIT_NOTES", voiding(invoiceCreditNotes))
export const deleteBillCreditNotes = Connector.delete("BILL_CREDIT_NOTES", {
  ...removal("account.move"),
  record: billCreditNotes
})
export const deleteInvoiceCreditNotes = Connector.delete("INVOICE_CREDIT_NOTES", {
  ...removal("account.move"),
  record: invoiceCreditNotes
})
