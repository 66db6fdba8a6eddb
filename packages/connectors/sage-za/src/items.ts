/** What is bought and sold. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { changing, record, ref, statusOf } from "./wire.ts"

export const items = Connector.read("ITEMS", {
  ...changing("Item"),
  item: Wire.struct({
    ...record,
    Code: Wire.text,
    Description: Wire.text,
    Active: Wire.boolean,
    Physical: Wire.boolean,
    QuantityOnHand: Wire.number,
    PriceExclusive: Wire.number,
    LastCost: Wire.number,
    AverageCost: Wire.number,
    TaxTypeIdSales: ref,
    TaxTypeIdPurchases: ref
  }),
  map: (raw) => ({
    platform_id: raw.ID,
    platform_unique_id: raw.Code,
    name: raw.Description,
    description: raw.Description,
    status: statusOf(raw.Active),
    type: raw.Physical === true ? "INVENTORY" : raw.Physical === false ? "SERVICE" : null,
    code: raw.Code,
    quantity_on_hand: raw.QuantityOnHand,
    // Every item is both bought and sold; its accounts follow from reporting groups.
    is_bill_item: true,
    bill_item: {
      tax_id: raw.TaxTypeIdPurchases,
      account_id: null,
      unit_price: raw.LastCost ?? raw.AverageCost,
      description: null
    },
    is_invoice_item: true,
    invoice_item: { tax_id: raw.TaxTypeIdSales, account_id: null, unit_price: raw.PriceExclusive, description: null },
    updated_at: raw.Modified
  })
})
