/** How invoices are written, those of sales that are paid at once among them. */
import type { Writer } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { document, documentFields } from "./document-fields.ts"
import { standard } from "./invoices.ts"
import { pathOf } from "./lists.ts"
import { accountsBy, head, made, project, requires } from "./write-lines.ts"
import { writing } from "./writing.ts"

/** Quirk: a simplified invoice is in a list of its own, and nothing in its id says so. */
const simplified = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<Take.Item>) =>
    item?.["platform_id"] ? { path: pathOf("simplified-invoices", String(item["platform_id"])) } : null,
  response: Wire.struct({ id: Wire.required(Wire.id) }),
  pick: () => true,
  absent: false,
  emptyStatuses: [404]
})
/** What the lines of an invoice are discounted by, for a change of its discount alone. */
const ofLines = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<Take.Item>) =>
    item?.["platform_id"] && typeof item["total_discount"] === "number" && !item["line_items"]
      ? { path: pathOf("invoices", String(item["platform_id"])) }
      : null,
  response: Wire.struct(document),
  pick: (raw) => documentFields(raw).total_discount,
  absent: null,
  emptyStatuses: [404]
})
const words: Readonly<Record<"simplified" | "standard", Readonly<Record<string, string>>>> = {
  standard: { DRAFT: "DRAFT", SUBMITTED: "FINALIZED" },
  // Its sale is paid at once, through the account that it names.
  simplified: { DRAFT: "DRAFT", PAID: "PAID" }
}
/** Of a simplified invoice, the same call in the other list. */
const inItsList =
  (call: NonNullable<Writer.Doing["call"]>): NonNullable<Writer.Doing["call"]> =>
  (sent) => {
    const own = call(sent)
    const path = pathOf("simplified-invoices", sent.id)
    return sent.lookups["simplified"] === true ? { ...own, path } : own
  }

export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  record: standard,
  collection: "invoices",
  made,
  requires: {
    create: [...requires, "contact_id", "currency_id", "document_number", "posted_date", "due_date"]
  },
  lookups: { ...accountsBy("revenue_account"), simplified, ofLines },
  takes: {
    ...head("invoice_date"),
    document_number: "invoice_number",
    due_date: {
      to: "invoice_due_date",
      by: (day, { lookups, refuse }) =>
        lookups.simplified ? refuse("has no place in a simplified invoice") : Normalize.day(day)?.slice(0, 10)
    },
    memo: "notes",
    total_discount: (total, { item, lookups, refuse }) => {
      if (lookups.simplified) refuse("has no place in a simplified invoice")
      const own = item.line_items ? Take.discountOf(item.line_items) : lookups.ofLines
      return { discount_amount: Take.discountBeside(total, own, refuse) }
    },
    status: (status, { lookups, refuse }) => {
      const known = words[lookups.simplified ? "simplified" : "standard"]
      return { status: known[status] ?? refuse(`must be one of ${Object.keys(known).join(", ")}`) }
    }
  },
  makes: project,
  clears: ["memo"],
  departs: ({ delete: remove, update, ...way }) => ({
    ...way,
    update: { ...update, call: inItsList(update!.call!) },
    delete: { ...remove, lookups: { simplified }, call: inItsList(remove!.call!) }
  })
})
