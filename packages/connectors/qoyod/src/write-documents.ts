/** How documents are written: made once, as drafts unless something else is said, and deleted. Qoyod changes none. */
import * as Take from "@svc/core/Take"
import { bills } from "./bills.ts"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { invoices } from "./invoices.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { applied, due } from "./putting.ts"
import { line, lines, linesOf, lookups } from "./write-lines.ts"
import { byReference, contact, document, writing } from "./writing.ts"

const status = Take.words("status", { DRAFT: "Draft", SUBMITTED: "Approved" })
const head = { document_number: "reference", posted_date: Take.day("issue_date"), status } as const
const requires = [
  "contact_id",
  "document_number",
  "posted_date",
  "line_items",
  "line_items.item_id",
  "line_items.quantity",
  "line_items.unit_amount"
] as const
const shared = { lookups, made: document, ...byReference }
const at = (path: string) => () => path

export const writeBills = writing("BILLS", ["create", "delete"], {
  ...shared,
  path: at("/bills"),
  wrap: "bill",
  item: ["bill"],
  list: ["bills"],
  record: bills,
  requires: [...requires, "due_date"],
  takes: {
    ...head,
    contact_id: contact("vendor"),
    due_date: Take.day("due_date"),
    memo: "notes",
    tax_inclusive: Take.beside,
    total_discount: Take.spread,
    line_items: lines
  }
})
export const writeInvoices = writing("INVOICES", ["create", "delete"], {
  ...shared,
  path: at("/invoices"),
  wrap: "invoice",
  item: ["invoice"],
  list: ["invoices"],
  record: invoices,
  requires: [...requires, "due_date"],
  takes: {
    ...head,
    contact_id: contact("customer"),
    due_date: Take.day("due_date"),
    memo: "description",
    total_discount: Take.spread,
    line_items: lines
  }
})
/** Quirk: what a discount of a line of a credit note is called is told in two ways, so none is taken. */
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "delete"], {
  ...shared,
  path: at("/credit_notes"),
  wrap: "credit_note",
  item: ["credit_note"],
  list: ["credit_notes"],
  record: invoiceCreditNotes,
  requires,
  takes: { ...head, contact_id: contact("customer"), memo: "notes", line_items: { list: linesOf, of: line } }
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "delete"], {
  ...shared,
  path: at("/debit_notes"),
  wrap: "debit_note",
  item: ["debit_note"],
  list: ["debit_notes"],
  record: billCreditNotes,
  isStepped: true,
  requires,
  lookups: { ...lookups, due },
  takes: {
    ...head,
    contact_id: contact("vendor"),
    memo: "notes",
    total_discount: Take.spread,
    bill_ids: Take.beside,
    line_items: lines
  },
  departs: applied
})
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create"], {
  ...shared,
  path: at("/orders"),
  wrap: "order",
  item: ["order", "purchase_order"],
  list: ["orders", "purchase_orders"],
  record: purchaseOrders,
  requires: [...requires, "delivery_date"],
  takes: {
    ...head,
    contact_id: contact("vendor"),
    delivery_date: Take.day("expiry_date"),
    description: "notes",
    total_discount: Take.spread,
    line_items: lines
  }
})
