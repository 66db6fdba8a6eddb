/** Items that are bought and sold. Which accounts they are booked on is decided by posting groups, which name none here. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, record, reference, text, word } from "./lists.ts"

const types = Normalize.word({ Inventory: "INVENTORY", Service: "SERVICE", "Non-Inventory": "NON_INVENTORY" })

export const items = Connector.read("ITEMS", {
  ...changing("items"),
  item: Wire.struct({
    ...record,
    number: text,
    displayName: text,
    displayName2: text,
    type: word,
    blocked: Wire.boolean,
    inventory: Wire.number,
    unitPrice: Wire.number,
    unitCost: Wire.number,
    taxGroupId: reference
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.displayName,
    description: raw.displayName2,
    status: raw.blocked === true ? "ARCHIVED" : "ACTIVE",
    type: types(raw.type),
    code: raw.number,
    quantity_on_hand: raw.inventory,
    is_bill_item: null,
    bill_item: { unit_price: raw.unitCost, account_id: null, tax_id: raw.taxGroupId, description: null },
    is_invoice_item: null,
    invoice_item: { unit_price: raw.unitPrice, account_id: null, tax_id: raw.taxGroupId, description: null },
    updated_at: raw.lastModifiedDateTime
  })
})
