/** The lines of documents as they are written, and the discounts on them. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import type { Writes } from "@svc/core"
import type { references } from "./references.ts"

type Line = Take.Item
/** A document, as far as its lines depend on it. */
interface Document {
  readonly tax_inclusive?: boolean | null | undefined
  readonly total_discount?: number | null | undefined
}
type OwnLine = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
type Lookups = Pick<typeof references, "tracking">

/** Options of tracking categories, with the categories they are of. */
export const tracking: Take.Make<ReadonlyArray<string>, unknown, Lookups> = (ids, { lookups, refuse }) => {
  const unknown = ids.findIndex((id) => !lookups.tracking.parents.get(id))
  if (unknown !== -1) refuse("is no option at Xero", `[${unknown}]`)
  return { Tracking: ids.map((id) => ({ TrackingCategoryID: lookups.tracking.parents.get(id), TrackingOptionID: id })) }
}

const line: Take.Table<Omit<OwnLine, "total_discount" | "project_id">, typeof references> = {
  platform_id: "LineItemID",
  description: "Description",
  quantity: "Quantity",
  unit_amount: "UnitAmount",
  account_id: "AccountID",
  // Quirk: a line names its item by code.
  item_id: (id, { lookups, refuse }) => ({ ItemCode: lookups.items.codes.get(id) ?? refuse("is no item at Xero") }),
  tax_id: "TaxType",
  tracking_category_ids: tracking
}

/** Quirk: only sales invoices have line discounts; elsewhere the unit amount is lowered. */
const lowered = (own: OwnLine, decimals: number): number | null =>
  own.quantity && own.unit_amount != null ? Take.priceOf(own, decimals) : null

/** Lines without discounts of their own; `decimals` is how many a unit amount may have. */
export const plainLines = (decimals: number) => ({
  of: {
    ...line,
    total_discount: (discount: number, { item, refuse }: Take.At<OwnLine>) =>
      discount
        ? {
            UnitAmount:
              lowered(item, decimals) ??
              refuse(`cannot be taken off a unit amount of ${decimals} decimals; give the line a quantity of 1`)
          }
        : {}
  },
  list: linesOf
})

/** Lines of sales invoices. */
export const salesLines = {
  of: { ...line, total_discount: "DiscountAmount" },
  list: (lines: ReadonlyArray<Line>, at: Take.At<Document>) => linesOf(discounted(lines, at.item.total_discount), at)
}

function linesOf(LineItems: ReadonlyArray<Line>, { isNew, item, raw }: Take.At<Document>): object {
  // Whether amounts hold the tax is the document's own; Xero must not fall back to its default.
  const kept = isNew ? "Exclusive" : raw?.["LineAmountTypes"]
  return { LineAmountTypes: typeof item.tax_inclusive === "boolean" ? taxOf(item.tax_inclusive) : kept, LineItems }
}
export const taxOf = (isInclusive: boolean) => (isInclusive ? "Inclusive" : "Exclusive")

/** Quirk: a document's discount is the sum of its lines' discounts; where no lines are sent, those that are there get it. */
export const discountOfAll = (total: number, { item, raw, refuse }: Take.At<Writes.ItemOf<"INVOICES">>) => {
  const lines: ReadonlyArray<Line> =
    item.line_items?.map(({ quantity, total_discount, unit_amount }) => ({
      Quantity: quantity,
      UnitAmount: unit_amount,
      DiscountAmount: total_discount
    })) ??
    ((raw?.["LineItems"] ?? []) as ReadonlyArray<Line>).map((kept) =>
      Object.fromEntries(Object.entries(kept).filter(([name]) => !computed.has(name)))
    )
  const ofLines = Normalize.sum(lines.map(({ DiscountAmount }) => DiscountAmount))
  if (ofLines !== null && total !== ofLines) refuse(`differs from the ${ofLines} of the lines' own discounts`)
  if (total !== 0 && ofLines === null && !grossOf(lines).every((gross) => gross > 0))
    refuse("can only be spread over lines with a quantity and a unit amount")
  return item.line_items === undefined
    ? { LineAmountTypes: raw?.["LineAmountTypes"], LineItems: discounted(lines, total) }
    : {}
}
/** What follows from a line's other members and its discount. */
const computed = new Set(["DiscountAmount", "DiscountRate", "LineAmount", "TaxAmount"])
const grossOf = (lines: ReadonlyArray<Line>) =>
  lines.map(({ Quantity, UnitAmount }) => Normalize.product(Quantity, UnitAmount) ?? 0)

/** It is spread over them in proportion, to the cent. */
const discounted = (lines: ReadonlyArray<Line>, total: number | null | undefined): ReadonlyArray<Line> => {
  if (typeof total !== "number" || lines.some(({ DiscountAmount }) => typeof DiscountAmount === "number")) return lines
  const discounts = Take.shares(total, grossOf(lines))
  return lines.map((own, index) => ({ ...own, DiscountAmount: discounts[index] }))
}
