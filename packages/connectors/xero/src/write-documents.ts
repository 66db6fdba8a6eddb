/** How invoices, bills and purchase orders are written, and money that is spent: what they hold is written in one way. */
import * as Take from "@svc/core/Take"
import { bills } from "./bills.ts"
import { documentStatus } from "./document-fields.ts"
import { expenses, types } from "./expenses.ts"
import { invoices } from "./invoices.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { references } from "./references.ts"
import { discountOfAll, plainLines, salesLines, taxOf } from "./write-lines.ts"
import { named, rate, writing } from "./writing.ts"

export const head = {
  contact_id: named("Contact", "ContactID"),
  posted_date: Take.day("Date"),
  currency_id: "CurrencyCode",
  currency_rate: rate
}

/** Quirk: what was never approved is not voided but deleted. */
export const voided = ({ Status }: { readonly Status?: string }) =>
  Status === "DRAFT" || Status === "SUBMITTED" ? "DELETED" : "VOIDED"
/** A state goes forward. One that the document is in already is not sent; those that follow from payments cannot be. */
export const status =
  (approved: string, ended: (raw: Take.Item) => string) =>
  (wanted: string, { raw, refuse }: Take.At<unknown>): object => {
    if (raw !== undefined && wanted === documentStatus(raw, raw["AmountDue"] ?? raw["RemainingCredit"])) return {}
    if (wanted === "DRAFT") return { Status: "DRAFT" }
    if (wanted === "SUBMITTED") return { Status: approved }
    if (wanted !== "VOID") return refuse(`${wanted} follows from payments and cannot be set`)
    return raw === undefined ? refuse("VOID is no state of something new and cannot be set") : { Status: ended(raw) }
  }
const deleted = () => "DELETED"

const invoice = {
  ...head,
  due_date: Take.day("DueDate"),
  document_number: "InvoiceNumber",
  status: status("AUTHORISED", voided)
}
const invoicing = {
  collection: "Invoices",
  id: "InvoiceID",
  requires: ["contact_id", "line_items"],
  lookups: references,
  query: { unitdp: 4 },
  ended: voided
} as const

export const writeInvoices = writing("INVOICES", ["create", "update", "void"], {
  ...invoicing,
  record: invoices,
  types: ["ACCREC"],
  made: { Type: "ACCREC" },
  takes: { ...invoice, memo: "Reference", line_items: salesLines, total_discount: discountOfAll },
  clears: ["memo"]
})

export const writeBills = writing("BILLS", ["create", "update", "void"], {
  ...invoicing,
  record: bills,
  types: ["ACCPAY"],
  made: { Type: "ACCPAY" },
  // Quirk: Reference, where a memo would go, exists on sales invoices only.
  takes: {
    ...invoice,
    tax_inclusive: (isInclusive) => ({ LineAmountTypes: taxOf(isInclusive) }),
    line_items: plainLines(4)
  }
})

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "void"], {
  record: purchaseOrders,
  collection: "PurchaseOrders",
  id: "PurchaseOrderID",
  requires: ["contact_id", "line_items"],
  lookups: references,
  made: { Status: "SUBMITTED" },
  takes: {
    ...head,
    document_number: "PurchaseOrderNumber",
    description: "Reference",
    delivery_date: Take.day("DeliveryDate"),
    status: status("SUBMITTED", deleted),
    // Quirk: purchase orders know no `unitdp`: unit amounts have two decimals.
    line_items: plainLines(2)
  },
  clears: ["description"],
  ended: deleted
})

/** Quirk: Xero wants these of every change, and takes the lines that it is not sent for deleted. */
export const keptOfTransactions = ["Type", "LineAmountTypes", "LineItems", "BankAccount"]
export const writeExpenses = writing("EXPENSES", ["create", "update", "delete"], {
  record: expenses,
  collection: "BankTransactions",
  id: "BankTransactionID",
  requires: ["contact_id", "account_id", "line_items"],
  lookups: references,
  query: { unitdp: 4 },
  types,
  made: { Type: "SPEND" },
  kept: keptOfTransactions,
  takes: {
    ...head,
    account_id: named("BankAccount", "AccountID"),
    document_number: "Reference",
    payment_mode: (Type, { refuse }) => (types.includes(Type) ? { Type } : refuse("is no kind of spending at Xero")),
    line_items: plainLines(4)
  },
  clears: ["document_number"],
  ended: deleted
})
