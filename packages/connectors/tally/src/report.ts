/** Built-in reports as statements. A row's side is told by the group it is, or is below, never by its place. */
import type { Field } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { above, books, type Chart, ledger, nameOf } from "./books.ts"
import { anyCount } from "./company.ts"
import { baseCurrency } from "./currencies.ts"
import { kind, type Kind, kindOfLedger } from "./kinds.ts"
import { rowsIn } from "./report-rows.ts"
import { key, money, text } from "./wire.ts"

export const Report = Wire.struct({
  start: Wire.required(Wire.text),
  end: Wire.required(Wire.text),
  rows: Wire.required(
    Wire.list(
      Wire.required(Wire.struct({ name: Wire.decisive(text), main: money, sub: money, inflow: money, outflow: money }))
    )
  )
})
type Report = (typeof Report)["Type"]
type Row = Report["rows"][number]
const { company, currencies, groups, ledgers } = books

interface ReportSource extends Pick<Read.Read, "deletes" | "items" | "page"> {
  readonly method: "POST"
  readonly path: string
  readonly body: object
  readonly from: "page"
  readonly sequence: Read.Sequence
  readonly item: typeof Report
  readonly lookups: Pick<typeof books, "company" | "currencies" | "groups" | "ledgers">
}
/** A report for each calendar month. Quirk: of a month without any entry, or a company that is closed, it shows nothing. */
export const report = (name: string): ReportSource => ({
  method: "POST",
  path: "/",
  body: { report: name },
  from: "page",
  page: Page.months(({ end, start }) => ({ body: { start, end } })),
  items: (body: unknown, state: Page.MonthState): ReadonlyArray<unknown> => {
    const rows = rowsIn(body)
    return rows.length === 0 ? [] : [{ ...Page.monthIn(state), rows }]
  },
  sequence: anyCount,
  deletes: Read.never("A period has its figures as long as there are books"),
  item: Report,
  lookups: { company, currencies, groups, ledgers }
})
export type Known = Chart & Parameters<typeof baseCurrency>[0]

/** What all statements have. */
export const period = (raw: Report, own: Known) => ({
  platform_id: `${raw.start}_${raw.end}`,
  period_start: raw.start,
  period_end: raw.end,
  currency_id: baseCurrency(own)?.GUID
})

export interface Placed {
  readonly row: Field.StatementRow
  /** The group or ledger it is, and all groups above it. */
  readonly names: ReadonlyArray<string>
  readonly kind: Kind | null
}
/** Sums that Tally shows between the rows, and headings. */
const sums = /^(gross|nett?) (profit|loss)|^total|^cost of sales|^(trading account|income statement)/i

/** The rows that are groups or ledgers, each with those that are below it. `value` reads a row's amount. */
export const place = (raw: Report, own: Known, value: (row: Row) => number | null): ReadonlyArray<Placed> => {
  const found: Array<Placed & { readonly row: { readonly line_items: Array<Field.StatementRow> } }> = []
  for (const row of raw.rows) {
    const name = row.name?.replace(/^(add|less)\s*:\s*/i, "") ?? ""
    const amount = value(row)
    if (name === "" || sums.test(name) || amount === null) continue
    const group = own.groups.get(key(name))
    const account = group === undefined ? ledger(own, name) : undefined
    const names = [name, ...above(own, (group ?? account)?.PARENT).map(nameOf)].map(key)
    const last = found.at(-1)
    const statementRow = { name, value: amount, account_id: account?.GUID ?? null, line_items: [] }
    if (row.main === null && last !== undefined && names.slice(1).includes(last.names[0]!)) {
      last.row.line_items.push(statementRow)
      continue
    }
    const known =
      group !== undefined
        ? kind(names, group)
        : account !== undefined
          ? kindOfLedger(own, account)
          : kind(names, undefined)
    found.push({ row: statementRow, names, kind: known })
  }
  return found
}
export const total = (rows: ReadonlyArray<Field.StatementRow>): number | null =>
  Normalize.sum(rows.map(({ value }) => value))
