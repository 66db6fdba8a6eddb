/** Invoices and bills made, changed and deleted. */
import type { Writer } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { customersPath, suppliersPath } from "./contacts.ts"
import { isNote } from "./layouts.ts"
import { bills } from "./purchases.ts"
import { invoices } from "./sales.ts"
import { currencyTo, freightOf, type Heading, layoutOf, lineLookups } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"
import { discounted, type Lines, linesTo } from "./written-lines.ts"

/** Where a document is whole. Quirk: credit notes are in the lists of invoices and bills, and are written as what they are. */
const placeIn =
  (path: string, areNotes?: boolean) =>
  ({ item, raw, refuse }: Writer.Sent): string => {
    if (raw !== undefined && areNotes !== undefined && isNote(raw) !== areNotes)
      refuse(areNotes ? "is no credit note" : "is a credit note", "platform_id")
    return `${path}/${layoutOf(item, raw)}`
  }
const requires = ["contact_id", "posted_date", "line_items", "line_items.unit_amount", "line_items.tax_id"] as const
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
const makes =
  (own: Lines) =>
  (item: Take.Item, at: Heading): object => {
    const tax = at.lookups.freight.get(item["contact_id"]) ?? item["line_items"]?.[0]?.tax_id
    return {
      ...(at.isNew && tax ? { FreightTaxCode: { UID: tax } } : {}),
      ...due(item, at),
      ...discounted(own, at as never)
    }
  }
/** The one order that a document comes of. */
const orderTo = (ids: ReadonlyArray<string>, { refuse }: Take.At<any>): object =>
  ids.length > 1 ? refuse("is one more than the order that a document comes of", "[1]") : { Order: { UID: ids[0] } }

export interface Kind {
  readonly path: string
  readonly party: "Customer" | "Supplier"
  /** Where the number is that we know a document by. */
  readonly number: "Number" | "SupplierInvoiceNumber"
  readonly lines: Lines
  /** Our member that the memo is. */
  readonly memo: "memo" | "description"
  readonly areNotes?: boolean
}
/** What all kinds of documents have alike. */
export const documenting = ({ areNotes, lines, memo, number, party, path }: Kind) => ({
  path,
  placeOf: placeIn(path, areNotes),
  // The layouts that can be written.
  wholes: [`${path}/Item`, `${path}/Service`],
  made: { IsTaxInclusive: false },
  alike: { contact_id: `${party}.UID`, posted_date: "Date", document_number: number, [memo]: "JournalMemo" },
  requires: { create: requires },
  makes: makes(lines)
})
export const headed = ({ lines, number, party }: Kind) => ({
  posted_date: dayTo("Date"),
  currency_rate: "CurrencyExchangeRate",
  total_discount: Take.beside,
  contact_id: ref(party),
  document_number: number,
  line_items: linesTo(lines)
})

const sold: Kind = {
  path: "/Sale/Invoice",
  party: "Customer",
  number: "Number",
  lines: { quantity: "ShipQuantity" },
  memo: "memo",
  areNotes: false
}
const bought: Kind = {
  path: "/Purchase/Bill",
  party: "Supplier",
  number: "SupplierInvoiceNumber",
  lines: { quantity: "BillQuantity" },
  memo: "memo",
  areNotes: false
}
export const writeInvoices = writing("INVOICES", ["create", "update", "delete"], {
  ...documenting(sold),
  record: invoices,
  lookups: customers,
  takes: { ...headed(sold), due_date: Take.beside, memo: "JournalMemo", sales_order_ids: orderTo },
  creates: { currency_id: currencyTo },
  clears: ["memo"]
})
export const writeBills = writing("BILLS", ["create", "update", "delete"], {
  ...documenting(bought),
  record: bills,
  lookups: suppliers,
  takes: { ...headed(bought), due_date: Take.beside, memo: "JournalMemo", purchase_order_ids: orderTo },
  creates: { currency_id: currencyTo, tax_inclusive: "IsTaxInclusive" },
  clears: ["memo", "document_number"]
})
