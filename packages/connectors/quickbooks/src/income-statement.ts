/** Profit and loss, one record for each calendar month. */
import * as Connector from "@svc/core/Connector"
import { basisOf, grouped, report, statement } from "./report.ts"

const groups = [
  "Income",
  "COGS",
  "GrossProfit",
  "Expenses",
  "NetOperatingIncome",
  "OtherIncome",
  "OtherExpenses",
  "NetOtherIncome",
  "NetIncome"
]

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...report("ProfitAndLoss", { accounting_method: "Accrual" }),
  map: (raw, { lookups }) => {
    const { section, total } = grouped(raw.Rows.Row, groups)
    return {
      ...statement(raw, lookups),
      revenue: section("Income"),
      cost_of_goods_sold: section("COGS"),
      gross_profit: total("GrossProfit"),
      operating_expenses: section("Expenses"),
      operating_profit: total("NetOperatingIncome"),
      non_operating_revenue: section("OtherIncome"),
      non_operating_expenses: section("OtherExpenses"),
      net_profit: total("NetIncome"),
      report_basis: basisOf(raw)
    }
  }
})
