/** Sales, purchases and orders created, of items. */
import * as Take from "@svc/core/Take"
import { bills } from "./bills.ts"
import { contactOf } from "./books.ts"
import { nameOf, ownCurrency } from "./entries.ts"
import { invoices } from "./invoices.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { stocked } from "./stocked.ts"
import { centre, stockLines, typed } from "./stock.ts"
import { writingVouchers } from "./writing-vouchers.ts"

/** The party at the head of a document, which says how it is taxed as well. */
export const headed = (id: string, at: Take.At<any, typeof stocked>): object => {
  const name = nameOf(at.lookups, contactOf(at.lookups, id), () => at.refuse("is no customer or vendor"))
  return { ...typed(at), MasterName1: name, MasterName2: centre(at) }
}
const shared = {
  contact_id: headed,
  currency_id: ownCurrency,
  document_number: Take.beside,
  posted_date: Take.beside
}
const requires = [
  "contact_id",
  "document_number",
  "posted_date",
  "line_items",
  "line_items.item_id",
  "line_items.quantity",
  "line_items.unit_amount"
] as const

export const writeInvoices = writingVouchers("INVOICES", ["create"], {
  voucher: () => "sale",
  record: invoices,
  requires,
  lookups: stocked,
  takes: { ...shared, memo: Take.beside, line_items: stockLines() }
})
export const writeBills = writingVouchers("BILLS", ["create"], {
  voucher: () => "purchase",
  record: bills,
  requires,
  lookups: stocked,
  takes: { ...shared, memo: Take.beside, line_items: stockLines() }
})
const ordered = { ...shared, description: Take.beside, delivery_date: Take.beside }
export const writeSalesOrders = writingVouchers("SALES_ORDERS", ["create"], {
  voucher: () => "sales_order",
  record: salesOrders,
  requires,
  lookups: stocked,
  takes: { ...ordered, line_items: stockLines(1) }
})
export const writePurchaseOrders = writingVouchers("PURCHASE_ORDERS", ["create"], {
  voucher: () => "purchase_order",
  record: purchaseOrders,
  requires,
  lookups: stocked,
  takes: { ...ordered, line_items: stockLines(-1) }
})
