/** How invoices, bills and credit notes are written. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { statuses } from "./lines.ts"
import { bills } from "./purchases.ts"
import { invoices } from "./sales.ts"
import { lineLookups, purchaseLines, salesLines } from "./write-lines.ts"
import { dayTo, writing } from "./writing.ts"

export const head = {
  contact_id: "contact_id",
  posted_date: dayTo("date"),
  currency_id: "currency_id",
  memo: "notes",
  total_discount: Take.spread,
  status: (wanted: string, { raw, refuse }: Take.At): object => {
    const own = raw === undefined ? undefined : statuses(raw["status"]?.id)
    if (wanted === own || (wanted === "SUBMITTED" && (own === undefined || own === "DRAFT"))) return {}
    return wanted === "DRAFT" && own === undefined ? { status_id: "DRAFT" } : refuse(`cannot be set to ${wanted}`)
  }
} as const
/** Of lists that can begin with what was made last. */
export const newest = { sort: "created_at:desc" } as const
export const requires = ["contact_id", "posted_date", "line_items", "line_items.unit_amount"] as const

/** What is open for changes is changed as it is, and a draft that is submitted is released afterwards. */
export const released =
  (path: string) =>
  ({ update, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    update: {
      ...update,
      current: true,
      call: (sent) =>
        sent.raw?.["editable"] === false
          ? sent.refuse("cannot be changed any more", "platform_id")
          : update!.call!(sent),
      follow: (_, { id, item, raw }) =>
        item["status"] === "SUBMITTED" && raw?.["status"]?.id === "DRAFT"
          ? [{ method: "POST", path: `/${path}/${Call.segment(id)}/release` }]
          : []
    }
  })

export const writeInvoices = writing("INVOICES", ["create", "update", "delete", "void"], {
  path: "sales_invoices",
  name: "sales_invoice",
  record: invoices,
  alike: {
    contact_id: "contact.id",
    posted_date: "date",
    due_date: "due_date",
    memo: "notes",
    currency_id: "currency.id"
  },
  requires: { create: requires },
  lookups: lineLookups,
  reason: "Voided",
  newest,
  takes: { ...head, due_date: dayTo("due_date"), line_items: salesLines("invoice_lines") },
  clears: ["memo"],
  departs: released("sales_invoices")
})

export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  path: "purchase_invoices",
  name: "purchase_invoice",
  record: bills,
  newest,
  alike: {
    contact_id: "contact.id",
    posted_date: "date",
    due_date: "due_date",
    document_number: "vendor_reference",
    memo: "notes"
  },
  requires: { create: [...requires, "due_date"] },
  lookups: lineLookups,
  takes: {
    ...head,
    due_date: dayTo("due_date"),
    document_number: "vendor_reference",
    line_items: purchaseLines("invoice_lines")
  },
  clears: ["memo", "document_number"],
  departs: released("purchase_invoices")
})
