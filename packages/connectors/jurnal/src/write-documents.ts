/** How bills, invoices and orders are written: lines are of products, and a change has all of them. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { bills, invoices, purchaseOrders, salesOrders } from "./documents.ts"
import { id, wholly, writing } from "./writing.ts"

type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]

const line: Take.Table<Line> = {
  platform_id: id("id"),
  item_id: id("product_id"),
  description: "description",
  quantity: "quantity",
  unit_amount: "rate",
  tax_id: id("line_tax_id"),
  total_discount: (discount, { item, refuse }) => ({
    discount:
      discount === 0 ? 0 : (Take.exactPercentOf(item, 6) ?? refuse("is no percentage of quantity and unit amount"))
  })
}
/** The line as it is, which a change of something else must send again. */
const asItIs = (own: Take.Item) =>
  Call.present({
    id: own["id"],
    product_id: Call.at(own, "product.id") ?? undefined,
    description: own["description"] ?? undefined,
    quantity: Normalize.number(own["quantity"]) ?? undefined,
    rate: Normalize.number(own["rate"]) ?? undefined,
    discount: Normalize.number(own["discount"]) ?? undefined,
    line_tax_id: Call.at(own, "line_tax.id") ?? undefined
  })
const member = "transaction_lines_attributes"
/** A change that has lines has all of them: those that are there and not in it are taken away. */
const kept = (raw: Take.Item, body: Readonly<Record<string, unknown>>) => {
  const [before, after] = [raw[member] ?? [], body[member]] as ReadonlyArray<ReadonlyArray<Take.Item>>
  return after === undefined ? { [member]: before?.map(asItIs) } : {}
}

/** What is taken off the whole beside its lines: an amount, after which the tax of something new is reckoned. */
const discountTo: Take.Make<number, { readonly line_items?: ReadonlyArray<Line> | null | undefined }> = (total, at) => {
  const { isNew, item, raw, refuse } = at
  const ofLines = item.line_items ? Take.discountOf(item.line_items) : Normalize.number(raw?.["discount_per_lines"])
  const discount_unit = Take.discountBeside(total, ofLines, refuse)
  if (!isNew) return { discount_type_name: "value", discount_unit }
  return discount_unit === 0 ? {} : { discount_type_name: "value", discount_unit, tax_after_discount: true }
}

const head = {
  contact_id: id("person_id"),
  document_number: "transaction_no",
  posted_date: Take.day("transaction_date"),
  line_items: { list: wholly(member), of: line }
} as const
const requires = [
  "contact_id",
  "posted_date",
  "line_items",
  "line_items.item_id",
  "line_items.quantity",
  "line_items.unit_amount"
] as const
const all = ["create", "update", "delete"] as const

export const writeBills = writing("BILLS", all, {
  record: bills,
  list: "purchase_invoices",
  one: "purchase_invoice",
  kept,
  requires,
  takes: {
    ...head,
    due_date: Take.day("due_date"),
    tax_inclusive: "use_tax_inclusive",
    total_discount: discountTo,
    memo: "memo"
  },
  clears: ["memo"]
})
export const writeInvoices = writing("INVOICES", all, {
  record: invoices,
  list: "sales_invoices",
  one: "sales_invoice",
  kept,
  requires,
  takes: { ...head, due_date: Take.day("due_date"), total_discount: discountTo, memo: "memo" },
  clears: ["memo"]
})
const order = { ...head, delivery_date: Take.day("shipping_date"), description: "memo" } as const
export const writePurchaseOrders = writing("PURCHASE_ORDERS", all, {
  record: purchaseOrders,
  list: "purchase_orders",
  one: "purchase_order",
  kept,
  requires,
  takes: order,
  // Quirk: what a change of it may say has no word for the kind of discount.
  creates: { total_discount: discountTo },
  clears: ["description"]
})
export const writeSalesOrders = writing("SALES_ORDERS", all, {
  record: salesOrders,
  list: "sales_orders",
  one: "sales_order",
  kept,
  requires,
  takes: { ...order, total_discount: discountTo },
  clears: ["description"]
})
