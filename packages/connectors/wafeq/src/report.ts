/** The reports: sections of rows, each with an amount for every column, of which the first is the month that was asked for. */
import type { Field } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

const Amounts = Wire.list(Wire.number)
const Summary = Wire.struct({ sub_totals: Amounts })
const Section = Wire.struct({ group: Wire.text, label: Wire.text, summary: Summary, children: Wire.list(Wire.unknown) })
type Section = (typeof Section)["Type"]
const Row = Wire.struct({
  ...Wire.all(Wire.text, "id", "group", "label"),
  values: Amounts,
  summary: Summary,
  children: Wire.list(Wire.unknown)
})

export const Report = Wire.struct({
  period_start: Wire.required(Wire.text),
  period_end: Wire.required(Wire.text),
  overview: Wire.struct({ currency: Wire.id }),
  rows: Wire.required(Wire.list(Wire.required(Section)))
})
export type Report = (typeof Report)["Type"]

/** A list of one report, whose period is what was asked for. */
export const reports = (body: unknown, state: Page.MonthState): ReadonlyArray<unknown> => {
  const { end, start } = Page.monthIn(state)
  return Read.requiredArrayAt(body, "")
    .slice(0, 1)
    .map((report) => ({ ...(report as object), period_start: start, period_end: end }))
}

const rowOf = (raw: unknown): Field.StatementRow => {
  const { children, group, id, label, summary, values } = Wire.decode(Row, raw)
  const below = (children ?? []).map(rowOf)
  const [own, total] = [values?.[0] ?? null, summary?.sub_totals?.[0] ?? null]
  const isAccount = group == null && id != null
  // What is booked on an account that has others below it is a row of its own among them, so that rows add up.
  const direct: ReadonlyArray<Field.StatementRow> =
    below.length > 0 && own !== null && own !== 0
      ? [{ name: label ?? null, value: own, account_id: isAccount ? id : null, line_items: [] }]
      : []
  return {
    name: label ?? null,
    value: total ?? own,
    account_id: isAccount ? id : null,
    line_items: [...direct, ...below]
  }
}

/** What a report adds up, by the group that it stands in. */
export const totals = ({ rows }: Report) => {
  const byGroup = new Map(rows.map((own) => [own.group ?? "", own]))
  return (...groups: ReadonlyArray<string>): number | null =>
    Normalize.sum(groups.map((group) => byGroup.get(group)?.summary?.sub_totals?.[0]))
}

/** The rows of each side, by the group of its section; a section with rows of another group is not passed over. */
export const sections = <S extends string>({ rows }: Report, sides: Readonly<Record<string, S | null>>) => {
  const found = new Map<S, Array<Field.StatementRow>>()
  for (const section of rows) {
    const side = sides[section.group ?? ""]
    if (side === undefined && (section.children ?? []).length > 0) {
      throw new Normalize.Unreadable("a section of a known group", section.group, "rows")
    }
    if (side !== undefined && side !== null) found.set(side, [...(found.get(side) ?? []), ...rowsOf(section)])
  }
  return (side: S): ReadonlyArray<Field.StatementRow> => found.get(side) ?? []
}
const rowsOf = ({ children }: Section): ReadonlyArray<Field.StatementRow> => (children ?? []).map(rowOf)
export const sumOf = (rows: ReadonlyArray<Field.StatementRow>): number | null =>
  Normalize.sum([0, ...rows.map(({ value }) => value)])

export const periodOf = ({ overview, period_end, period_start }: Report) => ({
  platform_id: `${period_start}_${period_end}`,
  period_start,
  period_end,
  currency_id: overview?.currency
})
