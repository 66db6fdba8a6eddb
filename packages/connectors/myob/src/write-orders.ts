/** Orders made, changed and deleted. */
import { purchaseOrders } from "./purchases.ts"
import { salesOrders } from "./sales.ts"
import { customers, head, made, makes, placeIn, requires, suppliers, wholesIn } from "./write-documents.ts"
import { currencyTo } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"
import { type Lines, linesTo } from "./written-lines.ts"

const sold: Lines = { quantity: "ShipQuantity", isOrder: true }
const bought: Lines = { quantity: "BillQuantity", isOrder: true }
const order = (path: string, party: string, own: Lines) => ({
  path,
  placeOf: placeIn(path),
  wholes: wholesIn(path),
  made,
  alike: { contact_id: `${party}.UID`, posted_date: "Date", document_number: "Number", description: "JournalMemo" },
  requires: { create: requires },
  makes: makes(own)
})
const ordered = {
  ...head,
  document_number: "Number",
  description: "JournalMemo",
  delivery_date: dayTo("PromisedDate")
} as const
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update", "delete"], {
  ...order("/Sale/Order", "Customer", sold),
  record: salesOrders,
  lookups: customers,
  takes: { ...ordered, contact_id: ref("Customer"), line_items: linesTo(sold) },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...order("/Purchase/Order", "Supplier", bought),
  record: purchaseOrders,
  lookups: suppliers,
  takes: { ...ordered, contact_id: ref("Supplier"), line_items: linesTo(bought) },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
