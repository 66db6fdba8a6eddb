/** The lines of invoices and of payment links. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { type amountIn, beforeTax, Credits, reference, takenOff, totalOf } from "./wire.ts"

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
  pretax_credit_amounts: Credits,
  taxes: Wire.list(
    Wire.struct({
      amount: Wire.number,
      tax_behavior: Wire.decisive(Wire.text),
      tax_rate_details: Wire.struct({ tax_rate: reference })
    })
  )
})
type InvoiceLine = (typeof InvoiceLine)["Type"]

export const invoiceLine = (amount: ReturnType<typeof amountIn>) => (raw: InvoiceLine) => {
  const [discount, tax] = [takenOff(raw.discount_amounts, raw.pretax_credit_amounts), totalOf(raw.taxes)]
  const total = grossOf(raw, discount)
  return {
    platform_id: raw.id,
    item_id: raw.pricing?.price_details?.product,
    tax_id: raw.taxes?.length === 1 ? raw.taxes[0]?.tax_rate_details?.tax_rate : null,
    description: raw.description,
    quantity: raw.quantity_decimal ?? raw.quantity,
    unit_amount: amount(raw.pricing?.unit_amount_decimal),
    sub_total: amount(beforeTax(total, tax, discount) ?? raw.subtotal ?? raw.amount),
    tax_amount: amount(tax),
    total_amount: amount(total),
    total_discount: amount(discount)
  }
}

/** Quirk: a line's amount is before its discounts, and holds those taxes that are inclusive. */
const grossOf = ({ amount, taxes }: InvoiceLine, discount: number | null): number | null => {
  const added = (taxes ?? []).filter(({ tax_behavior }) => tax_behavior !== "inclusive")
  const isKnown = added.every((tax) => tax.tax_behavior === "exclusive")
  return isKnown && amount != null ? Normalize.difference(Normalize.sum([amount, totalOf(added)]), discount ?? 0) : null
}

/** What an invoice asks for its transport, which is no line at Stripe and part of its total all the same. */
export const Shipping = Wire.struct({
  amount_subtotal: Wire.number,
  amount_tax: Wire.number,
  amount_total: Wire.number
})
export const shippingLine = (
  invoice: string,
  amount: ReturnType<typeof amountIn>,
  raw: (typeof Shipping)["Type"] | null | undefined
) =>
  raw
    ? [
        {
          platform_id: `${invoice}:shipping_cost`,
          sub_total: amount(beforeTax(raw.amount_total, raw.amount_tax, 0) ?? raw.amount_subtotal),
          tax_amount: amount(raw.amount_tax),
          total_amount: amount(raw.amount_total)
        }
      ]
    : []

export const LinkLine = Wire.struct({
  id: Wire.id,
  description: Wire.text,
  quantity: Wire.number,
  amount_subtotal: Wire.number,
  amount_tax: Wire.number,
  amount_total: Wire.number,
  amount_discount: Wire.number,
  price: Wire.struct({
    product: reference,
    unit_amount_decimal: Wire.number,
    unit_amount: Wire.number,
    custom_unit_amount: Wire.unknown
  })
})

export const linkLine = (amount: ReturnType<typeof amountIn>) => (raw: (typeof LinkLine)["Type"]) => ({
  platform_id: raw.id,
  item_id: raw.price?.product,
  description: raw.description,
  quantity: raw.quantity,
  unit_amount: amount(raw.price?.unit_amount_decimal ?? raw.price?.unit_amount),
  sub_total: amount(beforeTax(raw.amount_total, raw.amount_tax, raw.amount_discount) ?? raw.amount_subtotal),
  tax_amount: amount(raw.amount_tax),
  total_amount: amount(raw.amount_total),
  total_discount: amount(raw.amount_discount)
})
