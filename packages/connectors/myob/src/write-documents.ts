/** Invoices, bills and orders made, changed and deleted. */
import { Normalize, Take, type Writer } from "@svc/core"
import { customersPath, suppliersPath } from "./contacts.ts"
import { bills, purchaseOrders } from "./purchases.ts"
import { invoices, salesOrders } from "./sales.ts"
import { currencyTo, freightOf, type Heading, layoutOf, lineLookups, linesTo } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"

export const placeIn =
  (path: string) =>
  ({ item, raw }: Writer.Sent): string =>
    `${path}/${layoutOf(item, raw)}`
/** The layouts that can be written. */
const wholesIn = (path: string) => [`${path}/Item`, `${path}/Service`]
export const requires = [
  "contact_id",
  "posted_date",
  "line_items",
  "line_items.unit_amount",
  "line_items.tax_id"
] as const
export const customers = { freight: freightOf(customersPath, "SellingDetails"), ...lineLookups }
export const suppliers = { freight: freightOf(suppliersPath, "BuyingDetails"), ...lineLookups }

/** Terms are days after the document's own. */
const due = (item: Take.Item, { raw, refuse }: Take.At<any>): object => {
  const [until, from] = [item["due_date"], item["posted_date"] ?? raw?.["Date"]]
  if (!until) return {}
  if (!from) return refuse("needs a posted_date beside it", "due_date")
  const [end, start] = [Normalize.day(until), Normalize.day(from)]
  const days = Math.round((Date.parse(String(end)) - Date.parse(String(start))) / 86_400_000)
  if (days < 0) refuse("is before the document's own date", "due_date")
  return { Terms: { PaymentIsDue: "InAGivenNumberOfDays", BalanceDueDate: days, DiscountDate: 0 } }
}
/** What a document has besides what it says itself. */
export const makes = (item: Take.Item, at: Heading): object => {
  const tax = at.lookups.freight.get(item["contact_id"]) ?? item["line_items"]?.[0]?.tax_id
  return { ...(at.isNew && tax ? { FreightTaxCode: { UID: tax } } : {}), ...due(item, at) }
}
/** The one order that a document comes of. */
const orderTo = (ids: ReadonlyArray<string>, { refuse }: Take.At<any>): object =>
  ids.length > 1 ? refuse("is one more than the order that a document comes of", "[1]") : { Order: { UID: ids[0] } }

export const head = {
  posted_date: dayTo("Date"),
  currency_rate: "CurrencyExchangeRate"
} as const
const made = { IsTaxInclusive: false }

export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  path: "/Sale/Invoice",
  placeOf: placeIn("/Sale/Invoice"),
  wholes: wholesIn("/Sale/Invoice"),
  made,
  alike: { contact_id: "Customer.UID", posted_date: "Date", document_number: "Number", memo: "JournalMemo" },
  record: invoices,
  requires: { create: requires },
  lookups: customers,
  takes: {
    ...head,
    contact_id: ref("Customer"),
    document_number: "Number",
    due_date: Take.beside,
    memo: "JournalMemo",
    sales_order_ids: orderTo,
    line_items: linesTo("ShipQuantity")
  },
  creates: { currency_id: currencyTo },
  clears: ["memo"],
  makes
})
export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  path: "/Purchase/Bill",
  placeOf: placeIn("/Purchase/Bill"),
  wholes: wholesIn("/Purchase/Bill"),
  made,
  alike: {
    contact_id: "Supplier.UID",
    posted_date: "Date",
    document_number: "SupplierInvoiceNumber",
    memo: "JournalMemo"
  },
  record: bills,
  requires: { create: requires },
  lookups: suppliers,
  takes: {
    ...head,
    contact_id: ref("Supplier"),
    document_number: "SupplierInvoiceNumber",
    due_date: Take.beside,
    memo: "JournalMemo",
    purchase_order_ids: orderTo,
    line_items: linesTo("BillQuantity")
  },
  creates: { currency_id: currencyTo, tax_inclusive: "IsTaxInclusive" },
  clears: ["memo", "document_number"],
  makes
})

const order = (path: string, party: string) => ({
  path,
  placeOf: placeIn(path),
  wholes: wholesIn(path),
  made,
  alike: { contact_id: `${party}.UID`, posted_date: "Date", document_number: "Number", description: "JournalMemo" },
  requires: { create: requires },
  makes
})
const ordered = {
  ...head,
  document_number: "Number",
  description: "JournalMemo",
  delivery_date: dayTo("PromisedDate")
} as const
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update", "delete"], {
  ...order("/Sale/Order", "Customer"),
  record: salesOrders,
  lookups: customers,
  takes: { ...ordered, contact_id: ref("Customer"), line_items: linesTo("ShipQuantity", { isOrder: true }) },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...order("/Purchase/Order", "Supplier"),
  record: purchaseOrders,
  lookups: suppliers,
  takes: { ...ordered, contact_id: ref("Supplier"), line_items: linesTo("BillQuantity", { isOrder: true }) },
  creates: { currency_id: currencyTo },
  clears: ["description"]
})
