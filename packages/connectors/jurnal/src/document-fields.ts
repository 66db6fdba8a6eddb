/** What bills, invoices and orders have in common: their members, their lines, and how their amounts hang together. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Booked, Side } from "./items.ts"
import { day, Named, Refs, tagged } from "./lists.ts"
import { stated } from "./statuses.ts"

const Line = Wire.struct({
  ...Wire.all(Wire.id, "id", "sell_acc_id", "buy_acc_id"),
  description: Wire.text,
  product: Named,
  ...Wire.all(Wire.number, "quantity", "rate", "amount"),
  discount: Wire.decisive(Wire.number),
  line_tax: Named
})
export const document = {
  id: Wire.required(Wire.id),
  transaction_no: Wire.text,
  ...stated,
  transaction_date: day,
  due_date: day,
  shipping_date: day,
  person: Named,
  memo: Wire.text,
  original_amount: Wire.number,
  tax_amount: Wire.decisive(Wire.number),
  discount_price: Wire.number,
  discount_per_lines: Wire.number,
  shipping_price: Wire.decisive(Wire.number),
  remaining: Wire.number,
  use_tax_inclusive: Wire.boolean,
  currency_code: Wire.text,
  currency_rate: Wire.number,
  tags: Refs,
  transaction_lines_attributes: Wire.list(Wire.required(Line)),
  updated_at: Wire.instant
}
export const Document = Wire.struct(document)
type Document = (typeof Document)["Type"]
export interface Found {
  readonly lookups: { readonly booked: Booked }
}

const lineOf = (raw: (typeof Line)["Type"], of: Document, side: Side, { lookups }: Found) => {
  const gross = Normalize.product(raw.quantity, raw.rate)
  const isGross = of.use_tax_inclusive === true
  const account = Normalize.lookUp(lookups.booked, raw.product?.id)
  return {
    platform_id: raw.id,
    tracking_category_ids: tagged(of.tags),
    item_id: raw.product?.id,
    tax_id: raw.line_tax?.id,
    account_id: (side === "sold" ? raw.sell_acc_id : raw.buy_acc_id) ?? account?.[side],
    description: raw.description,
    quantity: raw.quantity,
    unit_amount: raw.rate,
    sub_total: isGross ? null : raw.discount ? gross : raw.amount,
    tax_amount: of.tax_amount === 0 ? 0 : null,
    total_amount: isGross || of.tax_amount === 0 ? raw.amount : null,
    total_discount: raw.discount ? Normalize.difference(gross, raw.amount) : raw.discount
  }
}
/** What is asked for the shipping is a line here, so that they sum up. */
const shippingOf = ({ id, shipping_price: price, tax_amount }: Document) =>
  price
    ? [
        {
          platform_id: `${id}:shipping`,
          description: "Shipping",
          quantity: 1,
          unit_amount: price,
          sub_total: price,
          ...(tax_amount === 0 ? { tax_amount, total_amount: price } : {})
        }
      ]
    : []

/** The unified members of all documents; their sub total is before discounts and without tax, and with the shipping. */
export const documentFields = (raw: Document, side: Side, found: Found) => {
  const discount = Normalize.sum([raw.discount_price, raw.discount_per_lines])
  const net = Normalize.difference(raw.original_amount, raw.tax_amount)
  return {
    platform_id: raw.id,
    contact_id: raw.person?.id,
    document_number: raw.transaction_no,
    posted_date: raw.transaction_date,
    currency_id: raw.currency_code,
    currency_rate: raw.currency_rate,
    sub_total: net === null ? null : Normalize.sum([net, discount]),
    tax_amount: raw.tax_amount,
    total_discount: discount,
    total_amount: raw.original_amount,
    line_items: [
      ...(raw.transaction_lines_attributes ?? []).map((line) => lineOf(line, raw, side, found)),
      ...shippingOf(raw)
    ],
    updated_at: raw.updated_at
  }
}
