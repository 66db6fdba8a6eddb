/** What invoices, bills, notes and orders have in common: their members, their lines, and how their amounts hang together. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { extra, Line, lineOf } from "./document-lines.ts"

const Tax = Wire.struct({ tax_amount: Wire.number, tax: Wire.struct({ tax_amount: Wire.number }) })
/** A number, or a percentage: only whether there is one is asked. */
const size = Wire.read((value) => Normalize.number(typeof value === "string" ? value.replace("%", "") : value))

/** The members of all documents alike. */
export const document = {
  date: Wire.day,
  status: Wire.text,
  currency_id: Wire.id,
  exchange_rate: Wire.number,
  discount: Wire.decisive(size),
  discount_type: Wire.decisive(Wire.text),
  shipping_charge: Wire.number,
  adjustment: Wire.number,
  adjustment_description: Wire.text,
  sub_total: Wire.number,
  tax_total: Wire.number,
  total: Wire.number,
  taxes: Wire.list(Wire.required(Tax)),
  notes: Wire.text,
  line_items: Wire.list(Wire.required(Line)),
  last_modified_time: Wire.instant
}
type Document = Wire.Struct<typeof document>

const taxOf = ({ tax_total, taxes }: Document): number | null | undefined =>
  tax_total ?? (taxes ? (Normalize.sum(taxes.map((own) => own.tax?.tax_amount ?? own.tax_amount)) ?? 0) : null)

/**
 * What is taken off the document as a whole, be it told as an amount or as a percentage: the rest between what the lines come
 * to and the total.
 */
const discountOf = (raw: Document, tax: number | null | undefined): number | null => {
  if (!raw.discount || raw.discount_type === "item_level" || raw.sub_total == null) return null
  return Normalize.difference(Normalize.sum([raw.sub_total, tax, raw.shipping_charge, raw.adjustment]), raw.total)
}

/** The unified members of all documents; `sub_total` is what is left after discounts, with what is added beside the lines. */
export const documentFields = (id: string, contact: string | null | undefined, raw: Document) => {
  const tax = taxOf(raw)
  const lines = (raw.line_items ?? []).map(lineOf)
  return {
    platform_id: id,
    contact_id: contact,
    posted_date: raw.date,
    currency_id: raw.currency_id,
    currency_rate: raw.exchange_rate,
    sub_total: Normalize.difference(raw.total, tax),
    tax_amount: tax,
    total_amount: raw.total,
    total_discount: Normalize.sum([...lines.map(({ total_discount }) => total_discount), discountOf(raw, tax)]),
    line_items: [
      ...lines,
      ...extra(`${id}:shipping`, "Shipping charge", raw.shipping_charge),
      ...extra(`${id}:adjustment`, Normalize.text(raw.adjustment_description) ?? "Adjustment", raw.adjustment)
    ],
    updated_at: raw.last_modified_time
  }
}
