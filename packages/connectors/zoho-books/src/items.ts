/** Items. A row that says what type of item it is says all of it; others cost a call. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { statuses } from "./contacts.ts"
import { listed, wholeOf } from "./lists.ts"

export const kind = {
  path: "items",
  list: "items",
  one: "item",
  id: "item_id",
  within: "item_type",
  query: { filter_by: "Status.All" }
}
const Item = Wire.struct({
  item_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "description", "status", "sku", "purchase_description"),
  item_type: Wire.decisive(Wire.text),
  product_type: Wire.decisive(Wire.text),
  ...Wire.all(Wire.number, "stock_on_hand", "rate", "purchase_rate"),
  locations: Wire.list(Wire.required(Wire.struct({ location_stock_on_hand: Wire.number }))),
  ...Wire.all(Wire.id, "account_id", "tax_id", "purchase_account_id", "purchase_tax_id"),
  last_modified_time: Wire.instant
})
const isOf = (raw: (typeof Item)["Type"], types: ReadonlyArray<string>): boolean | null =>
  raw.item_type == null ? null : ["inventory", "sales_and_purchases", ...types].includes(raw.item_type)
const typeOf = ({ item_type, product_type }: (typeof Item)["Type"]) => {
  if (item_type === "inventory") return "INVENTORY"
  if (product_type === "service") return "SERVICE"
  return item_type == null ? null : "NON_INVENTORY"
}

export const items = Connector.read("ITEMS", {
  ...listed(kind),
  map: (row, context) => {
    const raw = wholeOf(kind, Item, row, context)
    if (raw === null) return null
    const [isBill, isInvoice] = [isOf(raw, ["purchases"]), isOf(raw, ["sales"])]
    return {
      platform_id: raw.item_id,
      name: raw.name,
      description: raw.description,
      status: statuses(raw.status),
      type: typeOf(raw),
      code: raw.sku,
      quantity_on_hand:
        raw.stock_on_hand ?? Normalize.sum((raw.locations ?? []).map((own) => own.location_stock_on_hand)),
      is_bill_item: isBill,
      bill_item:
        isBill === true
          ? {
              tax_id: raw.purchase_tax_id,
              account_id: raw.purchase_account_id,
              unit_price: raw.purchase_rate,
              description: raw.purchase_description
            }
          : null,
      is_invoice_item: isInvoice,
      invoice_item:
        isInvoice === true
          ? { tax_id: raw.tax_id, account_id: raw.account_id, unit_price: raw.rate, description: raw.description }
          : null,
      updated_at: raw.last_modified_time
    }
  }
})
