/** The lines of an invoice that is updated, with its discount, which is a line too. */
import { Call, Wire, type Write, type Writes } from "@svc/core"
import { unprefixed } from "./query.ts"
import { amountOf, itemAccounts, itemDetail, ref } from "./writing.ts"

export type Input = Writes.WriteInput<"INVOICES", "update">
type LineOf = NonNullable<Input["line_items"]>[number]

/** The invoice as it is. */
export const Current = Wire.struct({
  SyncToken: Wire.required(Wire.id),
  TotalAmt: Wire.number,
  Balance: Wire.number,
  PrivateNote: Wire.text,
  Line: Wire.list(Wire.unknown)
})
export const lookups = { accounts: itemAccounts("IncomeAccountRef") }
export type Context = Write.WriteContext<typeof lookups, typeof Current>

const typeOf = (line: unknown) => Call.at(line, "DetailType")
/** The ids of one kind among a line's tracking categories. */
export const tracked = (kind: "class" | "department", own: LineOf) =>
  (own.tracking_category_ids ?? []).flatMap((id) => unprefixed(kind, id) ?? [])

const line = (own: LineOf) => {
  const detail = { ...itemDetail(own), ClassRef: ref(tracked("class", own)[0]) }
  const isText = !own.item_id && typeof own.unit_amount !== "number"
  return Call.present({
    Id: own.platform_id,
    Description: own.description,
    ...(isText
      ? { DetailType: "DescriptionOnly", DescriptionLineDetail: {} }
      : { Amount: amountOf(own), DetailType: "SalesItemLineDetail", SalesItemLineDetail: Call.present(detail) })
  })
}

/**
 * The lines to send; undefined where they stay as they are. Quirk: lines that are sent replace all there are, so that a
 * discount that is to stay is sent again and new lines do not bring one along. Subtotals are QuickBooks' own.
 */
export const linesOf = (item: Input, { current: { item: invoice } }: Context): ReadonlyArray<unknown> | undefined => {
  if (!item.line_items && typeof item.total_discount !== "number") return undefined
  const before = invoice.Line ?? []
  const discounts = before.filter((own) => typeOf(own) === "DiscountLineDetail")
  const goods = item.line_items
    ? item.line_items.map(line)
    : before.filter((own) => !["DiscountLineDetail", "SubTotalLineDetail"].includes(String(typeOf(own))))
  if (typeof item.total_discount !== "number") return [...goods, ...discounts]
  const account = Call.at(discounts[0], "DiscountLineDetail.DiscountAccountRef")
  const discount = Call.present({
    Id: Call.at(discounts[0], "Id") as string | undefined,
    DetailType: "DiscountLineDetail",
    Amount: item.total_discount,
    DiscountLineDetail: Call.present({ PercentBased: false, DiscountAccountRef: account })
  })
  return item.total_discount === 0 ? goods : [...goods, discount]
}
