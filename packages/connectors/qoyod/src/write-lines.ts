/** The lines of documents as they are written. */
import type { Writes } from "@svc/core"
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
export const lines = {
  list: linesOf,
  of: {
    ...line,
    total_discount: (discount: number) => (discount === 0 ? {} : { discount, discount_type: "amount" })
  }
}
