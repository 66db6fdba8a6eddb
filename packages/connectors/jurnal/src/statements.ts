/** The statements, one record for each calendar month: profit and loss, balance sheet, cash flow. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import { classes } from "./accounts.ts"
import { reported, type Row, within } from "./report.ts"

const plain = (rows: ReadonlyArray<Row>) => rows.map(({ row }) => row)

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...reported("profit_and_loss"),
  map: (raw, { lookups }) => {
    const { period, rows, sum } = within(raw, lookups.base)
    return {
      ...period,
      revenue: plain(rows("primary_income")),
      cost_of_goods_sold: plain(rows("cost_of_good_sold")),
      gross_profit: sum("cost_of_good_sold.gross_profit"),
      operating_expenses: plain(rows("expense")),
      operating_profit: sum("header.net_operating_income"),
      non_operating_revenue: plain(rows("other_income")),
      non_operating_expenses: plain(rows("other_expense")),
      // Which accounts are for taxes on income, no section says: they are among the expenses.
      earnings_before_taxes: null,
      taxes: [],
      net_profit: sum("header.net_income"),
      report_basis: "ACCRUAL"
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...reported("balance_sheet"),
  page: Page.months(({ end }) => ({ query: { end_date: end } })),
  map: (raw, { lookups }) => {
    const { period, rows } = within(raw, lookups.base)
    const assets = plain(rows("current_assets", "fixed_assets", "other_assets", "depreciations"))
    const liabilities = plain(rows("current_liabilities", "long_liabilities"))
    const sumOf = (all: typeof assets) => Normalize.sum([0, ...all.map(({ value }) => value)])
    return {
      ...period,
      assets,
      liabilities,
      equity: plain(rows("equity")),
      net_assets: Normalize.difference(sumOf(assets), sumOf(liabilities)),
      report_basis: "ACCRUAL"
    }
  }
})

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  ...reported("cash_flow"),
  map: (raw, { lookups }) => {
    const { period, rows, sum } = within(raw, lookups.base)
    // Quirk: what is not operating is one list, in which the class of an account tells investing from financing.
    const others = rows("non_operating_activities.other")
    const isOf = (...of: ReadonlyArray<string>) =>
      plain(others.filter(({ category }) => of.includes(classes(category)!)))
    return {
      ...period,
      cash_at_beginning_of_period: sum("summary.opening_balance"),
      operating_activities: [
        ...plain(rows("operating_activities.income", "operating_activities.expense")),
        ...plain(others.filter(({ category }) => /^(INCOME|EXPENSE|UNKNOWN)$/.test(classes(category) ?? "UNKNOWN")))
      ],
      investing_activities: isOf("ASSET"),
      financing_activities: isOf("LIABILITY", "EQUITY"),
      net_change_in_cash: sum("net_cash_movement"),
      cash_at_end_of_period: sum("summary.closing_balance")
    }
  }
})
