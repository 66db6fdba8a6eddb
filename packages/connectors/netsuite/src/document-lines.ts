/**
 * The lines of documents. A transaction's rows are all it books: what it is owed or paid by (the main line), taxes, cost of
 * goods, discounts, and the goods, services and accounts that are lines to a person.
 */
import type { Wire } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import type { lineMembers } from "./line-columns.ts"

type Line = Wire.Struct<typeof lineMembers & { readonly part: typeof Wire.id }>
type Lines = ReadonlyArray<Line>

const sums = new Set(["Subtotal", "Group", "EndGroup"])
/** What adds up to the total: lines, discounts, and taxes. */
const counts = (own: Line) =>
  own.mainline !== true &&
  own.cogs !== true &&
  own.hidden !== true &&
  own.component !== true &&
  !sums.has(own.itemtype ?? "")
const isTax = ({ itemtype, taxline }: Line) => taxline === true || itemtype === "TaxItem" || itemtype === "TaxGroup"
const isLine = (own: Line) => counts(own) && !isTax(own) && own.discount !== true
const sumOf = (rows: Lines) => Normalize.sum(rows.map(({ amount }) => amount))

/**
 * Quirk: amounts are signed as they are booked. A document's total is not negative, so that the lines of one are turned where
 * they add up to less than nothing; one that comes to nothing is turned as its side is booked.
 */
const signOf = (rows: Lines, side: "sales" | "purchases"): 1 | -1 => {
  const sum = sumOf(rows.filter(counts)) ?? 0
  return sum === 0 ? (side === "sales" ? -1 : 1) : sum < 0 ? -1 : 1
}

/** The amounts of a document, and the account of its main line. */
export const amounts = (rows: Lines, side: "sales" | "purchases") => {
  const sign = signOf(rows, side)
  const signed = (value: number | null) => Normalize.product(value, sign)
  const main = rows.find(({ mainline }) => mainline === true)
  const total = Normalize.absolute(main?.amount)
  const net = signed(sumOf(rows.filter((own) => counts(own) && !isTax(own))))
  const tax = signed(sumOf(rows.filter((own) => counts(own) && isTax(own))))
  const discount = sumOf(rows.filter((own) => counts(own) && !isTax(own) && own.discount === true))
  return {
    main,
    total_amount: total,
    sub_total: net,
    // A total that is no more than the lines has no tax in it.
    tax_amount: tax ?? (total !== null && total === net ? 0 : null),
    total_discount: Normalize.product(discount, -sign)
  }
}

/** Where a line stands in the record: an item's or an account's. */
export const sublistOf = ({ item }: Pick<Line, "item">) => (item ? "item" : "expense")

/** The unified lines; their ids are `<transaction>/<sublist>/<line>`. */
export const lines = (id: string, rows: Lines, side: "sales" | "purchases") => {
  const sign = signOf(rows, side)
  const isUntaxed = amounts(rows, side).tax_amount === 0
  return rows.filter(isLine).map((own) => {
    const net = Normalize.product(own.amount, sign)
    return {
      platform_id: `${id}/${sublistOf(own)}/${own.part}`,
      tracking_category_ids: (["class", "department", "location"] as const).flatMap(
        (kind) => Normalize.prefixed(kind, own[kind]) ?? []
      ),
      project_id: side === "purchases" ? Normalize.prefixed("customer", own.lineentity) : null,
      item_id: own.item,
      account_id: own.account,
      description: own.linememo,
      quantity: Normalize.product(own.quantity, sign),
      unit_amount: own.rate,
      sub_total: net,
      total_amount: isUntaxed ? net : null
    }
  })
}
