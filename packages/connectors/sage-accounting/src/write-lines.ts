/** The lines of documents as they are written. Quirk: Sage wants an account, a description and the tax of each. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { Ref } from "./wire.ts"

type Line = NonNullable<Writes.ItemOf<"BILLS">["line_items"]>[number]
type Items = Lookup.LookupContext<{ readonly line_items?: ReadonlyArray<Line> | null }>
/** What the lines name in a member, each once. */
const named = ({ items }: Items, member: "item_id" | "tax_id") =>
  Normalize.distinct(items.flatMap(({ line_items }) => (line_items ?? []).map((line) => line[member])))
const collections = ["products", "services", "stock_items"]

/** The items of lines. Nothing says of which of three lists an id is: all are asked. */
const items = Lookup.make({
  call: (context: Items) => {
    const ids = named(context, "item_id")
    return ids.length === 0
      ? null
      : ids.flatMap((id) =>
          collections.map((own) => ({ path: `/${own}/${Call.segment(id)}`, query: { attributes: "all" } }))
        )
  },
  response: Wire.list(
    Wire.struct({
      id: Wire.required(Wire.id),
      $path: Wire.text,
      description: Wire.text,
      sales_ledger_account: Ref,
      purchase_ledger_account: Ref
    })
  ),
  pick: (found) => new Map(found.map((own) => [own.id, own])),
  absent: new Map(),
  emptyStatuses: [404],
  lasting: true
})
/** Percentages of the tax rates of lines. */
const taxes = Lookup.make({
  call: (context: Items) => {
    const ids = named(context, "tax_id")
    return ids.length === 0
      ? null
      : ids.map((id) => ({ path: `/tax_rates/${Call.segment(id)}`, query: { attributes: "all" } }))
  },
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), percentage: Wire.number })),
  pick: (found) => new Map(found.map(({ id, percentage }) => [id, percentage ?? 0])),
  absent: new Map<string, number>(),
  emptyStatuses: [404],
  lasting: true
})
export const lineLookups = { items, taxes }
type At = Take.At<Line, typeof lineLookups>

const common = (side: "sales_ledger_account" | "purchase_ledger_account") => ({
  platform_id: (): object => ({}),
  account_id: "ledger_account_id",
  tracking_category_ids: "analysis_type_categories",
  quantity: "quantity",
  unit_amount: "unit_price",
  tax_id: (id: string, { item, lookups, refuse }: At) => {
    const percentage = lookups.taxes.get(id) ?? refuse("is no tax rate at Sage")
    return { tax_rate_id: id, tax_amount: Normalize.rounded((Take.amountOf(item) * percentage) / 100) }
  },
  description: "description",
  item_id: (id: string, { item, lookups, refuse }: At) => {
    const found = lookups.items.get(id) ?? refuse("is no item at Sage")
    return {
      [found.$path?.includes("/services/") ? "service_id" : "product_id"]: id,
      ...(item.account_id ? {} : { ledger_account_id: found[side]?.id ?? refuse("has no account at Sage") }),
      ...(item.description ? {} : { description: found.description })
    }
  }
})
/** Sage refuses what has no account or no text; it is told beforehand, by the place. */
const complete =
  (list: string) =>
  (lines: ReadonlyArray<Take.Item>, { refuse }: Take.At) => {
    const at = lines.findIndex((line) => !line["ledger_account_id"])
    if (at !== -1) refuse("is required, or an item that has one", `[${at}].account_id`)
    const bare = lines.findIndex((line) => !line["description"])
    if (bare !== -1) refuse("is required, or an item that has one", `[${bare}].description`)
    return { [list]: lines.map((line) => ({ quantity: 1, ...line })) }
  }
export const salesLines = (list: string) => ({
  of: { ...common("sales_ledger_account"), total_discount: "discount_amount" },
  list: complete(list)
})
/** Quirk: lines of purchases have no discount: the price is lowered, where that comes out even. */
export const purchaseLines = (list: string) => ({
  of: {
    ...common("purchase_ledger_account"),
    total_discount: (discount: number, { item, refuse }: At): object =>
      discount ? { unit_price: Take.priceOf(item, 4) ?? refuse("cannot be taken off the price evenly") } : {}
  },
  list: complete(list)
})
