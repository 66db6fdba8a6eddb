/** Profit and loss and the balance sheet, one record for each calendar month. */
import type { Field } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { books, classes, homeOf } from "./references.ts"

const Report = Wire.struct({
  period: Wire.required(Wire.struct({ start: Wire.required(Wire.text), end: Wire.required(Wire.text) })),
  AccountsBreakdown: Wire.required(
    Wire.list(
      Wire.required(
        Wire.struct({
          AccountTotal: Wire.number,
          Account: Wire.required(Wire.struct({ UID: Wire.required(Wire.id), Name: Wire.text }))
        })
      )
    )
  )
})
type Report = (typeof Report)["Type"]
/** A report is one, of the period that was asked for. */
const reports = (body: unknown, state: Page.MonthState): ReadonlyArray<unknown> => {
  Read.requiredArrayAt(body, "AccountsBreakdown")
  return [{ ...(body as object), period: Page.monthIn(state) }]
}
const shared = {
  from: "page" as const,
  items: reports,
  item: Report,
  deletes: Read.never("A period has its figures as long as there are books"),
  lookups: { ...books, classes }
}
const head = ({ period }: Report, currency: string | null) => ({
  platform_id: `${period.start}_${period.end}`,
  period_start: period.start,
  period_end: period.end,
  currency_id: currency,
  report_basis: "ACCRUAL" as const
})

/** Rows of accounts of a classification. One that is not classified as the statement wants is not passed over. */
const rowsIn = (raw: Report, known: ReadonlyMap<string, string | null>, wanted: ReadonlyArray<string>) => {
  const classed = raw.AccountsBreakdown.map(({ Account, AccountTotal }) => ({
    of: known.get(Account.UID) ?? null,
    row: { name: Account.Name ?? null, value: AccountTotal ?? null, account_id: Account.UID, line_items: [] }
  }))
  const other = classed.find(({ of, row }) => row.value && !wanted.includes(of ?? ""))
  if (other !== undefined)
    throw new Normalize.Unreadable("an account of a known classification", other.of, "AccountsBreakdown")
  return (of: string): ReadonlyArray<Field.StatementRow> => classed.filter((own) => own.of === of).map(({ row }) => row)
}
const sumOf = (rows: ReadonlyArray<Field.StatementRow>) => Normalize.sum([0, ...rows.map(({ value }) => value)])

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  path: "/Report/ProfitAndLossSummary",
  query: { ReportingBasis: "Accrual", YearEndAdjust: false },
  page: Page.months(({ end, start }) => ({ query: { StartDate: start, EndDate: end } })),
  ...shared,
  map: (raw, { lookups }) => {
    const rows = rowsIn(raw, lookups.classes, ["Income", "CostOfSales", "Expense", "OtherIncome", "OtherExpense"])
    const [revenue, cost, operating] = [rows("Income"), rows("CostOfSales"), rows("Expense")]
    const [more, less] = [rows("OtherIncome"), rows("OtherExpense")]
    const gross = Normalize.difference(sumOf(revenue), sumOf(cost))
    const operatingProfit = Normalize.difference(gross, sumOf(operating))
    return {
      ...head(raw, homeOf(lookups)),
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: gross,
      operating_expenses: operating,
      operating_profit: operatingProfit,
      non_operating_revenue: more,
      non_operating_expenses: less,
      // Which accounts are for taxes on income, no classification says: they are among the expenses.
      earnings_before_taxes: null,
      taxes: [],
      net_profit: Normalize.difference(Normalize.sum([operatingProfit, sumOf(more)]), sumOf(less))
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  path: "/Report/BalanceSheetSummary",
  query: { YearEndAdjust: false },
  page: Page.months(({ end }) => ({ query: { AsOfDate: end } })),
  ...shared,
  map: (raw, { lookups }) => {
    const rows = rowsIn(raw, lookups.classes, ["Asset", "Liability", "Equity"])
    return {
      ...head(raw, homeOf(lookups)),
      assets: rows("Asset"),
      liabilities: rows("Liability"),
      equity: rows("Equity"),
      net_assets: Normalize.difference(sumOf(rows("Asset")), sumOf(rows("Liability")))
    }
  }
})
