/**
 * The reports that profit and loss, balance sheet and cash flow are: a tree of sections. A section's place in a statement is
 * told by its group, a word that does not depend on the language of the company.
 */
import type { Field } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { homeCurrency } from "./preferences.ts"
import { minorversion } from "./query.ts"

export const Report = Wire.struct({
  start: Wire.required(Wire.text),
  end: Wire.required(Wire.text),
  Header: Wire.struct({ Currency: Wire.id, ReportBasis: Wire.text }),
  Rows: Wire.required(Wire.struct({ Row: Wire.list(Wire.unknown) }))
})

const cells = (own: unknown): ReadonlyArray<unknown> => {
  const found = Call.at(own, "ColData")
  return Array.isArray(found) ? found : []
}
const nameOf = (own: unknown) => Normalize.text(Call.at(cells(own)[0], "value"))
const accountOf = (own: unknown) => Normalize.id(Call.at(cells(own)[0], "id"))
const amountOf = (own: unknown, name: string | null) =>
  cells(own).length < 2 ? null : Normalize.money(Call.at(cells(own).at(-1), "value"), name ?? "Rows")
const below = (row: unknown): ReadonlyArray<unknown> => {
  const found = Call.at(row, "Rows.Row")
  return Array.isArray(found) ? found : []
}
/** The sum of a section, or the amount of a single row. */
export const totalOf = (row: unknown) =>
  amountOf(Call.at(row, "Summary"), nameOf(row)) ?? amountOf(row, nameOf(row)) ?? null

/** A row and all below it. */
const rowOf = (row: unknown): Field.StatementRow => {
  const header = Call.at(row, "Header")
  if (header === undefined || header === null) {
    return {
      name: nameOf(row) ?? nameOf(Call.at(row, "Summary")),
      value: totalOf(row),
      account_id: accountOf(row),
      line_items: below(row).map(rowOf)
    }
  }
  // Quirk: an account with others below it is a section; what is booked on itself stands in the section's head.
  const own = amountOf(header, nameOf(header))
  const head = own === null ? [] : [{ name: nameOf(header), value: own, account_id: accountOf(header), line_items: [] }]
  const rows = [...head, ...below(row).map(rowOf)]
  return { name: nameOf(header), value: totalOf(row), account_id: null, line_items: rows }
}

/** Quirk: the reference writes some groups as the API does (`COGS`) and others as they are shown (`Cost of Goods Sold`). */
const aliases: Readonly<Record<string, string>> = {
  costofgoodssold: "cogs",
  assets: "totalassets",
  liabilitiesandequity: "totalliabilitiesandequity"
}
const key = (group: string): string => {
  const letters = group.toLowerCase().replace(/[^a-z]/g, "")
  return aliases[letters] ?? letters
}

/** Sections by group. One of a group that is not known and has an amount is refused rather than left out. */
export const grouped = (rows: unknown, known: ReadonlyArray<string>) => {
  const keys = new Set(known.map(key))
  const sections = new Map<string, unknown>()
  for (const row of Array.isArray(rows) ? rows : []) {
    const group = Normalize.text(Call.at(row, "group")) ?? nameOf(Call.at(row, "Header"))
    if (group !== null && keys.has(key(group))) sections.set(key(group), row)
    else if (below(row).length > 0 || totalOf(row)) throw new Normalize.Unreadable("a known section", group, "Rows")
  }
  const found = { get: (group: string) => sections.get(key(group)), has: (group: string) => sections.has(key(group)) }
  return {
    section: (group: string): ReadonlyArray<Field.StatementRow> =>
      below(found.get(group)).length > 0 ? [rowOf(found.get(group))] : [],
    rows: (group: string): ReadonlyArray<Field.StatementRow> => below(found.get(group)).map(rowOf),
    within: (group: string) => below(found.get(group)),
    total: (group: string) => (found.has(group) ? totalOf(found.get(group)) : null)
  }
}

const bases = Normalize.word({ Accrual: "ACCRUAL", Cash: "CASH" }, null)

/** Everything about reading a report but its mapping: one call for each month. */
export const report = (name: string, query: Call.Query = {}) => ({
  path: `/reports/${name}`,
  query: { ...query, minorversion },
  from: "page" as const,
  page: Page.months(({ end, start }) => ({ query: { start_date: start, end_date: end } })),
  // Its period is what was asked for.
  items: (body: unknown, state: Page.MonthState | null): ReadonlyArray<unknown> => {
    if (typeof body !== "object" || body === null || !("Rows" in body)) throw new Read.ItemsMissing("Rows")
    const period = state === null ? {} : Page.monthIn(state)
    return [{ ...body, ...period }]
  },
  item: Report,
  deletes: Read.never("A period has its figures as long as there are books"),
  lookups: { home: homeCurrency }
})
/** The fields that all statements have. */
export const statement = (raw: (typeof Report)["Type"], found: { readonly home: string | null }) => ({
  platform_id: `${raw.start}_${raw.end}`,
  period_start: raw.start,
  period_end: raw.end,
  currency_id: raw.Header?.Currency ?? found.home
})
export const basisOf = (raw: (typeof Report)["Type"]) => bases(raw.Header?.ReportBasis)
