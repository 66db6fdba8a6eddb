/** Products and services, and the accounts that what is sold and bought of them is booked on. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { listing, Named, pages } from "./lists.ts"

const Product = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "product_code", "description"),
  ...Wire.all(Wire.boolean, "active", "archive", "track_inventory", "is_bought", "is_sold"),
  ...Wire.all(Wire.number, "quantity", "buy_price_per_unit", "sell_price_per_unit"),
  buy_account: Named,
  buy_tax_id: Wire.id,
  sell_account: Named,
  sell_tax_id: Wire.id,
  updated_at: Wire.instant
})
const query = { include_archive: true }

/** A day before and one behind, since Jurnal counts days where the company is. */
const dayOf = (moment: string) => moment.slice(0, 10).split("-").toReversed().join("-")
export const items = Connector.read("ITEMS", {
  ...listing("products", "product"),
  query,
  since: ({ now, since }) => ({
    query: {
      updated_start_date: dayOf(Normalize.before(since, 86_400)),
      updated_end_date: dayOf(Normalize.before(now, -86_400))
    }
  }),
  item: Product,
  deletes: Read.byFullListing("Nothing names what was deleted, and to list what is left costs as much as a full run"),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    status: raw.archive === true || raw.active === false ? "ARCHIVED" : "ACTIVE",
    type: raw.track_inventory === true ? "INVENTORY" : "SERVICE",
    code: Normalize.text(raw.product_code),
    quantity_on_hand: raw.quantity,
    is_bill_item: raw.is_bought,
    bill_item: {
      tax_id: raw.buy_tax_id,
      account_id: raw.buy_account?.id,
      unit_price: raw.buy_price_per_unit
    },
    is_invoice_item: raw.is_sold,
    invoice_item: {
      tax_id: raw.sell_tax_id,
      account_id: raw.sell_account?.id,
      unit_price: raw.sell_price_per_unit
    },
    updated_at: raw.updated_at
  })
})

export type Side = "bought" | "sold"
/** The accounts of products, by their ids. */
export type Booked = ReadonlyMap<string, Readonly<Record<Side, string | null>>>
/** Quirk: lines name no account, so it is that of the product. */
export const booked = Lookup.make({
  call: Read.pages({ call: { path: "/products", query }, page: pages, items: "products" }),
  response: Wire.list(Wire.struct({ id: Wire.id, buy_account: Named, sell_account: Named })),
  pick: (all): Booked =>
    new Map(
      all.map((own) => [own?.id ?? "", { bought: own?.buy_account?.id ?? null, sold: own?.sell_account?.id ?? null }])
    ),
  absent: new Map(),
  lasting: true
})
