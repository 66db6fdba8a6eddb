/** How bills, purchase orders and expenses are written: with whole minor units. */
import * as Take from "@svc/core/Take"
import { bills } from "./bills.ts"
import { expenses } from "./expenses.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { bank } from "./write-ledger.ts"
import { minor, price, usual, voidable, writing } from "./writing.ts"

export const head = { document_number: "number", currency_id: "currency" }
const purchaseLines = {
  list: "lines",
  of: {
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
  }
}

export const writeBills = writing("BILLS", voidable, {
  resource: "bills",
  record: bills,
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  minor: true,
  voids: { stage: "voided" },
  takes: {
    ...head,
    contact_id: "vendor",
    posted_date: Take.day("billedOn"),
    due_date: Take.day("payBy"),
    tax_inclusive: "pricesIncludeTax",
    memo: "remark",
    status: Take.words("stage", { DRAFT: "entered", SUBMITTED: "approved", VOID: "voided" }),
    purchase_order_ids: "purchaseOrderIds",
    line_items: purchaseLines
  }
})

export const writePurchaseOrders = writing("PURCHASE_ORDERS", voidable, {
  resource: "purchaseOrders",
  record: purchaseOrders,
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  minor: true,
  voids: { phase: "withdrawn" },
  takes: {
    ...head,
    contact_id: "vendor",
    description: "remark",
    posted_date: Take.day("orderedOn"),
    delivery_date: Take.day("expectedOn"),
    status: Take.words("phase", { SUBMITTED: "open", VOID: "withdrawn" }),
    bill_ids: "billIds",
    line_items: purchaseLines
  }
})

export const writeExpenses = writing("EXPENSES", usual, {
  resource: "expenses",
  record: expenses,
  requires: ["account_id", "posted_date", "payment_mode", "currency_id", "line_items"],
  minor: true,
  banks: true,
  takes: {
    contact_id: "payee",
    account_id: bank("paidFrom"),
    document_number: "voucher",
    posted_date: Take.day("paidOn"),
    payment_mode: "method",
    currency_id: "currency",
    memo: "remark",
    line_items: purchaseLines
  }
})
