/** How invoices, bills and purchase orders are written. */
import type { Writer } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { bills } from "./bills.ts"
import { standard } from "./invoices.ts"
import { pathOf } from "./lists.ts"
import { purchaseOrders } from "./purchase-orders.ts"
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
  lookups: { ...accountsBy("revenue_account"), simplified },
  takes: {
    ...head("invoice_date"),
    document_number: "invoice_number",
    due_date: {
      to: "invoice_due_date",
      by: (day, { lookups, refuse }) =>
        lookups.simplified ? refuse("has no place in a simplified invoice") : Normalize.day(day)?.slice(0, 10)
    },
    memo: "notes",
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

export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  record: bills,
  collection: "bills",
  made,
  requires: {
    create: [...requires, "currency_id", "document_number", "posted_date", "due_date"]
  },
  lookups: accountsBy("expense_account"),
  takes: {
    ...head("bill_date"),
    document_number: "bill_number",
    due_date: Take.day("bill_due_date"),
    tax_inclusive: {
      to: "tax_amount_type",
      by: (value) => (value ? "TAX_INCLUSIVE" : "TAX_EXCLUSIVE")
    },
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "AUTHORIZED" })
  },
  makes: project,
  clears: ["memo"]
})

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete", "void"], {
  record: purchaseOrders,
  collection: "purchase-orders",
  made,
  requires: { create: [...requires, "currency_id"] },
  lookups: accountsBy("expense_account"),
  takes: {
    ...head("purchase_order_date"),
    document_number: "purchase_order_number",
    description: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "SENT" })
  },
  makes: project,
  clears: ["description"]
})
