/** How sales invoices are written: of a change only the members that it carries travel, and its lines are the whole new set. */
import { Call, Connector, Lookup, Normalize, Wire, Write } from "@svc/core"
import type { Writes } from "@svc/core"
import { invoices } from "./invoices.ts"
import { writing } from "./writing.ts"

type Item = Partial<Writes.Named> & Omit<Writes.WriteInput<"INVOICES", "update">, "platform_id">

const states = Normalize.word({ DRAFT: "draft", SUBMITTED: "issued", VOID: "cancelled" }, null)

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

const refuse = (item: Item, ofKeptLines: number | null) => {
  if (item.status && states(item.status) === null) {
    return { field: "status", message: `${item.status} follows from payments and cannot be set` }
  }
  return (ownDiscount(item, ofKeptLines) ?? 0) < 0
    ? { field: "total_discount", message: "is lower than the discounts of the lines" }
    : null
}

const createInvoices = Connector.create("INVOICES", {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  refuse: (item) => refuse(item, null),
  call: ([item]) => ({
    method: "POST",
    path: "/invoices",
    body: Call.present(item === undefined ? {} : body(item, null))
  }),
  answers: (made) => [Write.accepted(made)],
  record: invoices,
  idempotency: Write.key("Idempotency-Key")
})

const updateInvoices = Connector.update("INVOICES", {
  requires: ["platform_id"],
  lookups: { discountOfLines },
  refuse: (item, { lookups }) => refuse(item, lookups.discountOfLines),
  call: ([item], { lookups }) => ({
    method: "PATCH",
    path: `/invoices/${Call.segment(item?.platform_id ?? "")}`,
    body: item === undefined ? {} : body(item, lookups.discountOfLines)
  }),
  answers: (body) => [Write.accepted(body)],
  record: invoices,
  idempotency: Write.key("Idempotency-Key")
})

const { delete: deleteInvoices, void: voidInvoices } = writing("INVOICES", "invoices", invoices, {
  requires: [],
  takes: {},
  voids: { state: "cancelled" }
})
export const writeInvoices = {
  create: createInvoices,
  update: updateInvoices,
  delete: deleteInvoices,
  void: voidInvoices
}

// What is undefined does not travel in JSON; what is null empties its member.
const body = (item: Item, ofKeptLines: number | null) => ({
  number: item.document_number,
  customer: item.contact_id,
  currency: item.currency_id,
  fxRate: item.currency_rate,
  issuedOn: item.posted_date && Normalize.day(item.posted_date, "posted_date"),
  dueOn: item.due_date && Normalize.day(item.due_date, "due_date"),
  note: item.memo,
  state: item.status && states(item.status),
  salesOrders: item.sales_order_ids === null ? [] : item.sales_order_ids,
  discount: ownDiscount(item, ofKeptLines),
  lines: item.line_items?.map((line) =>
    Call.present({
      id: line.platform_id,
      item: line.item_id,
      account: line.account_id,
      taxRate: line.tax_id,
      tracking: line.tracking_category_ids,
      project: line.project_id,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unit_amount,
      discount: line.total_discount
    })
  )
})
