/** What documents in whole minor units have in common: bills, purchase orders and expenses. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, Ids, unitsPerBase } from "./wire.ts"

const Line = Wire.struct({
  lineId: Wire.id,
  itemId: Wire.id,
  accountId: Wire.id,
  taxRateId: Wire.id,
  dimensionIds: Ids,
  projectCode: Wire.text,
  text: Wire.text,
  qty: Wire.number,
  unitMinor: Wire.number,
  discountMinor: Wire.number,
  netMinor: Wire.number,
  taxMinor: Wire.number,
  totalMinor: Wire.number
})

/** The members of those documents that are alike. */
export const purchaseDocument = {
  currency: Wire.id,
  unitsPerBase,
  lines: Wire.list(Line),
  totals: Wire.struct({
    discountMinor: Wire.number,
    netMinor: Wire.number,
    taxMinor: Wire.number,
    totalMinor: Wire.number
  }),
  remark: Wire.text
}
type PurchaseDocument = Wire.Struct<typeof purchaseDocument>

export const purchaseFields = (raw: PurchaseDocument) => {
  const amount = amountIn(raw.currency)
  return {
    currency_id: raw.currency,
    currency_rate: raw.unitsPerBase,
    total_discount: amount(raw.totals?.discountMinor),
    sub_total: amount(raw.totals?.netMinor),
    tax_amount: amount(raw.totals?.taxMinor),
    total_amount: amount(raw.totals?.totalMinor),
    line_items: (raw.lines ?? []).map(line(amount))
  }
}

const line = (amount: ReturnType<typeof amountIn>) => (raw: (typeof Line)["Type"]) => ({
  platform_id: raw.lineId,
  tracking_category_ids: Normalize.distinct(raw.dimensionIds),
  project_id: raw.projectCode,
  item_id: raw.itemId,
  tax_id: raw.taxRateId,
  account_id: raw.accountId,
  description: raw.text,
  quantity: raw.qty,
  unit_amount: amount(raw.unitMinor),
  sub_total: amount(raw.netMinor),
  tax_amount: amount(raw.taxMinor),
  total_amount: amount(raw.totalMinor),
  total_discount: amount(raw.discountMinor)
})
