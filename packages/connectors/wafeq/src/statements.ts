/** The statements, one record for each calendar month: profit and loss, balance sheet, cash flow. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { periodOf, Report, reports, sections, sumOf, totals } from "./report.ts"

const report = (name: string) => ({
  path: `/reports/${name}/`,
  query: { group_by: "month" },
  from: "page" as const,
  items: reports,
  item: Report,
  deletes: Read.never("A period has its figures as long as there are books")
})
const months = Page.months(({ end, start }) => ({ query: { date_after: start, date_before: end } }))

const sides = {
  INCOME: "revenue",
  REVENUE: "revenue",
  COGS: "cost",
  OPERATING_EXPENSE: "operating",
  OTHER_INCOME: "otherRevenue",
  NON_OPERATING_EXPENSE: "otherExpenses"
} as const

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...report("profit-and-loss"),
  page: months,
  map: (raw) => {
    const rows = sections(raw, sides)
    const [revenue, cost, operating] = [rows("revenue"), rows("cost"), rows("operating")]
    const [otherRevenue, otherExpenses] = [rows("otherRevenue"), rows("otherExpenses")]
    const gross = Normalize.difference(sumOf(revenue), sumOf(cost))
    const operatingProfit = Normalize.difference(gross, sumOf(operating))
    return {
      ...periodOf(raw),
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: gross,
      operating_expenses: operating,
      operating_profit: operatingProfit,
      non_operating_revenue: otherRevenue,
      non_operating_expenses: otherExpenses,
      // Which accounts are for taxes on income, no group says: they are among the other expenses.
      earnings_before_taxes: null,
      taxes: [],
      net_profit:
        totals(raw)("NET_PROFIT") ??
        Normalize.difference(Normalize.sum([operatingProfit, sumOf(otherRevenue)]), sumOf(otherExpenses)),
      report_basis: "ACCRUAL"
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...report("balance-sheet"),
  page: Page.months(({ end }) => ({ query: { date: end, period_count: 0 } })),
  map: (raw) => {
    const rows = sections(raw, { ASSET: "assets", LIABILITY: "liabilities", EQUITY: "equity" } as const)
    return {
      ...periodOf(raw),
      assets: rows("assets"),
      liabilities: rows("liabilities"),
      equity: rows("equity"),
      net_assets: Normalize.difference(sumOf(rows("assets")), sumOf(rows("liabilities"))),
      report_basis: "ACCRUAL"
    }
  }
})

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  ...report("cash-flow"),
  page: months,
  map: (raw) => {
    const rows = sections(raw, { CFO: "operating", CFI: "investing", CFF: "financing" } as const)
    return {
      ...periodOf(raw),
      operating_activities: rows("operating"),
      investing_activities: rows("investing"),
      financing_activities: rows("financing"),
      net_change_in_cash: totals(raw)("CFO", "CFI", "CFF")
    }
  }
})
