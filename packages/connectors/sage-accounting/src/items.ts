/** What is bought and sold: three lists, for goods, for services, and for goods of which there is a stock. */
import type { Models } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { common, listed, Ref } from "./wire.ts"

const members = {
  ...common,
  item_code: Wire.text,
  description: Wire.text,
  purchase_description: Wire.text,
  active: Wire.boolean,
  sales_ledger_account: Ref,
  sales_tax_rate: Ref,
  sales_prices: Wire.list(Wire.struct({ price: Wire.number })),
  sales_rates: Wire.list(Wire.struct({ rate: Wire.number })),
  purchase_ledger_account: Ref,
  purchase_tax_rate: Ref,
  cost_price: Wire.number,
  quantity_in_stock: Wire.number
}
const Item = Wire.struct(members)
type Kind = "INVENTORY" | "NON_INVENTORY" | "SERVICE"
const fieldsOf = (raw: (typeof Item)["Type"], type: Kind | null): Models.Unified<"ITEMS"> => ({
  platform_id: raw.id,
  platform_unique_id: raw.item_code || null,
  name: raw.description ?? raw.displayed_as,
  description: raw.description,
  status: raw.active === false ? "ARCHIVED" : "ACTIVE",
  type,
  code: raw.item_code,
  quantity_on_hand: raw.quantity_in_stock,
  is_bill_item: Boolean(raw.purchase_ledger_account?.id),
  bill_item: {
    tax_id: raw.purchase_tax_rate?.id,
    account_id: raw.purchase_ledger_account?.id,
    unit_price: raw.cost_price,
    description: raw.purchase_description
  },
  is_invoice_item: Boolean(raw.sales_ledger_account?.id),
  invoice_item: {
    tax_id: raw.sales_tax_rate?.id,
    account_id: raw.sales_ledger_account?.id,
    unit_price: raw.sales_prices?.[0]?.price ?? raw.sales_rates?.[0]?.rate,
    description: raw.description
  },
  updated_at: raw.updated_at
})
const itemsOf = (collection: string, type: Kind) =>
  Connector.read("ITEMS", {
    source: collection,
    ...listed(collection),
    item: Item,
    map: (raw) => fieldsOf(raw, type)
  })
export const products = itemsOf("products", "NON_INVENTORY")
export const services = itemsOf("services", "SERVICE")
export const stockItems = itemsOf("stock_items", "INVENTORY")
export const items = [products, services, stockItems]

const kinds = { products: "NON_INVENTORY", services: "SERVICE", stock_items: "INVENTORY" } as const
export const collections = Object.keys(kinds)
/** An item of any of the three lists: which one it is of, its path says. */
export const item = Connector.read("ITEMS", {
  ...listed("products"),
  deletes: Read.never("It is for what is written; the three lists are read apart"),
  item: Wire.struct({ ...members, $path: Wire.text }),
  map: (raw) => {
    const [, own] = Object.entries(kinds).find(([name]) => raw.$path?.includes(`/${name}/`)) ?? []
    return fieldsOf(raw, own ?? null)
  }
})
