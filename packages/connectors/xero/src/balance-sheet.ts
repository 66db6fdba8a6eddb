/** Balance sheet, one record for each calendar month, as of its last day. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { accountLookup } from "./references.ts"
import { baseCurrency } from "./company-info.ts"
import { balance, Report, reports, sections, type Sides } from "./report.ts"

const sides: Sides<"assets" | "liabilities" | "equity"> = {
  titles: [
    [/equity|capital and reserves/i, "equity"],
    [/liabilit|creditor/i, "liabilities"],
    [/asset|bank|cash|inventory/i, "assets"]
  ],
  accounts: { ASSET: "assets", LIABILITY: "liabilities", EQUITY: "equity" }
}

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  path: "/Reports/BalanceSheet",
  query: { standardLayout: true, paymentsOnly: false },
  from: "page",
  page: Page.months(({ end }) => ({ query: { date: end } })),
  items: reports,
  item: Report,
  deletes: Read.never("A period has its figures as long as there are books"),
  lookups: { accounts: accountLookup, currency: baseCurrency },
  mapping: 2,
  map: (raw, { lookups }) => {
    const rows = sections(raw, sides, lookups.accounts)
    return {
      platform_id: `${raw.period_start}_${raw.period_end}`,
      period_start: raw.period_start,
      period_end: raw.period_end,
      currency_id: lookups.currency,
      assets: rows("assets"),
      liabilities: rows("liabilities"),
      equity: rows("equity"),
      net_assets: balance([rows("assets")], [rows("liabilities")]),
      report_basis: "ACCRUAL"
    }
  }
})
