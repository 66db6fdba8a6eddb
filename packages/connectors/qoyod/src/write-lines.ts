/** The lines of documents as they are written, with what a document is lowered by as a whole. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { taxes } from "./tax-rates.ts"
import { id, inventory } from "./writing.ts"

export const lookups = { taxes, inventory }
type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]

export const line: Take.Table<Line, typeof lookups> = {
  item_id: id("product_id"),
  description: "description",
  quantity: "quantity",
  unit_amount: "unit_price",
  tax_id: (tax, { lookups: { taxes: found }, refuse }) => ({
    tax_percent: found.percents.get(tax) ?? refuse("is no tax at Qoyod")
  })
}
export const linesOf = (made: ReadonlyArray<Take.Item>, { root }: Take.At) => ({
  line_items: made.map((own) => ({ ...own, is_inclusive: root["tax_inclusive"] === true }))
})
/** Quirk: a document has no discount of its own: it is spread over its lines, and the last takes what is left of a cent. */
const spread = (made: ReadonlyArray<Take.Item>, total: number | null | undefined): ReadonlyArray<Take.Item> => {
  if (typeof total !== "number") return made
  const refuse = Take.refusing("")
  const gross = made.map((own) => Normalize.product(own["quantity"] ?? 1, own["unit_price"] ?? 0) ?? 0)
  const whole = Normalize.sum(gross) ?? 0
  const said = Normalize.sum(made.map((own) => own["discount"])) ?? 0
  if (said !== 0)
    return said === total ? made : refuse("must be what the discounts of its lines come to", "total_discount")
  if (total < 0 || total > whole) refuse("must not be more than its lines come to", "total_discount")
  let left = total
  const last = gross.findLastIndex((own) => own > 0)
  return made.map((own, index) => {
    const discount = index === last ? left : whole === 0 ? 0 : Normalize.rounded((total * gross[index]!) / whole)
    left = Normalize.difference(left, discount) ?? 0
    return discount === 0 ? own : { ...own, discount, discount_type: "amount" }
  })
}
export const lines = {
  list: (made: ReadonlyArray<Take.Item>, at: Take.At) => linesOf(spread(made, at.root["total_discount"]), at),
  of: { ...line, total_discount: (discount: number) => ({ discount, discount_type: "amount" }) }
}
