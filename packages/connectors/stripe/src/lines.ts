/** The lines of invoices and of payment links. */
import { Normalize, Wire } from "@svc/core"
import { type amountIn, reference, totalOf } from "./wire.ts"

export const InvoiceLine = Wire.struct({
  id: Wire.id,
  description: Wire.text,
  quantity: Wire.number,
  quantity_decimal: Wire.number,
  amount: Wire.number,
  subtotal: Wire.number,
  pricing: Wire.struct({
    unit_amount_decimal: Wire.number,
    price_details: Wire.struct({ product: reference })
  }),
  discount_amounts: Wire.list(Wire.struct({ amount: Wire.number })),
  taxes: Wire.list(
    Wire.struct({
      amount: Wire.number,
      tax_behavior: Wire.text,
      tax_rate_details: Wire.struct({ tax_rate: reference })
    })
  )
})
type InvoiceLine = (typeof InvoiceLine)["Type"]

export const invoiceLine = (amount: ReturnType<typeof amountIn>) => (raw: InvoiceLine) => ({
  platform_id: raw.id,
  item_id: raw.pricing?.price_details?.product,
  tax_id: raw.taxes?.length === 1 ? raw.taxes[0]?.tax_rate_details?.tax_rate : null,
  description: raw.description,
  quantity: raw.quantity_decimal ?? raw.quantity,
  unit_amount: amount(raw.pricing?.unit_amount_decimal),
  sub_total: amount(raw.subtotal ?? raw.amount),
  tax_amount: amount(totalOf(raw.taxes)),
  total_amount: amount(grossOf(raw)),
  total_discount: amount(totalOf(raw.discount_amounts))
})

/** Quirk: a line's amount is before its discounts, and holds those taxes that are inclusive. */
const grossOf = ({ amount, discount_amounts, taxes }: InvoiceLine): number | null => {
  const added = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior !== "inclusive")
  const isKnown = added.every((tax) => tax.tax_behavior === "exclusive")
  return isKnown && amount != null
    ? Normalize.difference(Normalize.sum([amount, totalOf(added)]), totalOf(discount_amounts) ?? 0)
    : null
}

export const LinkLine = Wire.struct({
  id: Wire.id,
  description: Wire.text,
  quantity: Wire.number,
  amount_subtotal: Wire.number,
  amount_tax: Wire.number,
  amount_total: Wire.number,
  amount_discount: Wire.number,
  price: Wire.struct({ product: reference, unit_amount_decimal: Wire.number, unit_amount: Wire.number })
})

export const linkLine = (amount: ReturnType<typeof amountIn>) => (raw: (typeof LinkLine)["Type"]) => ({
  platform_id: raw.id,
  item_id: raw.price?.product,
  description: raw.description,
  quantity: raw.quantity,
  unit_amount: amount(raw.price?.unit_amount_decimal ?? raw.price?.unit_amount),
  sub_total: amount(raw.amount_subtotal),
  tax_amount: amount(raw.amount_tax),
  total_amount: amount(raw.amount_total),
  total_discount: amount(raw.amount_discount)
})
