/** Invoices made as drafts with their lines, and issued where they are to be; changed, deleted as drafts, and voided. */
import type { Writer, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import type * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { seconds } from "./events.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { currency, minorOf, post, priceOf, writing } from "./writing.ts"

const path = "/v1/invoices"
type Line = NonNullable<Writes.ItemOf<"PAYMENT_INVOICES">["line_items"]>[number]
/** Quirk: a line of an item has a price of its own made for it, and any other an amount. */
const lineOf = (own: Line, code: unknown, refuse: Take.At["refuse"], place: string): object => {
  const { description, item_id, quantity, tax_id, unit_amount } = own
  if (unit_amount == null) return refuse("is required", `${place}.unit_amount`)
  const told = Call.present({ description, tax_rates: tax_id == null ? null : [tax_id] })
  const at = `line_items${place}.unit_amount`
  if (item_id == null) return { ...told, amount: minorOf(unit_amount * (quantity ?? 1), code, at) }
  return { ...told, quantity: quantity ?? 1, price_data: priceOf(unit_amount, code, at, { product: item_id }) }
}
const issue = (id: string) => Write.step("issued", post(`${path}/${Call.segment(id)}/finalize`))

const idOf = ({ body }: Write.StepAnswer): string => String(Call.at(body, "id"))
/** The draft, its lines, and its issue: a draft that gets no lines is taken away again. */
const making: Writer.Steps = ({ answered: { issued, lines, made }, body, item }) => {
  const { lines: own, ...head } = body
  if (made === undefined)
    return Write.step("made", post(path, head), {
      id: idOf,
      undo: (answer) => ({ method: "DELETE", path: `${path}/${Call.segment(idOf(answer))}` })
    })
  const id = idOf(made)
  if (lines === undefined) return Write.step("lines", post(`${path}/${Call.segment(id)}/add_lines`, { lines: own }))
  return item["status"] === "SUBMITTED" && issued === undefined ? issue(id) : Write.acceptedId(id)
}
const changing: Writer.Steps = ({ answered: { changed, issued }, body, id, item }) => {
  if (changed === undefined && Object.keys(body).length > 0)
    return Write.step("changed", post(`${path}/${Call.segment(id)}`, body))
  return item["status"] === "SUBMITTED" && issued === undefined ? issue(id) : Write.acceptedId(id)
}

export const writeInvoices = writing("PAYMENT_INVOICES", ["create", "update", "delete", "void"], {
  path,
  undo: "void",
  record: paymentInvoices,
  requires: ["contact_id", "currency_id", "line_items"],
  takes: { due_date: { to: "due_date", by: (day) => seconds(day) }, memo: "description" },
  creates: {
    contact_id: "customer",
    currency_id: currency,
    document_number: "number",
    posted_date: { to: "effective_at", by: (day) => seconds(day) },
    status: (status, { refuse }) =>
      status === "DRAFT" || status === "SUBMITTED" ? {} : refuse("is DRAFT or SUBMITTED of a new invoice"),
    line_items: {
      of: ["item_id", "quantity", "description", "unit_amount", "tax_id"],
      whole: (lines, { refuse, root }) => ({
        lines: (lines ?? []).map((own, index) => lineOf(own, root["currency_id"], refuse, `[${index}]`))
      })
    }
  },
  updates: {
    status: (status, { refuse }) => (status === "SUBMITTED" ? {} : refuse("is SUBMITTED of a draft that is issued"))
  },
  clears: ["memo"],
  makes: ({ due_date }, { isNew }) =>
    // Quirk: only what is sent to the customer has a day by which it is due.
    isNew ? { collection_method: due_date == null ? "charge_automatically" : "send_invoice", auto_advance: false } : {},
  departs: () => ({ create: { steps: making }, update: { steps: changing } })
})
