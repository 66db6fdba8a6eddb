/** Lines of invoices, what is shipped with them, and what they are taxed by. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Money, sizeOf, Sum, text } from "./wire.ts"

/** Quirk: a tax has no id. What it is called and its rate make one. */
export const Tax = Wire.struct({
  name: Wire.decisive(text),
  percent: Wire.decisive(Wire.number),
  amount: Wire.decisive(Sum)
})
export type Tax = (typeof Tax)["Type"]
export const taxOf = (tax: Tax | null | undefined): string | null =>
  tax?.percent == null ? null : `${tax.name ?? "tax"}:${tax.percent}`

export const Line = Wire.struct({
  id: Wire.id,
  name: text,
  description: text,
  quantity: Wire.required(Wire.number),
  unit_amount: Wire.required(Sum),
  tax: Wire.decisive(Tax),
  discount: Wire.decisive(Wire.struct({ percent: Wire.decisive(Wire.number), amount: Wire.decisive(Sum) }))
})
type Line = (typeof Line)["Type"]

/** What a line comes to: the tax is beside the price, or in it where the invoice says that prices hold it. */
export const lineOf = (isInclusive: boolean | null | undefined) => (line: Line) => {
  const gross = Normalize.rounded(Normalize.product(line.quantity, line.unit_amount.value) ?? 0)
  const discount = sizeOf(line.discount?.amount) ?? Normalize.rounded((gross * (line.discount?.percent ?? 0)) / 100)
  const tax = line.tax?.amount?.value ?? null
  const isWithin = isInclusive === true
  return {
    platform_id: line.id,
    tax_id: taxOf(line.tax),
    description: line.description ?? line.name,
    quantity: line.quantity,
    unit_amount: line.unit_amount.value,
    sub_total: isWithin ? Normalize.difference(gross, tax ?? 0) : gross,
    tax_amount: tax,
    total_discount: discount,
    total_amount: Normalize.sum([gross, isWithin ? 0 : tax, -discount])
  }
}

/** Shipping and the custom amount are of no line at PayPal; without them, lines do not add up. */
export const Charge = Wire.struct({ label: text, amount: Money, tax: Wire.decisive(Tax) })
export const chargeOf = (id: string, name: string, charge: (typeof Charge)["Type"] | null | undefined) =>
  charge?.amount == null
    ? []
    : [
        {
          platform_id: id,
          tax_id: taxOf(charge.tax),
          description: charge.label ?? name,
          quantity: 1,
          unit_amount: charge.amount.value,
          sub_total: charge.amount.value,
          tax_amount: charge.tax?.amount?.value,
          total_amount: Normalize.sum([charge.amount.value, charge.tax?.amount?.value])
        }
      ]
