/** Bills and invoices made and changed, and whatever is a move voided or removed. */
import { Connector, Read, Write } from "@svc/core"
import { bills, invoices } from "./bills.ts"
import { before, makeMove, open, post, refuseStatus, rowOf, unknownRecord, voiding } from "./move-steps.ts"
import { ask } from "./ask.ts"
import { madeId, removal, vals } from "./write.ts"
import { type DocumentInput, moveVals, onceMade, restored } from "./move-vals.ts"

const creation = (type: string, number: "name" | "ref") => ({
  refuse: refuseStatus,
  steps: ({
    answered: { made, posted },
    input,
    settings
  }: Pick<Write.StepContext<DocumentInput>, "answered" | "input" | "settings">) => {
    if (made === undefined) return makeMove(settings, vals({ move_type: type, ...moveVals(input, number) }))
    return input.status === "DRAFT" || posted !== undefined
      ? Write.acceptedId(madeId(made))
      : post(settings, Number(madeId(made)))
  },
  idempotency: onceMade(type, number)
})

const memberNames = [
  "state",
  "invoice_line_ids",
  "partner_id",
  "currency_id",
  "name",
  "ref",
  "invoice_date",
  "invoice_date_due",
  "narration"
]
type Changing = Pick<
  Write.StepContext<DocumentInput & { readonly platform_id: string }>,
  "answered" | "input" | "settings"
>
const changing = (number: "name" | "ref") => ({
  refuse: refuseStatus,
  steps: ({ answered, input, settings }: Changing) => {
    const id = Number(input.platform_id)
    const { before: known, changed, opened, posted } = answered
    if (known === undefined) return before(settings, id, memberNames)
    const row = rowOf(known)
    if (row === null) return unknownRecord
    const wasPosted = row["state"] === "posted"
    if (wasPosted && opened === undefined) return open(settings, id)
    if (changed === undefined) {
      const lines = Read.arrayAt(row, "invoice_line_ids").map(String)
      const members = vals(moveVals(input, number, lines))
      const put = (own: object) => ask(settings, "account.move", "write", { ids: [id], vals: own })
      return Write.step("changed", put(members), {
        idempotency: Write.natural,
        id: () => input.platform_id,
        ...(input.line_items === undefined ? { undo: put(restored(members, row)) } : {})
      })
    }
    const isDue = input.status === "SUBMITTED" || (input.status == null && wasPosted)
    return isDue && posted === undefined ? post(settings, id) : Write.acceptedId(input.platform_id)
  },
  // Each step says its own.
  idempotency: Write.none
})

const lacking = ["total_discount", "currency_rate", "line_items.project_id"]
export const createBills = Connector.create("BILLS", {
  requires: ["contact_id", "line_items"],
  unsupported: [...lacking, "account_id", "tax_inclusive", "purchase_order_ids"],
  ...creation("in_invoice", "ref"),
  record: bills
})
export const createInvoices = Connector.create("INVOICES", {
  requires: ["contact_id", "line_items"],
  unsupported: [...lacking, "sales_order_ids"],
  ...creation("out_invoice", "name"),
  record: invoices
})
export const updateBills = Connector.update("BILLS", {
  requires: [],
  unsupported: [...lacking, "account_id", "tax_inclusive", "purchase_order_ids"],
  ...changing("ref"),
  record: bills
})
export const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  unsupported: [...lacking, "sales_order_ids"],
  ...changing("name"),
  record: invoices
})
export const voidBills = Connector.void("BILLS", voiding(bills))
export const voidInvoices = Connector.void("INVOICES", voiding(invoices))
export const deleteBills = Connector.delete("BILLS", { ...removal("account.move"), record: bills })
export const deleteInvoices = Connector.delete("INVOICES", { ...removal("account.move"), record: invoices })
