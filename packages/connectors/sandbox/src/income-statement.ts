/** Profit and loss by month. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { period, reportBasis, Rows, rows, statement } from "./statements.ts"
import { whole } from "./wire.ts"

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...whole("reports/profitAndLoss"),
  from: Read.byMapping("Reports come of all months at once"),
  item: Wire.struct({
    ...statement,
    sections: Wire.struct({
      revenue: Rows,
      costOfSales: Rows,
      operatingExpenses: Rows,
      otherIncome: Rows,
      otherExpenses: Rows,
      incomeTax: Rows
    }),
    grossProfit: Wire.number,
    operatingResult: Wire.number,
    resultBeforeTax: Wire.number,
    netResult: Wire.number
  }),
  map: (raw) => ({
    ...period(raw),
    revenue: rows(raw.sections?.revenue),
    cost_of_goods_sold: rows(raw.sections?.costOfSales),
    gross_profit: raw.grossProfit,
    operating_expenses: rows(raw.sections?.operatingExpenses),
    operating_profit: raw.operatingResult,
    non_operating_revenue: rows(raw.sections?.otherIncome),
    non_operating_expenses: rows(raw.sections?.otherExpenses),
    earnings_before_taxes: raw.resultBeforeTax,
    taxes: rows(raw.sections?.incomeTax),
    net_profit: raw.netResult,
    report_basis: reportBasis(raw)
  })
})
