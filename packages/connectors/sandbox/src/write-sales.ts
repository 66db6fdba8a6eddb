/** How sales orders and credit notes are written: with decimal text. */
import * as Take from "@svc/core/Take"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { salesOrders } from "./sales-orders.ts"
import { head } from "./write-documents.ts"
import { voidable, writing } from "./writing.ts"

export const salesLines = {
  list: "lines",
  of: {
    platform_id: "id",
    tracking_category_ids: "tracking",
    project_id: "project",
    item_id: "item",
    tax_id: "taxRate",
    account_id: "account",
    description: "description",
    quantity: "quantity",
    unit_amount: "unitPrice",
    total_discount: "discount"
  }
}
export const writeSalesOrders = writing("SALES_ORDERS", voidable, {
  resource: "salesOrders",
  record: salesOrders,
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  voids: { phase: "withdrawn" },
  takes: {
    ...head,
    contact_id: "customer",
    description: "note",
    posted_date: Take.day("orderedOn"),
    delivery_date: Take.day("deliverOn"),
    currency_rate: "fxRate",
    status: Take.words("phase", { DRAFT: "quoted", SUBMITTED: "confirmed", VOID: "withdrawn" }),
    line_items: salesLines
  }
})

const creditNote = {
  ...head,
  contact_id: "party",
  posted_date: Take.day("issuedOn"),
  currency_rate: "fxRate",
  memo: "reason",
  status: Take.words("state", { DRAFT: "draft", SUBMITTED: "issued", VOID: "cancelled" }),
  line_items: salesLines
}
const credits = {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  voids: { state: "cancelled" }
} as const
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", voidable, {
  resource: "creditNotes",
  record: billCreditNotes,
  ...credits,
  // The platform puts the credit on these documents in their order, each up to its balance.
  takes: { ...creditNote, bill_ids: "applyTo" },
  afterwards: "applyTo",
  creates: { contact_id: (party) => ({ party, side: "vendor" }) }
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", voidable, {
  resource: "creditNotes",
  record: invoiceCreditNotes,
  ...credits,
  takes: { ...creditNote, invoice_ids: "applyTo" },
  creates: { contact_id: (party) => ({ party, side: "customer" }) }
})
