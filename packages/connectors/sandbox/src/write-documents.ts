/** How documents are written: with decimal text on the side of sales, with whole minor units on that of purchases. */
import { billCreditNotes } from "./bill-credit-notes.ts"
import { bills } from "./bills.ts"
import { expenses } from "./expenses.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { salesOrders } from "./sales-orders.ts"
import { day, minor, price, rows, words } from "./taking.ts"
import { bank } from "./write-ledger.ts"
import { writing } from "./writing.ts"

const head = { document_number: "number", currency_id: "currency" }
const salesLines = rows("lines", {
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
})
const purchaseLines = rows("lines", {
  platform_id: "lineId",
  tracking_category_ids: "dimensionIds",
  project_id: "projectCode",
  item_id: "itemId",
  tax_id: "taxRateId",
  account_id: "accountId",
  description: "text",
  quantity: "qty",
  // Quirk: a price may be a part of a minor unit, a discount may not.
  unit_amount: price("unitMinor"),
  total_discount: minor("discountMinor")
})

export const writeBills = writing("BILLS", "bills", bills, {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  minor: true,
  voids: { stage: "voided" },
  takes: {
    ...head,
    contact_id: "vendor",
    posted_date: day("billedOn"),
    due_date: day("payBy"),
    tax_inclusive: "pricesIncludeTax",
    memo: "remark",
    status: words("stage", { DRAFT: "entered", SUBMITTED: "approved", VOID: "voided" }),
    purchase_order_ids: "purchaseOrderIds",
    line_items: purchaseLines
  }
})

export const writePurchaseOrders = writing("PURCHASE_ORDERS", "purchaseOrders", purchaseOrders, {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  minor: true,
  voids: { phase: "withdrawn" },
  takes: {
    ...head,
    contact_id: "vendor",
    description: "remark",
    posted_date: day("orderedOn"),
    delivery_date: day("expectedOn"),
    status: words("phase", { SUBMITTED: "open", VOID: "withdrawn" }),
    bill_ids: "billIds",
    line_items: purchaseLines
  }
})

export const writeExpenses = writing("EXPENSES", "expenses", expenses, {
  requires: ["account_id", "posted_date", "payment_mode", "currency_id", "line_items"],
  minor: true,
  banks: true,
  offers: ["create", "update", "delete"],
  takes: {
    contact_id: "payee",
    account_id: bank("paidFrom"),
    document_number: "voucher",
    posted_date: day("paidOn"),
    payment_mode: "method",
    currency_id: "currency",
    memo: "remark",
    line_items: purchaseLines
  }
})

export const writeSalesOrders = writing("SALES_ORDERS", "salesOrders", salesOrders, {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  voids: { phase: "withdrawn" },
  takes: {
    ...head,
    contact_id: "customer",
    description: "note",
    posted_date: day("orderedOn"),
    delivery_date: day("deliverOn"),
    currency_rate: "fxRate",
    status: words("phase", { DRAFT: "quoted", SUBMITTED: "confirmed", VOID: "withdrawn" }),
    line_items: salesLines
  }
})

const creditNote = {
  ...head,
  contact_id: "party",
  posted_date: day("issuedOn"),
  currency_rate: "fxRate",
  memo: "reason",
  status: words("state", { DRAFT: "draft", SUBMITTED: "issued", VOID: "cancelled" }),
  line_items: salesLines
}
const credits = { requires: ["contact_id", "posted_date", "currency_id", "line_items"], voids: { state: "cancelled" } }
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", "creditNotes", billCreditNotes, {
  ...credits,
  // The platform puts the credit on these documents in their order, each up to its balance.
  takes: { ...creditNote, bill_ids: "applyTo" },
  afterwards: "applyTo",
  creates: { contact_id: (value) => ({ party: value, side: "vendor" }) }
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", "creditNotes", invoiceCreditNotes, {
  ...credits,
  takes: { ...creditNote, invoice_ids: "applyTo" },
  creates: { contact_id: (value) => ({ party: value, side: "customer" }) }
})
