/** Items that are bought and sold. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, record } from "./lists.ts"

type Side = Exclude<Models.Unified<"ITEMS">["bill_item"], undefined>
/** What an item is bought or sold with; null where Wafeq knows nothing of it. */
const sideOf = (side: NonNullable<Side>): Side => (Object.values(side).every((own) => own == null) ? null : side)

export const items = Connector.read("ITEMS", {
  ...changing("items"),
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "name", "sku", "description"),
    ...Wire.all(Wire.id, "expense_account", "revenue_account", "purchase_tax_rate", "revenue_tax_rate"),
    ...Wire.all(Wire.number, "unit_cost", "unit_price", "quantity_on_hand"),
    is_active: Wire.boolean,
    is_tracked_inventory: Wire.boolean
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    status: raw.is_active === false ? "ARCHIVED" : "ACTIVE",
    type: raw.is_tracked_inventory === true ? "INVENTORY" : "SERVICE",
    code: raw.sku,
    quantity_on_hand: raw.quantity_on_hand,
    bill_item: sideOf({
      unit_price: raw.unit_cost,
      account_id: raw.expense_account,
      tax_id: raw.purchase_tax_rate
    }),
    invoice_item: sideOf({
      unit_price: raw.unit_price,
      account_id: raw.revenue_account,
      tax_id: raw.revenue_tax_rate
    }),
    updated_at: raw.modified_ts
  })
})
