/** How bills and purchase orders are written. */
import * as Take from "@svc/core/Take"
import { bills } from "./bills.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { accountsBy, head, made, project, requires } from "./write-lines.ts"
import { writing } from "./writing.ts"

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
