/** Income statement and balance sheet, one record for each calendar month. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { balanced, head, sumOf, within } from "./trial-balance.ts"

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...balanced,
  map: (raw, { lookups }) => {
    const rows = within(raw, lookups.kinds, "month")
    const [revenue, cost, expense] = [
      rows("Income", "credit"),
      rows("Cost of Goods Sold", "debit"),
      rows("Expense", "debit")
    ]
    const gross = Normalize.difference(sumOf(revenue), sumOf(cost))
    return {
      ...head(raw.period),
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: gross,
      operating_expenses: expense,
      // Which income and expenses are not of the operation, and which are taxes on income, no category says.
      operating_profit: null,
      non_operating_revenue: [],
      non_operating_expenses: [],
      earnings_before_taxes: null,
      taxes: [],
      net_profit: Normalize.difference(gross, sumOf(expense)),
      report_basis: "ACCRUAL"
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...balanced,
  map: (raw, { lookups }) => {
    const rows = within(raw, lookups.kinds, "end")
    const [assets, liabilities] = [rows("Assets", "debit"), rows("Liabilities", "credit")]
    // What was earned since the books were closed is in no account of the equity yet.
    const earned = sumOf(["Income", "Cost of Goods Sold", "Expense"].flatMap((own) => rows(own, "credit")))
    const open = { name: "Net income of years that are not closed", value: earned, account_id: null, line_items: [] }
    return {
      ...head(raw.period),
      assets,
      liabilities,
      equity: [...rows("Equity", "credit"), ...(earned === 0 ? [] : [open])],
      net_assets: Normalize.difference(sumOf(assets), sumOf(liabilities)),
      report_basis: "ACCRUAL"
    }
  }
})
