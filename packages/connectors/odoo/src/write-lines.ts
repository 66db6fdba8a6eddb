/** Lines as Odoo takes them: what their discount, taxes and tracking become. */
import type { Writes } from "@svc/core"
import type { Arguments } from "./ask.ts"
import { ref, refs, vals } from "./write.ts"

/** What the lines of all documents and orders have. */
export interface LineInput extends Writes.LineInput {
  readonly platform_id?: string | null | undefined
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}

/** An amount, as the percentage that Odoo keeps. */
const discountOf = ({ quantity, total_discount, unit_amount }: LineInput) => {
  const whole = (quantity ?? 1) * (unit_amount ?? 0)
  return total_discount == null ? total_discount : whole === 0 ? 0 : Number(((100 * total_discount) / whole).toFixed(6))
}

/** All of the line is booked on these accounts together. */
export const distributionOf = (ids: ReadonlyArray<string> | null | undefined) =>
  ids === undefined ? undefined : ids === null || ids.length === 0 ? null : { [ids.join(",")]: 100 }

/** What quantity and taxes are called differs from model to model. */
export const lineVals = (line: LineInput, quantity: string, taxes: string): Arguments =>
  vals({
    product_id: ref(line.item_id),
    account_id: ref(line.account_id),
    name: line.description,
    [quantity]: line.quantity,
    price_unit: line.unit_amount,
    discount: discountOf(line),
    [taxes]: refs(line.tax_id),
    analytic_distribution: distributionOf(line.tracking_category_ids)
  })

/** The whole new set of lines: those that are named are changed, those that are not named any more are removed. */
export const commandsOf = <L extends LineInput>(
  lines: ReadonlyArray<L> | null | undefined,
  own: (line: L) => Arguments,
  before: ReadonlyArray<string | null> = []
): ReadonlyArray<unknown> | undefined => {
  if (lines === undefined) return undefined
  const named = (lines ?? []).flatMap(({ platform_id }) => (platform_id == null ? [] : [platform_id]))
  return [
    ...before.filter((id) => id !== null && !named.includes(id)).map((id) => [2, Number(id), 0]),
    ...(lines ?? []).map((line) =>
      line.platform_id == null ? [0, 0, own(line)] : [1, Number(line.platform_id), own(line)]
    )
  ]
}
