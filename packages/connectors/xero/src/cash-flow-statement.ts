/** Cash flow, one record for each calendar month, from the Finance API, which Xero opens to approved apps only. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { baseCurrency } from "./company-info.ts"

const Activities = Wire.list(
  Wire.struct({
    name: Wire.text,
    cashflowTypes: Wire.list(
      Wire.struct({
        name: Wire.text,
        total: Wire.number,
        accounts: Wire.list(Wire.struct({ accountId: Wire.id, name: Wire.text, total: Wire.number }))
      })
    )
  })
)

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  base: "finance",
  scope: "finance.statements.read",
  path: "/FinancialStatements/Cashflow",
  from: "page",
  page: Page.months(({ end, start }) => ({ query: { startDate: start, endDate: end } })),
  items: (body) => [body],
  item: Wire.struct({
    startDate: Wire.required(Wire.text),
    endDate: Wire.required(Wire.text),
    cashBalance: Wire.struct(Wire.all(Wire.number, "openingCashBalance", "closingCashBalance", "netCashMovement")),
    cashflowActivities: Activities
  }),
  deletes: Read.never("A period has its figures as long as there are books"),
  lookups: { currency: baseCurrency },
  map: (raw, { lookups }) => {
    const rows = (kind: RegExp) =>
      (raw.cashflowActivities ?? [])
        .filter(({ name }) => kind.test(name ?? ""))
        .flatMap(({ cashflowTypes }) => cashflowTypes ?? [])
        .map(({ accounts, name, total }) => ({
          name,
          value: total,
          line_items: (accounts ?? []).map((own) => ({ name: own.name, value: own.total, account_id: own.accountId }))
        }))
    return {
      platform_id: `${raw.startDate}_${raw.endDate}`,
      period_start: raw.startDate,
      period_end: raw.endDate,
      currency_id: lookups.currency,
      cash_at_beginning_of_period: raw.cashBalance?.openingCashBalance,
      operating_activities: rows(/operating/i),
      investing_activities: rows(/investing/i),
      financing_activities: rows(/financing/i),
      net_change_in_cash: raw.cashBalance?.netCashMovement,
      cash_at_end_of_period: raw.cashBalance?.closingCashBalance
    }
  }
})
