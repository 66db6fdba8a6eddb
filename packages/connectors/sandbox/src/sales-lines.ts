/** What documents with decimal text have in common: invoices, sales orders, and the credit notes of both sides. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Ids, Reference } from "./wire.ts"

const Line = Wire.struct({
  id: Wire.id,
  item: Reference,
  account: Reference,
  taxRate: Reference,
  tracking: Ids,
  project: Wire.text,
  description: Wire.text,
  quantity: Wire.number,
  unitPrice: Wire.number,
  discount: Wire.number,
  net: Wire.number,
  tax: Wire.number,
  total: Wire.number
})

/** The members of those documents that are alike. */
export const salesDocument = {
  number: Wire.text,
  currency: Wire.id,
  fxRate: Wire.number,
  lines: Wire.list(Line),
  totals: Wire.struct({ discount: Wire.number, net: Wire.number, tax: Wire.number, total: Wire.number })
}
type SalesDocument = Wire.Struct<typeof salesDocument>

export const salesFields = (raw: SalesDocument) => ({
  document_number: raw.number,
  currency_id: raw.currency,
  currency_rate: raw.fxRate,
  total_discount: raw.totals?.discount,
  sub_total: raw.totals?.net,
  tax_amount: raw.totals?.tax,
  total_amount: raw.totals?.total,
  line_items: (raw.lines ?? []).map(line)
})

const line = (raw: (typeof Line)["Type"]) => ({
  platform_id: raw.id,
  tracking_category_ids: Normalize.distinct(raw.tracking),
  project_id: raw.project,
  item_id: raw.item?.id,
  tax_id: raw.taxRate?.id,
  account_id: raw.account?.id,
  description: raw.description,
  quantity: raw.quantity,
  unit_amount: raw.unitPrice,
  sub_total: raw.net,
  tax_amount: raw.tax,
  total_amount: raw.total,
  total_discount: raw.discount
})
