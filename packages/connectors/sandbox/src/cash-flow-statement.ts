/** Cash flow by month. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { period, Rows, rows, statement } from "./statements.ts"
import { whole } from "./wire.ts"

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  ...whole("reports/cashFlow"),
  from: Read.byMapping("Reports come of all months at once"),
  item: Wire.struct({
    ...statement,
    operating: Rows,
    investing: Rows,
    financing: Rows,
    openingCash: Wire.number,
    closingCash: Wire.number,
    change: Wire.number
  }),
  map: (raw) => ({
    ...period(raw),
    cash_at_beginning_of_period: raw.openingCash,
    operating_activities: rows(raw.operating),
    investing_activities: rows(raw.investing),
    financing_activities: rows(raw.financing),
    net_change_in_cash: raw.change,
    cash_at_end_of_period: raw.closingCash
  })
})
