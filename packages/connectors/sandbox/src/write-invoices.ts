/** How sales invoices are written: of a change only the members that it carries travel, and its lines are the whole new set. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { invoices } from "./invoices.ts"
import { salesLines } from "./write-sales.ts"
import { voidable, writing } from "./writing.ts"

type Item = Writes.ItemOf<"INVOICES">

const states = Take.words("state", { DRAFT: "draft", SUBMITTED: "issued", VOID: "cancelled" })

/** Quirk: an invoice's discount comes on top of those of its lines, while `total_discount` is all of them together. */
const discountOfLines = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<Item>) =>
    item?.platform_id && typeof item.total_discount === "number" && !item.line_items
      ? { path: `/invoices/${Call.segment(item.platform_id)}` }
      : null,
  response: Wire.struct({ discount: Wire.number, totals: Wire.struct({ discount: Wire.number }) }),
  pick: ({ discount, totals }) => Normalize.difference(totals?.discount, discount),
  absent: null
})
/** What the invoice's own discount has to be. Lines that carry discounts carry all there are, as they do when they are read. */
const ownDiscount = (item: Item, ofKeptLines: number | null) => {
  const ofLines = item.line_items
    ? Normalize.sum(item.line_items.map(({ total_discount }) => total_discount))
    : ofKeptLines
  if (item.total_discount === undefined) return item.line_items && ofLines !== null ? 0 : undefined
  return Normalize.difference(item.total_discount ?? 0, ofLines ?? 0)
}

export const writeInvoices = writing("INVOICES", voidable, {
  resource: "invoices",
  record: invoices,
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  lookups: { discountOfLines },
  voids: { state: "cancelled" },
  takes: {
    document_number: "number",
    contact_id: "customer",
    currency_id: "currency",
    currency_rate: "fxRate",
    posted_date: Take.day("issuedOn"),
    due_date: Take.day("dueOn"),
    memo: "note",
    status: states,
    sales_order_ids: { orEmpty: (ids) => ({ salesOrders: ids ?? [] }) },
    total_discount: Take.beside,
    line_items: salesLines
  },
  makes: (item, { lookups, refuse }) => {
    const discount = ownDiscount(item, lookups.discountOfLines)
    if ((discount ?? 0) < 0) refuse("is lower than the discounts of the lines", "total_discount")
    return discount === undefined ? {} : { discount }
  }
})
