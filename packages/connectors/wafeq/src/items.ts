/** Items that are bought and sold. */
import { type Models, Connector, Wire } from "@svc/core"
import { changing, record } from "./lists.ts"

type Side = Exclude<Models.Unified<"ITEMS">["bill_item"], undefined>
/** What an item is bought or sold with; null where Wafeq knows nothing of it. */
const sideOf = (side: NonNullable<Side>): Side => (Object.values(side).every((own) => own == null) ? null : side)

export const items = Connector.read("ITEMS", {
  ...changing("items"),
  item: Wire.struct({
    ...record,
    name: Wire.text,
    sku: Wire.text,
    description: Wire.text,
    expense_account: Wire.id,
    revenue_account: Wire.id,
    purchase_tax_rate: Wire.id,
    revenue_tax_rate: Wire.id,
    unit_cost: Wire.number,
    unit_price: Wire.number,
    is_active: Wire.boolean,
    is_tracked_inventory: Wire.boolean,
    quantity_on_hand: Wire.number
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    status: raw.is_active === false ? "ARCHIVED" : "ACTIVE",
    type: raw.is_tracked_inventory === true ? "INVENTORY" : "SERVICE",
    code: raw.sku,
    quantity_on_hand: raw.quantity_on_hand,
    is_bill_item: null,
    bill_item: sideOf({
      unit_price: raw.unit_cost,
      account_id: raw.expense_account,
      tax_id: raw.purchase_tax_rate,
      description: null
    }),
    is_invoice_item: null,
    invoice_item: sideOf({
      unit_price: raw.unit_price,
      account_id: raw.revenue_account,
      tax_id: raw.revenue_tax_rate,
      description: null
    }),
    updated_at: raw.modified_ts
  })
})
