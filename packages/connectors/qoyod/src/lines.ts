/** The lines of documents, whose amounts Qoyod does not answer: they are worked out of price, quantity, discount and tax. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Taxes } from "./tax-rates.ts"
import { said } from "./wire.ts"

/** Quirk: credit notes call the price otherwise, and bills the percentage of the tax. */
export const Line = Wire.struct({
  id: Wire.id,
  product_id: Wire.id,
  description: Wire.text,
  product_name: Wire.text,
  ...Wire.all(Wire.number, "quantity", "unit_price", "price", "inclusive_unit_price", "discount_amount"),
  ...Wire.all(Wire.number, "discount_percent", "discount", "tax_percent", "tax"),
  discount_type: Wire.decisive(Wire.text),
  is_inclusive: Wire.decisive(Wire.boolean)
})
export type Line = (typeof Line)["Type"]
type Amount = number | null | undefined

/** What a percentage leaves of an amount that holds it; without one nothing is known. */
const without = (amount: Amount, percent: Amount) =>
  Normalize.product(amount, typeof percent === "number" ? 100 / (100 + percent) : percent)
export const taxWithin = (amount: Amount, percent: Amount) =>
  Normalize.rounded(Normalize.difference(amount, Normalize.rounded(without(amount, percent))))
const share = (amount: Amount, percent: Amount) => Normalize.product(Normalize.product(amount, percent), 0.01)

/** What an amount is with and without its tax, whichever of both it is. */
export const taxed = (amount: Amount, percent: Amount, isInclusive: boolean) => {
  const own = Normalize.rounded(amount ?? null)
  if (isInclusive) {
    const tax_amount = taxWithin(own, percent)
    return { sub_total: Normalize.difference(own, tax_amount), tax_amount, total_amount: own }
  }
  const tax_amount = Normalize.rounded(share(own, percent))
  return { sub_total: own, tax_amount, total_amount: tax_amount === null ? null : Normalize.sum([own, tax_amount]) }
}

const discountOf = (line: Line, gross: Amount) => {
  const { discount, discount_amount, discount_percent, discount_type } = line
  if (typeof discount_amount === "number" && discount_amount !== 0) return discount_amount
  if (discount_type?.toLowerCase() === "amount") return discount ?? null
  const percent = discount_percent ?? discount
  return percent == null ? (discount_amount ?? null) : Normalize.rounded(share(gross, percent))
}

interface Context {
  readonly owner: string
  readonly taxes: Taxes
  readonly accounts: ReadonlyMap<string, string | null>
}
export const lineItemOf = ({ accounts, owner, taxes }: Context, line: Line, index: number) => {
  const isInclusive = line.is_inclusive === true
  const price = line.unit_price ?? line.price ?? null
  const unit_amount = isInclusive ? (line.inclusive_unit_price ?? price) : price
  const gross = Normalize.product(line.quantity, unit_amount)
  const total_discount = discountOf(line, gross)
  const net = total_discount === null ? gross : Normalize.difference(gross, total_discount)
  const percent = line.tax_percent ?? line.tax ?? null
  return {
    platform_id: line.id ?? `${owner}:${index}`,
    tracking_category_ids: [],
    item_id: line.product_id ?? null,
    tax_id: typeof percent === "number" ? (taxes.ids.get(percent) ?? null) : null,
    account_id: Normalize.lookUp(accounts, line.product_id) ?? null,
    description: said(line.description, line.product_name),
    quantity: line.quantity ?? null,
    unit_amount,
    ...taxed(net, percent, isInclusive),
    total_discount
  }
}
