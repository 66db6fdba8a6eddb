/** Bills, credit notes of vendors and purchase orders made, posted, changed, deleted and voided. */
import type { Take } from "@svc/core"
import { dayOf } from "./document-calls.ts"
import { documenting } from "./documenting.ts"
import { billCreditNotes, bills, expenses, purchaseOrders } from "./purchases.ts"
import { contactTo, datedBy, dayTo, linesTo, noteOf, posting, shared } from "./write-lines.ts"

const purchase = { ...shared, party: "vendor" } as const
const head = { currency_id: "currencyId", contact_id: contactTo("vendor") } as const
const requires = [...shared.requires.create, "document_number"] as const

const invoice = {
  ...purchase,
  set: "purchaseInvoices",
  lines: "purchaseInvoiceLines",
  still: "vendorInvoiceNumber",
  alike: ({ document_number }: Take.Item) => ({ vendorInvoiceNumber: document_number })
} as const
const dated = { ...head, document_number: "vendorInvoiceNumber", posted_date: datedBy("invoiceDate") } as const
const { of, ...lines } = linesTo("purchaseInvoiceLines", "unitCost")
export const writeBills = documenting("BILLS", ["create", "update", "delete"], {
  ...invoice,
  posts: true,
  record: bills,
  requires: { create: requires },
  takes: { ...dated, due_date: dayTo("dueDate"), status: posting, line_items: { ...lines, of } }
})
const { item_id: _, ...ofAccounts } = of
/** They are bills on accounts alone, and stay drafts: what posts one is a change of the bill. */
export const writeExpenses = documenting("EXPENSES", ["create", "update", "delete"], {
  ...invoice,
  record: expenses,
  requires: { create: [...requires, "line_items.account_id"] },
  takes: { ...dated, line_items: { ...lines, of: ofAccounts } }
})
export const writeBillCreditNotes = documenting("BILL_CREDIT_NOTES", ["create", "update", "delete", "void"], {
  ...purchase,
  set: "purchaseCreditMemos",
  lines: "purchaseCreditMemoLines",
  still: "vendorCreditMemoNumber",
  alike: ({ document_number }) => ({ vendorCreditMemoNumber: document_number }),
  posts: true,
  record: billCreditNotes,
  requires: { create: requires },
  takes: {
    ...head,
    document_number: "vendorCreditMemoNumber",
    posted_date: datedBy("creditMemoDate"),
    bill_ids: noteOf,
    status: posting,
    line_items: linesTo("purchaseCreditMemoLines", "unitCost")
  }
})
export const writePurchaseOrders = documenting("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...purchase,
  set: "purchaseOrders",
  lines: "purchaseOrderLines",
  still: "purchaser",
  alike: ({ delivery_date, document_number, posted_date }) => ({
    number: document_number,
    orderDate: dayOf(posted_date),
    requestedReceiptDate: dayOf(delivery_date)
  }),
  record: purchaseOrders,
  requires: { create: [...shared.requires.create, "posted_date"] },
  takes: {
    ...head,
    document_number: "number",
    posted_date: datedBy("orderDate"),
    delivery_date: dayTo("requestedReceiptDate"),
    line_items: linesTo("purchaseOrderLines", "directUnitCost")
  }
})
