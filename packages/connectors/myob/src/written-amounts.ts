/** What written lines come to, each by itself and with a discount of the whole document. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import type { Members } from "./whole.ts"
import { isForeign, type Root, type Row } from "./write-lines.ts"

/** A line as it is, of a change, and what it comes to. */
export interface Amounts {
  readonly count: number
  readonly price: number
  readonly gross: number
  readonly discount: number
}
export type Kept = Members | undefined
export const isEmpty = (value: unknown): boolean => value === null || value === undefined
const size = (value: unknown): number | null => Normalize.absolute(Normalize.number(value)) ?? null

/** What is not said of a line that is there already stays. */
export const amountsOf = (
  row: Row,
  kept: Kept,
  at: Root,
  quantity: string,
  isSpread: boolean,
  place: string
): Amounts => {
  const foreign = isForeign(at) ? "Foreign" : ""
  const [amount, percent] = [size(kept?.[`Total${foreign}`]), Normalize.number(kept?.["DiscountPercent"]) ?? 0]
  const counted = size(kept?.[quantity] ?? kept?.["UnitCount"])
  const count = row.quantity ?? counted ?? 1
  const was = amount === null || percent >= 100 ? null : amount / (1 - percent / 100) / (counted || 1)
  const price =
    row.unit_amount ?? size(kept?.[`UnitPrice${foreign}`]) ?? was ?? at.refuse("is required", `${place}.unit_amount`)
  const gross = Normalize.product(count, price) ?? 0
  return {
    count,
    price,
    gross,
    discount: row.total_discount ?? (isSpread ? 0 : Normalize.rounded((gross * percent) / 100))
  }
}

/** A discount of the document, spread over its lines as they come to. */
export const spread = (all: ReadonlyArray<Amounts>, total: number | null | undefined) => {
  const refuse = Take.refusing("")
  if (typeof total !== "number") return all
  const own = Normalize.sum(all.map(({ discount }) => discount)) ?? 0
  const whole = Normalize.sum(all.map(({ gross }) => gross)) ?? 0
  if (own !== 0)
    return own === total ? all : refuse("must be what the discounts of its lines come to", "total_discount")
  if (total < 0 || total > whole) refuse("must not be more than its lines come to", "total_discount")
  const discounts = Take.shares(
    total,
    all.map(({ gross }) => gross)
  )
  return all.map((line, index) => ({ ...line, discount: discounts[index]! }))
}
