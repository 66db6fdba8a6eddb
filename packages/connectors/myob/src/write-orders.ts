/** Orders made, changed and deleted. */
import { purchaseOrders } from "./purchases.ts"
import { salesOrders } from "./sales.ts"
import { customers, documenting, headed, type Kind, suppliers } from "./write-documents.ts"
import { currencyTo } from "./write-lines.ts"
import { dayTo, writing } from "./writing.ts"

const ordered = { number: "Number", memo: "description" } as const
const sold: Kind = {
  ...ordered,
  path: "/Sale/Order",
  party: "Customer",
  lines: { quantity: "ShipQuantity", isOrder: true }
}
const bought: Kind = {
  ...ordered,
  path: "/Purchase/Order",
  party: "Supplier",
  lines: { quantity: "BillQuantity", isOrder: true }
}
const takes = { description: "JournalMemo", delivery_date: dayTo("PromisedDate") } as const

export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update", "delete"], {
  ...documenting(sold),
  record: salesOrders,
  lookups: customers,
  takes: { ...headed(sold), ...takes },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...documenting(bought),
  record: purchaseOrders,
  lookups: suppliers,
  takes: { ...headed(bought), ...takes },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
