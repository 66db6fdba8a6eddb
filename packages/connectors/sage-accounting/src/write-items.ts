/** Items made, changed and deleted: goods, services, and goods of which there is a stock. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import { collections, item, products, services, stockItems } from "./items.ts"
import { placesOf } from "./places.ts"
import { writing } from "./writing.ts"

const kinds = {
  NON_INVENTORY: { read: products, path: "products", name: "product" },
  SERVICE: { read: services, path: "services", name: "service" },
  INVENTORY: { read: stockItems, path: "stock_items", name: "stock_item" }
} as const
const places = placesOf(collections)
/** What was found of an item that is there already. */
interface Found {
  readonly places?: ReadonlyMap<string, string>
}
const kindOf = (item: Take.Item) => kinds[item["type"] as keyof typeof kinds] ?? kinds.NON_INVENTORY

/** Quirk: nothing in an id says which list an item is of: all three are asked. */
const placeIn = ({ id, lookups }: Pick<Writer.Sent, "id" | "lookups">) => lookups["places"].get(id)
const addressOf = (sent: Writer.Sent, place: string) => `/${place}/${Call.segment(sent.id)}`

export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  path: "products",
  name: "product",
  placeOf: kindOf,
  record: (own) => (own["platform_id"] ? item : kindOf(own).read),
  alike: { code: "item_code", name: "description" },
  requires: { create: ["name", "code", "invoice_item.account_id", "bill_item.account_id"] },
  takes: {
    // Quirk: an item has a description and no name.
    name: "description",
    description: (text, { item, refuse }) => (text === item.name ? {} : refuse("is the name at Sage")),
    code: "item_code",
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
        unit_price: (price: number, { lookups, root }: Take.At<unknown>): object =>
          ((lookups as Found).places?.get(root["platform_id"]) ?? kindOf(root).path) === "services"
            ? { sales_rates: [{ rate: price, rate_includes_tax: false }] }
            : { sales_prices: [{ price, price_includes_tax: false }] }
      },
      object: (made) => made
    }
  },
  creates: { type: (type, { refuse }) => (type in kinds ? {} : refuse("is no kind of item at Sage")) },
  departs: () => ({
    update: {
      lookups: { places },
      call: (sent) => {
        const place: string = placeIn(sent) ?? sent.refuse("is no item at Sage", "platform_id")
        const { name } = Object.values(kinds).find(({ path }) => path === place)!
        return { method: "PUT", path: addressOf(sent, place), body: { [name]: sent.body } }
      },
      answers: (body, [sent]) => [Write.accepted({ $path: `/${placeIn(sent!)}/`, ...(body as object) })]
    },
    // What is in none of the lists is gone.
    delete: {
      lookups: { places },
      call: (sent) => ({ method: "DELETE", path: addressOf(sent, placeIn(sent) ?? "products") })
    }
  })
})
