/** Income statements, one for each month, computed from the postings. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Books, books, period, rowsOf, sumOf } from "./books.ts"

const less = (a: number, b: number) => Normalize.difference(a, b) ?? 0

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...books("INCOME", ["Income", "COGS", "Expense", "OthIncome", "OthExpense"]),
  item: Books,
  map: (raw) => {
    const [revenue, cost, expenses] = [
      rowsOf(raw, ["Income"], -1),
      rowsOf(raw, ["COGS"], 1),
      rowsOf(raw, ["Expense"], 1)
    ]
    const [otherRevenue, otherExpenses] = [rowsOf(raw, ["OthIncome"], -1), rowsOf(raw, ["OthExpense"], 1)]
    const gross = less(sumOf(revenue), sumOf(cost))
    const operating = less(gross, sumOf(expenses))
    const net = less(Normalize.sum([operating, sumOf(otherRevenue)]) ?? 0, sumOf(otherExpenses))
    return {
      ...period(raw),
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: gross,
      operating_expenses: expenses,
      operating_profit: operating,
      non_operating_revenue: otherRevenue,
      non_operating_expenses: otherExpenses,
      // Which accounts are for taxes on income, no type says: they are among the expenses.
      earnings_before_taxes: null,
      taxes: [],
      net_profit: net
    }
  }
})
