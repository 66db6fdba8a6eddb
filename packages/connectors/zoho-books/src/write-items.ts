/** How items are written. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { items, kind as item } from "./items.ts"
import { again } from "./write-lines.ts"
import { listed, shelf } from "./states.ts"
import { writing } from "./writing.ts"

type Item = Writes.ItemOf<"ITEMS">
/** Quirk: whether it is bought or sold is one word, and stock wants an account that has no place in an item here. */
const itemType = (
  { bill_item, invoice_item, is_bill_item, is_invoice_item, type }: Item,
  { isNew, refuse }: Take.At<Item>
) => {
  if (type === "INVENTORY") refuse("cannot be made: its stock needs an account", "type")
  if (!isNew && is_bill_item == null && is_invoice_item == null) return {}
  const [isBought, isSold] = [
    is_bill_item ?? bill_item != null,
    is_invoice_item ?? (invoice_item != null || bill_item == null)
  ]
  if (!isBought && !isSold) refuse("must be true where is_invoice_item is not", "is_bill_item")
  return { item_type: isBought && isSold ? "sales_and_purchases" : isBought ? "purchases" : "sales" }
}
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  ...listed,
  kind: item,
  alike: { name: "name", code: "sku" },
  whole: again("name", "rate"),
  record: items,
  requires: ["name", "invoice_item.unit_price"],
  takes: {
    name: "name",
    description: "description",
    code: "sku",
    type: Take.words("product_type", { NON_INVENTORY: "goods", SERVICE: "service" }),
    status: shelf,
    is_bill_item: Take.beside,
    is_invoice_item: Take.beside,
    invoice_item: {
      object: (made) => made,
      of: { unit_price: "rate", account_id: "account_id", tax_id: "tax_id" }
    },
    bill_item: {
      object: (made) => made,
      of: {
        unit_price: (price) => ({ purchase_rate: String(price) }),
        account_id: "purchase_account_id",
        description: "purchase_description"
      }
    }
  },
  makes: itemType,
  clears: ["description", "code"]
})
