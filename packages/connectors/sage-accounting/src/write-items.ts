/** Items made: goods, services, and goods of which there is a stock. */
import { Take, type Writes } from "@svc/core"
import { products, services, stockItems } from "./items.ts"
import { writing } from "./writing.ts"

const kinds = {
  NON_INVENTORY: { read: products, path: "products", name: "product" },
  SERVICE: { read: services, path: "services", name: "service" },
  INVENTORY: { read: stockItems, path: "stock_items", name: "stock_item" }
} as const
const kindOf = (item: Take.Item) => kinds[item["type"] as keyof typeof kinds] ?? kinds.NON_INVENTORY

export const writeItems = writing("ITEMS", ["create"], {
  path: "products",
  name: "product",
  placeOf: kindOf,
  record: (item) => kindOf(item).read,
  alike: { code: "item_code", name: "description" },
  requires: ["name", "code", "invoice_item.account_id", "bill_item.account_id"],
  takes: {
    // Quirk: an item has a description and no name.
    name: "description",
    description: (text, { item, refuse }) => (text === item.name ? {} : refuse("is the name at Sage")),
    code: "item_code",
    type: (type, { refuse }) => (type in kinds ? {} : refuse("is no kind of item at Sage")),
    status: (status) => ({ active: status !== "ARCHIVED" }),
    bill_item: {
      of: {
        account_id: "purchase_ledger_account_id",
        tax_id: "purchase_tax_rate_id",
        unit_price: "cost_price",
        description: "purchase_description"
      },
      object: (made) => made
    },
    invoice_item: {
      of: {
        account_id: "sales_ledger_account_id",
        tax_id: "sales_tax_rate_id",
        unit_price: (price: number, { root }: Take.At<unknown>): object =>
          (root as Writes.ItemOf<"ITEMS">).type === "SERVICE"
            ? { sales_rates: [{ rate: price, rate_includes_tax: false }] }
            : { sales_prices: [{ price, price_includes_tax: false }] }
      },
      object: (made) => made
    }
  }
})
