/** How invoices, bills and orders are written. */
import * as Take from "@svc/core/Take"
import { bills, kind as bill } from "./bills.ts"
import { statuses } from "./document-statuses.ts"
import { invoices, kind as invoice } from "./invoices.ts"
import { purchaseOrders, purchases, sales, salesOrders } from "./orders.ts"
import { bought, discounts, keeping, lineLookups, ordered, sold } from "./write-lines.ts"
import { state } from "./states.ts"
import { writing } from "./writing.ts"

/** What is no draft any more, and not voided either, has been submitted. */
export const stateOf = (raw: unknown): string | null => {
  const own = statuses((raw as { readonly status?: string }).status)
  return own === "DRAFT" || own === "VOID" ? own : "SUBMITTED"
}
export const head = (party: "customer_id" | "vendor_id", opened: string) => {
  const moves = { DRAFT: null, SUBMITTED: opened }
  return {
    own: { moves, stateOf, lookups: lineLookups },
    takes: {
      contact_id: party,
      currency_id: "currency_id",
      currency_rate: "exchange_rate",
      posted_date: Take.day("date"),
      status: state(moves)
    }
  } as const
}
/** Numbers of our own need to be let. */
export const numbered = { query: { ignore_auto_number_generation: true } } as const
export const requires = ["contact_id", "document_number", "line_items"] as const

const sent = head("customer_id", "status/sent")
export const writeInvoices = writing("INVOICES", ["create", "update", "delete", "void"], {
  ...sent.own,
  ...numbered,
  kind: invoice,
  alike: { document_number: "invoice_number", contact_id: "customer_id" },
  // One that was sent is changed for a reason.
  whole: (raw, body) => ({
    ...keeping("customer_id")(raw, body),
    ...(stateOf(raw) === "DRAFT" ? {} : { reason: "Changed in another program" })
  }),
  record: invoices,
  requires,
  takes: {
    ...sent.takes,
    document_number: "invoice_number",
    due_date: Take.day("due_date"),
    memo: "notes",
    total_discount: Take.beside,
    line_items: sold
  },
  makes: discounts,
  clears: ["memo"]
})

const opened = head("vendor_id", "status/open")
export const writeBills = writing("BILLS", ["create", "update", "delete", "void"], {
  ...opened.own,
  kind: bill,
  alike: { document_number: "bill_number", contact_id: "vendor_id" },
  whole: keeping("vendor_id", "bill_number"),
  record: bills,
  requires,
  takes: {
    ...opened.takes,
    document_number: "bill_number",
    due_date: Take.day("due_date"),
    tax_inclusive: "is_inclusive_tax",
    memo: "notes",
    purchase_order_ids: "purchaseorder_ids",
    line_items: bought
  },
  clears: ["memo"]
})

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete", "void"], {
  ...opened.own,
  ...numbered,
  kind: purchases,
  alike: { document_number: "purchaseorder_number", contact_id: "vendor_id" },
  whole: keeping("vendor_id"),
  voids: "status/cancelled",
  record: purchaseOrders,
  requires,
  takes: {
    ...opened.takes,
    document_number: "purchaseorder_number",
    delivery_date: Take.day("delivery_date"),
    description: "notes",
    total_discount: (discount) => ({ discount: String(discount), is_discount_before_tax: true }),
    line_items: bought
  },
  clears: ["description"]
})

const placed = head("customer_id", "status/open")
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update", "delete", "void"], {
  ...placed.own,
  ...numbered,
  kind: sales,
  alike: { document_number: "salesorder_number", contact_id: "customer_id" },
  whole: keeping("customer_id"),
  record: salesOrders,
  requires,
  takes: {
    ...placed.takes,
    document_number: "salesorder_number",
    delivery_date: Take.day("shipment_date"),
    description: "notes",
    total_discount: Take.beside,
    line_items: ordered
  },
  makes: (item, at) => {
    const { discount, ...made } = discounts(item, at)
    return discount === undefined ? made : { ...made, discount: String(discount) }
  },
  clears: ["description"]
})
