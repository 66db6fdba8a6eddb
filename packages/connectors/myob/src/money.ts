/** Money spent and received without an invoice or a bill: what both have in common. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { netOrGross } from "./lines.ts"
import { trackedBy } from "./tracking-categories.ts"
import { common, rate, Ref } from "./wire.ts"

const Line = Wire.struct({
  RowID: Wire.id,
  Account: Ref,
  Job: Ref,
  TaxCode: Ref,
  Memo: Wire.text,
  Amount: Wire.number,
  UnitCount: Wire.number
})
export const money = {
  ...common,
  Account: Ref,
  Contact: Ref,
  Date: Wire.day,
  IsTaxInclusive: Wire.boolean,
  TotalTax: Wire.number,
  Memo: Wire.text,
  Category: Ref,
  ForeignCurrency: Ref,
  CurrencyExchangeRate: rate,
  Lines: Wire.list(Wire.required(Line))
}
export type Money = Wire.Struct<typeof money>

export const linesOf = (raw: Money) =>
  (raw.Lines ?? []).map((line) => ({
    platform_id: line.RowID ? `${raw.UID}/${line.RowID}` : null,
    tracking_category_ids: trackedBy(line.Job, raw.Category),
    project_id: line.Job?.UID,
    tax_id: line.TaxCode?.UID,
    account_id: line.Account?.UID,
    description: line.Memo,
    quantity: line.UnitCount,
    ...netOrGross(line.Amount, raw.IsTaxInclusive)
  }))
/** The account of the other side, where all lines are of one. */
export const otherSide = ({ Lines }: Money): string | null => {
  const [account, ...more] = Normalize.distinct((Lines ?? []).map(({ Account }) => Account?.UID))
  return more.length === 0 ? (account ?? null) : null
}
