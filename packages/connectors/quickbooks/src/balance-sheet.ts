/** Balance sheet, one record for each calendar month, as of its last day. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { basisOf, grouped, report, statement } from "./report.ts"

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...report("BalanceSheet", { accounting_method: "Accrual" }),
  map: (raw, { lookups }) => {
    const sides = grouped(raw.Rows.Row, ["TotalAssets", "TotalLiabilitiesAndEquity"])
    const { rows, total } = grouped(sides.within("TotalLiabilitiesAndEquity"), ["Liabilities", "Equity"])
    return {
      ...statement(raw, lookups),
      assets: sides.rows("TotalAssets"),
      liabilities: rows("Liabilities"),
      equity: rows("Equity"),
      net_assets: Normalize.difference(sides.total("TotalAssets"), total("Liabilities") ?? 0),
      report_basis: basisOf(raw)
    }
  }
})
