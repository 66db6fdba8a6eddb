/**
 * The reports that profit and loss and balance sheet are: sections of rows, in the standard layout. A section's side is
 * told by its title, which the standard layout fixes, else by the class of the accounts in it; never by its position.
 */
import type { Field } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import type { accountLookup } from "./references.ts"

const row = {
  RowType: Wire.decisive(Wire.text),
  Cells: Wire.list(
    Wire.struct({ Value: Wire.text, Attributes: Wire.list(Wire.struct({ Id: Wire.text, Value: Wire.id })) })
  )
}
const Row = Wire.struct(row)
type Row = (typeof Row)["Type"]
export const Report = Wire.struct({
  period_start: Wire.required(Wire.text),
  period_end: Wire.required(Wire.text),
  // Without one of its rows a section comes to something else.
  Rows: Wire.required(
    Wire.list(
      Wire.required(Wire.struct({ ...row, Title: Wire.text, Rows: Wire.decisive(Wire.list(Wire.required(Row))) }))
    )
  )
})
type Report = (typeof Report)["Type"]

/** One report a month. Its period is what was asked for: the answer says it in words for readers only. */
export const reports = (body: unknown, state: Page.MonthState): ReadonlyArray<unknown> => {
  const found = Call.at(body, "Reports")
  if (!Array.isArray(found)) throw new Read.ItemsMissing("Reports")
  const { end, start } = Page.monthIn(state)
  return found.slice(0, 1).map((report: object) => ({ ...report, period_start: start, period_end: end }))
}

export type Accounts = (typeof accountLookup)["absent"]
/** Sides by title, the first that matches; and by the type or class of an account. */
export interface Sides<S extends string> {
  readonly titles: ReadonlyArray<readonly [RegExp, S]>
  readonly accounts: Readonly<Record<string, S>>
}

const text = ({ Cells }: Row) => Normalize.text(Cells?.[0]?.Value)
const amount = ({ Cells }: Row, field: string) => Normalize.money(Cells?.[1]?.Value, field)
const accountOf = ({ Cells }: Row) => Cells?.[0]?.Attributes?.find(({ Id }) => Id === "account")?.Value ?? null

/** The rows of each side: one group for each section, with the section's accounts in it. */
export const sections = <S extends string>(report: Report, sides: Sides<S>, accounts: Accounts) => {
  const found = new Map<S, Array<Field.StatementRow>>()
  for (const { Rows, Title } of report.Rows) {
    const rows = (Rows ?? []).filter(({ RowType }) => RowType === "Row")
    const title = Normalize.text(Title)
    // Sections without a title hold what Xero adds up, such as the gross profit; titles without rows only head others.
    if (rows.length === 0 || (title === null && rows.every((own) => accountOf(own) === null))) continue
    const side = sideOf(title, rows, sides, accounts)
    const lines = rows.map((own) => ({
      name: text(own),
      value: amount(own, `${title}, ${text(own)}`),
      account_id: accountOf(own)
    }))
    const total = Rows?.find(({ RowType }) => RowType === "SummaryRow")
    const value = (total && amount(total, `${title}, total`)) ?? Normalize.sum(lines.map((line) => line.value))
    found.set(side, [...(found.get(side) ?? []), { name: title, value, line_items: lines }])
  }
  return (side: S): ReadonlyArray<Field.StatementRow> => found.get(side) ?? []
}

const sideOf = <S extends string>(
  title: string | null,
  rows: ReadonlyArray<Row>,
  sides: Sides<S>,
  accounts: Accounts
): S => {
  const byTitle = sides.titles.find(([pattern]) => title !== null && pattern.test(title))
  if (byTitle !== undefined) return byTitle[1]
  const known = rows.flatMap((own) => accounts.find(({ AccountID }) => AccountID === accountOf(own)) ?? [])
  const bySide = new Set(known.map(({ Class, Type }) => sides.accounts[Type ?? ""] ?? sides.accounts[Class ?? ""]))
  const [side] = bySide
  if (bySide.size !== 1 || side === undefined)
    throw new Normalize.Unreadable("a section of known accounts", title, "Rows")
  return side
}

/** What the first sides come to less the others; null when none of them has an amount. */
export const balance = (
  plus: ReadonlyArray<ReadonlyArray<Field.StatementRow>>,
  minus: ReadonlyArray<ReadonlyArray<Field.StatementRow>>
) =>
  Normalize.sum([
    ...plus.flat().map(({ value }) => value),
    ...minus.flat().map(({ value }) => (typeof value === "number" ? -value : null))
  ])
