/** Items created, in a unit of the connection. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { all } from "./books.ts"
import { items } from "./items.ts"
import { file } from "./open-file.ts"
import { newName, writingMasters } from "./writing-masters.ts"

const lookups = { categories: all("tax_category"), file, items: all("item", false) }
type Item = Writes.ItemOf<"ITEMS">
type Side = NonNullable<Item["bill_item"]>
/** Quirk: an item has one category of taxes, whether it is bought or sold. */
const taxed = (id: string, { lookups: own, refuse, root }: Take.At<Side, typeof lookups>) => {
  const both = [root["bill_item"]?.tax_id, root["invoice_item"]?.tax_id].filter((one) => one)
  if (both.some((one) => one !== id)) refuse("must be the same on both sides")
  const category = own.categories.get(id.replace(/^category-/, ""))?.name
  return id.startsWith("category-") && category ? { TaxCategory: category } : refuse("is no category of taxes")
}

export const writeItems = writingMasters("ITEMS", ["create"], {
  kind: "item",
  root: "Item",
  record: items,
  requires: ["name"],
  lookups,
  takes: {
    name: newName(({ items: known }) => known),
    code: "Alias",
    bill_item: { object: (made) => made, of: { tax_id: taxed } },
    invoice_item: { object: (made) => made, of: { tax_id: taxed, unit_price: "SalePrice" } }
  },
  makes: (_, { settings }) => ({ MainUnit: settings["unit"] ?? "Nos." })
})
