/** Balance sheets, as of the last day of each month. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { period, reportBasis, Rows, rows, statement } from "./statements.ts"
import { whole } from "./wire.ts"

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...whole("reports/balanceSheet"),
  from: Read.byMapping("Reports come of all months at once"),
  item: Wire.struct({
    ...statement,
    assets: Rows,
    liabilities: Rows,
    equity: Rows,
    totals: Wire.struct({ assets: Wire.number, liabilities: Wire.number })
  }),
  map: (raw) => ({
    ...period(raw),
    assets: rows(raw.assets),
    liabilities: rows(raw.liabilities),
    equity: rows(raw.equity),
    net_assets: Normalize.difference(raw.totals?.assets, raw.totals?.liabilities),
    report_basis: reportBasis(raw)
  })
})
