/** What invoices, bills, notes and orders have in common: their members, their lines, and how their amounts hang together. */
import { Normalize, Wire } from "@svc/core"

export const Tags = Wire.list(Wire.struct({ tag_option_id: Wire.id }))
const Line = Wire.struct({
  line_item_id: Wire.id,
  item_id: Wire.id,
  account_id: Wire.id,
  project_id: Wire.id,
  location_id: Wire.id,
  tax_id: Wire.id,
  name: Wire.text,
  description: Wire.text,
  rate: Wire.number,
  quantity: Wire.number,
  discount_amount: Wire.number,
  item_total: Wire.number,
  item_total_inclusive_of_tax: Wire.number,
  tags: Tags
})
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

/** The options of reporting tags that a line has, and its location. */
export const trackingOf = (raw: {
  readonly tags?: (typeof Tags)["Type"] | null | undefined
  readonly location_id?: string | null | undefined
}) =>
  Normalize.distinct(
    (raw.tags ?? []).map((tag) => tag?.tag_option_id),
    raw.location_id
  )

// Quirk: lines say only sometimes what they come to with the tax, and where they have none it is the same.
const lineOf = (raw: (typeof Line)["Type"]) => {
  const tax = Normalize.difference(raw.item_total_inclusive_of_tax, raw.item_total)
  return {
    platform_id: raw.line_item_id,
    tracking_category_ids: trackingOf(raw),
    project_id: raw.project_id,
    item_id: raw.item_id,
    tax_id: raw.tax_id,
    account_id: raw.account_id,
    description: Normalize.text(raw.description) ?? raw.name,
    quantity: raw.quantity,
    unit_amount: raw.rate,
    total_amount: tax === 0 ? null : raw.item_total_inclusive_of_tax,
    sub_total: raw.item_total,
    tax_amount: tax === 0 ? null : tax,
    total_discount: raw.discount_amount
  }
}
/** What is added beside the lines is a line here, so that they sum up. */
const extra = (id: string, description: string | null | undefined, amount: number | null | undefined) =>
  amount
    ? [
        {
          platform_id: id,
          tracking_category_ids: [],
          project_id: null,
          item_id: null,
          tax_id: null,
          account_id: null,
          description,
          quantity: 1,
          unit_amount: amount,
          total_amount: null,
          sub_total: amount,
          tax_amount: null,
          total_discount: null
        }
      ]
    : []

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
