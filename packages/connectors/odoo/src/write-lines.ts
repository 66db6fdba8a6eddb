/** Lines as Odoo takes them: what their discount, taxes and tracking become. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import type { Arguments } from "./ask.ts"
import { known } from "./listing.ts"
import { ref, refs, vals } from "./writing.ts"

/** What the lines of all documents and orders have. */
export interface Line extends Writes.LineInput {
  readonly platform_id?: string | null | undefined
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}

/** An amount, as the percentage that Odoo keeps. */
const discountOf = (line: Line) => (line.total_discount == null ? line.total_discount : (Take.percentOf(line, 6) ?? 0))

/** All of the line is booked on these accounts together. */
export const distributionOf = (ids: ReadonlyArray<string> | null | undefined) =>
  ids === undefined ? undefined : ids === null || ids.length === 0 ? null : { [ids.join(",")]: 100 }

const members = [
  "platform_id",
  "item_id",
  "description",
  "quantity",
  "unit_amount",
  "total_discount",
  "tax_id",
  "tracking_category_ids"
] as const
interface Names {
  readonly lines: string
  readonly quantity: string
  readonly taxes: (lookups: Take.Item) => string
  /** The member of a line's account, where it has one. */
  readonly account?: "account_id"
}
/** The whole new set of lines. What quantity and taxes are called differs from model to model. */
export const linesTo = <const A extends Names>({ account, lines, quantity, taxes }: A) => {
  const lineVals = (line: Line, lookups: Take.Item): Arguments =>
    vals({
      product_id: ref(line.item_id),
      account_id: account && ref(line.account_id),
      name: line.description,
      [quantity]: line.quantity,
      price_unit: line.unit_amount,
      discount: discountOf(line),
      [taxes(lookups)]: refs(line.tax_id),
      analytic_distribution: distributionOf(line.tracking_category_ids)
    })
  return {
    of: [
      ...members,
      ...((account === undefined ? [] : [account]) as A extends { readonly account: infer N } ? [N] : [])
    ],
    whole: (rows: ReadonlyArray<Line> | null, { lookups }: Take.At<unknown>) => ({
      [lines]: (rows ?? []).map((line) =>
        line.platform_id == null
          ? [0, 0, lineVals(line, lookups)]
          : [1, Number(line.platform_id), lineVals(line, lookups)]
      )
    })
  }
}

/** Lines that are not named any more are removed, before the others are changed. */
export const dropping = (body: Take.Item, lines: string, before: ReadonlyArray<string | null>): Take.Item => {
  const commands = body[lines] as ReadonlyArray<ReadonlyArray<unknown>> | undefined
  if (commands === undefined) return body
  const named = new Set(commands.flatMap(([command, id]) => (command === 1 ? [id] : [])))
  const dropped = before.filter((id) => id !== null && !named.has(Number(id))).map((id) => [2, Number(id), 0])
  return { ...body, [lines]: [...dropped, ...commands] }
}

/** What a release calls the note and the taxes of a model. */
export const lookupsOf = (model: "purchase.order" | "sale.order") => ({
  names: known(model, ["note", "notes"]),
  taxes: known(`${model}.line`, ["tax_ids", "taxes_id", "tax_id"])
})
