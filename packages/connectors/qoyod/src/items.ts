/** Products and services. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { listing } from "./listing.ts"
import { said, statuses } from "./wire.ts"

/** What is tracked is stock; of the rest, what is no service is not. */
const types = Normalize.meaning({
  NON_INVENTORY: ["Product", "Expense", "RawMaterial", "Recipe"],
  SERVICE: ["Service"]
})

export const items = Connector.read("ITEMS", {
  ...listing("/products", ["products"], ["product"]),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "name_en", "name_ar", "description", "sku", "type", "status"),
    track_quantity: Wire.decisive(Wire.boolean),
    ...Wire.all(Wire.boolean, "is_bought", "purchase_item", "is_sold", "sale_item"),
    buying_price: Wire.number,
    ...Wire.all(Wire.id, "expense_account_id", "sales_account_id", "tax_id"),
    selling_price: Wire.number,
    inventories: Wire.list(Wire.struct({ stock: Wire.number })),
    updated_at: Wire.instant
  }),
  deletes: Read.byFullListing("The interface deletes none and names none that people delete; most are made inactive"),
  map: (raw) => {
    const [isBought, isSold] = [raw.is_bought ?? raw.purchase_item ?? null, raw.is_sold ?? raw.sale_item ?? null]
    const side = (unit_price: number | null | undefined, account_id: string | null | undefined) => ({
      tax_id: raw.tax_id ?? null,
      account_id: account_id ?? null,
      unit_price: unit_price ?? null
    })
    return {
      platform_id: raw.id,
      name: said(raw.name_en, raw.name_ar),
      description: raw.description,
      status: statuses(raw.status),
      type: raw.track_quantity === true ? "INVENTORY" : types(raw.type),
      code: raw.sku,
      quantity_on_hand: Normalize.sum((raw.inventories ?? []).map((own) => own?.stock)),
      is_bill_item: isBought,
      bill_item: isBought === false ? null : side(raw.buying_price, raw.expense_account_id),
      is_invoice_item: isSold,
      invoice_item: isSold === false ? null : side(raw.selling_price, raw.sales_account_id),
      updated_at: raw.updated_at
    }
  }
})
