/** The lines of an invoice that is updated, and the discount that is spread over them. */
import { Call, Lookup, Normalize, Wire, type Write, type Writes } from "@svc/core"
import { optionCategories } from "./tracking-categories.ts"
import { itemCodes, lineMembers } from "./writing.ts"

export type Input = Writes.WriteInput<"INVOICES", "update">

const Current = Wire.struct({
  Type: Wire.text,
  Status: Wire.text,
  Total: Wire.number,
  AmountDue: Wire.number,
  LineAmountTypes: Wire.text,
  LineItems: Wire.list(
    Wire.struct({
      LineItemID: Wire.id,
      Description: Wire.text,
      Quantity: Wire.number,
      UnitAmount: Wire.number,
      ItemCode: Wire.text,
      AccountCode: Wire.text,
      AccountID: Wire.id,
      TaxType: Wire.text,
      Tracking: Wire.unknown
    })
  )
})
export type Current = (typeof Current)["Type"]

/** The invoice as it is. */
const current = Lookup.make({
  call: ({ items }: Lookup.LookupContext<{ readonly platform_id?: string | null | undefined }>) => ({
    path: `/Invoices/${Call.segment(items[0]?.platform_id ?? "")}`,
    query: { unitdp: 4 }
  }),
  response: Wire.struct({ Invoices: Wire.list(Current) }),
  pick: ({ Invoices }) => Invoices?.[0] ?? null,
  absent: null
})
export const lookups = { current, codes: itemCodes, categories: optionCategories }
export type Context = Write.WriteContext<typeof lookups>

/** The lines to send: the caller's, or, where only the discount of all changes, those that are there. */
export const linesOf = (item: Input, { lookups: { categories, codes, current: invoice } }: Context) => {
  if (item.line_items) {
    return item.line_items.map((own) => ({
      ...lineMembers(own, codes),
      LineItemID: own.platform_id,
      DiscountAmount: own.total_discount,
      Tracking: own.tracking_category_ids?.map((id) => ({
        TrackingCategoryID: categories.get(id),
        TrackingOptionID: id
      }))
    }))
  }
  return typeof item.total_discount === "number"
    ? (invoice?.LineItems ?? []).map((own) => ({
        ...own,
        AccountID: own.AccountCode ? null : own.AccountID,
        DiscountAmount: null
      }))
    : undefined
}
type Lines = NonNullable<ReturnType<typeof linesOf>>
export const grossOf = (lines: Lines) => lines.map((own) => Normalize.product(own.Quantity, own.UnitAmount) ?? 0)

/** Quirk: a document's discount is the sum of its lines' discounts. It is spread over them in proportion, to the cent. */
export const discounted = (lines: Lines, total: number | null | undefined) => {
  if (typeof total !== "number" || lines.some(({ DiscountAmount }) => typeof DiscountAmount === "number")) return lines
  const gross = grossOf(lines)
  const whole = Normalize.sum(gross) ?? 0
  let reached = 0
  let given = 0
  return lines.map((own, index) => {
    reached = Normalize.sum([reached, gross[index]]) ?? 0
    const upTo = whole === 0 ? 0 : Number(((total * reached) / whole).toFixed(2))
    const DiscountAmount = Normalize.difference(upTo, given)
    given = upTo
    return { ...own, DiscountAmount }
  })
}
