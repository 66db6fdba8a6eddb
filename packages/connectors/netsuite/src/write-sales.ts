/** Invoices, sales orders and credit notes to customers. */
import * as Take from "@svc/core/Take"
import { dueOf, ofInvoices, putOn } from "./applied.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoices } from "./invoices.ts"
import { salesOrders } from "./sales-orders.ts"
import { itemAccounts, salesLines } from "./write-lines.ts"
import { document, party, writing } from "./writing.ts"

const requires = ["contact_id", "line_items"] as const
const lookups = { accounts: itemAccounts("incomeaccount") }
/** The discount of a whole document is an item of its own. */
const discounted = (discount: number, { refuse, settings }: Take.At): object =>
  discount
    ? {
        discountItem: { id: settings["discount_item"] ?? refuse("needs the connection's setting of a discount item") },
        discountRate: -discount
      }
    : {}
const takes = {
  ...document,
  contact_id: party("customer"),
  total_discount: discounted,
  line_items: salesLines
} as const
/** What is emptied cannot be done without a word: what a document is worth follows from what is done to it in NetSuite. */
const followed = (_: string, { refuse }: Take.At): never => refuse("follows from what is done to it in NetSuite")

export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  type: "invoice",
  record: invoices,
  requires,
  lookups,
  // The order an invoice is of follows from how it was made.
  takes: { ...takes, due_date: Take.day("dueDate"), memo: "memo" },
  updates: { status: followed },
  clears: ["memo"]
})
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update", "delete"], {
  type: "salesOrder",
  record: salesOrders,
  requires,
  lookups,
  takes: { ...takes, delivery_date: Take.day("shipDate"), description: "memo" },
  clears: ["description"]
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  type: "creditMemo",
  record: invoiceCreditNotes,
  requires,
  lookups: { ...lookups, due: dueOf(ofInvoices) },
  takes: { ...takes, memo: "memo" },
  clears: ["memo"],
  creates: { invoice_ids: putOn(ofInvoices) }
})
