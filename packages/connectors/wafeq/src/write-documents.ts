/** How invoices, bills and purchase orders are written. */
import { Lookup, Take, Wire } from "@svc/core"
import { bills } from "./bills.ts"
import { standard } from "./invoices.ts"
import { pathOf } from "./lists.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { accountsBy, head, made, project, requires } from "./write-lines.ts"
import { writing } from "./writing.ts"

/** A simplified invoice is not where invoices are, and what is not found there would be taken for deleted. */
const isSimplified = "is a simplified invoice, which is deleted in Wafeq"
const simplified = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<Take.Item>) => ({
    path: pathOf("simplified-invoices", String(item?.["platform_id"] ?? ""))
  }),
  response: Wire.struct({ id: Wire.required(Wire.id) }),
  pick: ({ id }): string | null => id,
  absent: null,
  emptyStatuses: [404]
})

export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  record: standard,
  collection: "invoices",
  made,
  requires: {
    create: [...requires, "contact_id", "currency_id", "document_number", "posted_date", "due_date"]
  },
  lookups: accountsBy("revenue_account"),
  takes: {
    ...head("invoice_date"),
    document_number: "invoice_number",
    due_date: Take.day("invoice_due_date"),
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "FINALIZED" })
  },
  makes: project,
  clears: ["memo"],
  departs: ({ delete: { call, ...usual } = {}, ...way }) => ({
    ...way,
    delete: {
      ...usual,
      lookups: { simplified },
      call: (sent) => (sent.lookups["simplified"] === sent.id ? sent.refuse(isSimplified, "platform_id") : call!(sent))
    }
  })
})

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
