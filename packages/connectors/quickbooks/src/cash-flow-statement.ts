/** Cash flow, one record for each calendar month. */
import * as Connector from "@svc/core/Connector"
import { grouped, report, statement } from "./report.ts"

const groups = [
  "OperatingActivities",
  "InvestingActivities",
  "FinancingActivities",
  "CashIncrease",
  "BeginningCash",
  "EndingCash"
]

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  ...report("CashFlow"),
  map: (raw, { lookups }) => {
    const { rows, total } = grouped(raw.Rows.Row, groups)
    return {
      ...statement(raw, lookups),
      cash_at_beginning_of_period: total("BeginningCash"),
      operating_activities: rows("OperatingActivities"),
      investing_activities: rows("InvestingActivities"),
      financing_activities: rows("FinancingActivities"),
      net_change_in_cash: total("CashIncrease"),
      cash_at_end_of_period: total("EndingCash")
    }
  }
})
