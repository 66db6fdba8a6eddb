/** Profit and loss, one record for each calendar month. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { accountLookup } from "./references.ts"
import { baseCurrency } from "./company-info.ts"
import { balance, Report, reports, sections, type Sides } from "./report.ts"

const sides: Sides<"cost" | "revenue" | "operating" | "otherRevenue" | "otherExpenses"> = {
  titles: [
    [/cost of/i, "cost"],
    [/other income/i, "otherRevenue"],
    [/other expense/i, "otherExpenses"],
    [/income|revenue|turnover|sales/i, "revenue"],
    [/expense|overhead|administrati/i, "operating"]
  ],
  accounts: {
    DIRECTCOSTS: "cost",
    OTHERINCOME: "otherRevenue",
    REVENUE: "revenue",
    SALES: "revenue",
    EXPENSE: "operating"
  }
}

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  path: "/Reports/ProfitAndLoss",
  query: { standardLayout: true, paymentsOnly: false },
  from: "page",
  page: Page.months(({ end, start }) => ({ query: { fromDate: start, toDate: end } })),
  items: reports,
  item: Report,
  deletes: Read.never("A period has its figures as long as there are books"),
  lookups: { accounts: accountLookup, currency: baseCurrency },
  mapping: 2,
  map: (raw, { lookups }) => {
    const rows = sections(raw, sides, lookups.accounts)
    const revenue = rows("revenue")
    const cost = rows("cost")
    const operating = rows("operating")
    return {
      platform_id: `${raw.period_start}_${raw.period_end}`,
      period_start: raw.period_start,
      period_end: raw.period_end,
      currency_id: lookups.currency,
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: balance([revenue], [cost]),
      operating_expenses: operating,
      operating_profit: balance([revenue], [cost, operating]),
      non_operating_revenue: rows("otherRevenue"),
      non_operating_expenses: rows("otherExpenses"),
      net_profit: balance([revenue, rows("otherRevenue")], [cost, operating, rows("otherExpenses")]),
      report_basis: "ACCRUAL"
    }
  }
})
