/** The lines of documents: those of moves, which hold the tax and the debt as well, and those of orders. */
import type { Auth } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { rowsOf } from "./listing.ts"
import * as Own from "./wire.ts"

const moveMembers = {
  id: Own.id,
  ...Wire.all(Own.link, "move_id", "account_id", "partner_id", "product_id", "tax_line_id"),
  display_type: Own.text,
  name: Own.text,
  ...Wire.all(Own.number, "quantity", "price_unit", "discount", "price_subtotal", "price_total", "debit", "credit"),
  tax_ids: Own.links,
  analytic_distribution: Own.shares,
  write_date: Own.moment
}
export const Line = Wire.struct({
  ...moveMembers,
  order_id: Own.link,
  product_qty: Own.number,
  product_uom_qty: Own.number,
  taxes_id: Own.links,
  tax_id: Own.links
})
export type Line = (typeof Line)["Type"]

/** Those that all versions since 16 have. */
const moveFields = Object.keys(moveMembers)
interface Asked {
  readonly items: ReadonlyArray<{ readonly id: string }>
  readonly settings: Auth.AuthSettings
}
const linesOf = (member: "move_id" | "order_id", call: (asked: Asked) => Lookup.Asked) =>
  Lookup.make({
    call,
    response: Wire.list(Line),
    pick: (rows) => Map.groupBy(rows, (row) => row[member] ?? ""),
    absent: new Map(),
    part: (rows, { id }: { readonly id: string }) =>
      Read.arrayAt(rows, "").filter((row) => Wire.decode(Line, row)[member] === id)
  })

/** All lines of the moves of a page, by the move's id. */
export const moveLines = linesOf("move_id", ({ items, settings }) =>
  rowsOf(settings, "account.move.line", [["move_id", "in", items.map(({ id }) => Number(id))]], moveFields)
)

/** Those of orders. What holds their taxes has three names, and no lookup is seen here: all members are asked for. */
export const orderLines = (model: "purchase.order.line" | "sale.order.line") =>
  linesOf("order_id", ({ items, settings }) =>
    rowsOf(settings, model, [["order_id", "in", items.map(({ id }) => Number(id))]], [])
  )

/** A distribution names accounts of several plans at once by a list of ids. */
export const trackingOf = ({ analytic_distribution }: Pick<Line, "analytic_distribution">): ReadonlyArray<string> => [
  ...new Set(Object.keys(analytic_distribution ?? {}).flatMap((ids) => ids.split(",")))
]

const quantityOf = ({ product_qty, product_uom_qty, quantity }: Line) =>
  quantity ?? product_qty ?? product_uom_qty ?? null

const discountOf = (line: Line) =>
  Normalize.product(Normalize.product(quantityOf(line), line.price_unit), Normalize.product(line.discount ?? 0, 0.01))

/** Lines of moves say what they are; those of orders only where they are no item. */
export const isItem = ({ display_type, move_id }: Line): boolean =>
  move_id == null ? display_type == null : display_type === "product"

export const lineItemOf = (line: Line) => ({
  platform_id: line.id,
  tracking_category_ids: trackingOf(line),
  item_id: line.product_id ?? null,
  tax_id: Normalize.distinct(line.tax_ids ?? line.taxes_id ?? line.tax_id)[0] ?? null,
  account_id: line.account_id ?? null,
  description: line.name ?? null,
  quantity: quantityOf(line),
  unit_amount: line.price_unit ?? null,
  total_amount: line.price_total ?? null,
  sub_total: line.price_subtotal ?? null,
  tax_amount: Normalize.difference(line.price_total, line.price_subtotal),
  total_discount: discountOf(line),
  updated_at: line.write_date ?? null
})

/** What a document's lines come to. */
export const itemsOf = (lines: ReadonlyArray<Line>) => {
  const items = lines.filter(isItem)
  return { line_items: items.map(lineItemOf), total_discount: Normalize.sum(items.map(discountOf)) }
}
