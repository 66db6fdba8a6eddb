/** Items made, changed and deleted. */
import type { Take, Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import { items } from "./items.ts"
import { computed, numberOf, statusTo } from "./references.ts"
import { taxLookups, taxOf, type Taxed } from "./write-lines.ts"
import { writing } from "./writing.ts"

type Item = Writes.ItemOf<"ITEMS">
const sides = ["tax_id", "unit_price"] as const

export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  service: "Item",
  computed: [...computed, "QuantityOnHand", "AverageCost", "GPAmount", "GPPercentage"],
  made: { Active: true, Physical: false },
  alike: { code: "Code", name: "Description" },
  record: items,
  lookups: taxLookups,
  requires: { create: ["name", "code"] },
  takes: {
    // Quirk: an item has one text, which is its name and its description.
    name: "Description",
    description: (text, { item, raw, refuse }) =>
      text === (item.name ?? raw?.["Description"]) ? {} : refuse("is the name at Sage, and cannot be another"),
    code: "Code",
    status: statusTo,
    bill_item: {
      of: sides,
      whole: (side, { refuse }) => ({
        ...(side?.tax_id ? { TaxTypeIdPurchases: numberOf(side.tax_id, refuse), TaxTypePurchases: null } : {}),
        ...(typeof side?.unit_price === "number" ? { LastCost: side.unit_price } : {})
      })
    },
    invoice_item: { of: sides, whole: (side, at) => (side === null ? {} : sold(side, at as never)) }
  },
  creates: {
    type: (type, { refuse }) =>
      type === "INVENTORY" || type === "SERVICE"
        ? { Physical: type === "INVENTORY" }
        : refuse("must be INVENTORY or SERVICE")
  }
})
/** Quirk: the prices with tax and without are both kept, so that they must agree. */
const sold = (side: NonNullable<Item["invoice_item"]>, { lookups, raw, refuse }: Take.At<Item, Taxed>): object => {
  const tax: string | null = side.tax_id ?? (raw?.["TaxTypeIdSales"] ? String(raw["TaxTypeIdSales"]) : null)
  const price: number | undefined = side.unit_price ?? raw?.["PriceExclusive"]
  return {
    ...(tax === null ? {} : { TaxTypeIdSales: numberOf(tax, refuse), TaxTypeSales: null }),
    ...(price === undefined
      ? {}
      : {
          PriceExclusive: price,
          PriceInclusive: Normalize.sum([price, taxOf(price, tax, { lookups, refuse })])
        })
  }
}
