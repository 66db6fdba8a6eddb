/** What invoices, credit memos and orders have in common: how they are listed, their shared members, their lines. */
import type { Call } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, one, pages, record, reference, sized, text, word } from "./lists.ts"

const Line = Wire.struct({
  id: Wire.id,
  // They say which bills are expenses.
  itemId: Wire.decisive(reference),
  accountId: Wire.decisive(reference),
  description: text,
  quantity: Wire.decisive(Wire.number),
  unitPrice: Wire.number,
  unitCost: Wire.number,
  directUnitCost: Wire.number,
  discountAmount: Wire.number,
  invoiceDiscountAllocation: Wire.decisive(Wire.number),
  amountExcludingTax: Wire.number,
  totalTaxAmount: Wire.number,
  amountIncludingTax: Wire.number,
  netAmount: Wire.number,
  netTaxAmount: Wire.number,
  netAmountIncludingTax: Wire.number,
  taxCode: text,
  dimensionSetLines: Wire.list(Wire.struct({ valueId: reference }))
})
const AllLines = Wire.list(Wire.required(Line))
export const Lines = Wire.required(AllLines)
type Line = (typeof Line)["Type"]

/** Members of all documents alike. The totals are after all discounts. */
export const document = {
  ...record,
  number: text,
  currencyId: Wire.id,
  discountAmount: Wire.number,
  totalAmountExcludingTax: Wire.number,
  totalTaxAmount: Wire.number,
  totalAmountIncludingTax: Wire.number,
  // It says what is open as well.
  status: Wire.decisive(word)
}
type Document = Wire.Struct<typeof document>

const shown = "$expand=dimensionSetLines"
type Dated = ReturnType<typeof changing> & { readonly from: (context: { readonly from: string }) => Call.Patch }
/** A list of documents with their lines; `date` is the day that documents are dated by. */
export const documents = (set: string, lines: string, date: string): Dated => ({
  ...changing(set, { expand: `${lines}(${shown})`, size: 100 }),
  from: ({ from }: { readonly from: string }) => ({
    query: { $filter: `${date} ge ${from.slice(0, 10)} or ${date} eq 0001-01-01` }
  })
})
/** The lines of a document that has more of them than are shown with it. */
export const rest = (
  set: string,
  lines: string,
  id: string,
  link: string | null | undefined
): ReadonlyArray<Read.Further> =>
  link === null || link === undefined
    ? []
    : [
        Read.pages({
          call: { path: `${one(set, id)}/${lines}`, query: { $expand: "dimensionSetLines" }, headers: sized(500) },
          page: pages,
          items: "value"
        })
      ]

const line = (taxes: ReadonlyMap<string, string>) => (raw: Line) => {
  // A discount on the document as a whole is in the net amounts of its lines alone.
  const isShared = (raw.invoiceDiscountAllocation ?? 0) !== 0
  return {
    platform_id: raw.id,
    tracking_category_ids: Normalize.distinct((raw.dimensionSetLines ?? []).map((own) => own?.valueId)),
    project_id: null,
    item_id: raw.itemId,
    tax_id: raw.taxCode ? (Normalize.lookUp(taxes, raw.taxCode) ?? null) : null,
    account_id: raw.accountId,
    description: raw.description,
    quantity: raw.quantity,
    unit_amount: raw.unitPrice ?? raw.directUnitCost ?? raw.unitCost,
    sub_total: isShared ? raw.netAmount : raw.amountExcludingTax,
    tax_amount: isShared ? raw.netTaxAmount : raw.totalTaxAmount,
    total_amount: isShared ? raw.netAmountIncludingTax : raw.amountIncludingTax,
    total_discount: Normalize.sum([raw.discountAmount, raw.invoiceDiscountAllocation])
  }
}

/** The unified fields of the shared members. */
export const documentFields = (
  raw: Document,
  lines: ReadonlyArray<Line>,
  {
    followed,
    lookups
  }: { readonly followed: ReadonlyArray<unknown>; readonly lookups: { readonly taxes: ReadonlyMap<string, string> } }
) => {
  const all = followed.length === 0 ? lines : (Wire.decode(AllLines, followed[0]) ?? [])
  return {
    platform_id: raw.id,
    currency_id: raw.currencyId,
    currency_rate: null,
    sub_total: raw.totalAmountExcludingTax,
    tax_amount: raw.totalTaxAmount,
    total_amount: raw.totalAmountIncludingTax,
    total_discount: Normalize.sum([...all.map((own) => own.discountAmount), raw.discountAmount]),
    line_items: all.map(line(lookups.taxes)),
    updated_at: raw.lastModifiedDateTime
  }
}
