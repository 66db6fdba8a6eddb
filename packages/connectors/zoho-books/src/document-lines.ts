/** The lines of documents, with what is added beside them. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const Tags = Wire.list(Wire.struct({ tag_option_id: Wire.id }))
export const Line = Wire.struct({
  ...Wire.all(Wire.id, "line_item_id", "item_id", "account_id", "project_id", "location_id", "tax_id"),
  name: Wire.text,
  description: Wire.text,
  ...Wire.all(Wire.number, "rate", "quantity", "discount_amount", "item_total", "item_total_inclusive_of_tax"),
  tags: Tags
})

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
export const lineOf = (raw: (typeof Line)["Type"]) => {
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
export const extra = (id: string, description: string | null | undefined, amount: number | null | undefined) =>
  amount
    ? [
        {
          platform_id: id,
          tracking_category_ids: [],
          description,
          quantity: 1,
          unit_amount: amount,
          sub_total: amount
        }
      ]
    : []
