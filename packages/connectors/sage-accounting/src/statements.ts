/** Profit and loss and the balance sheet of each calendar month, of what was booked on the accounts: Sage has no reports. */
import type { Page } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { balances, sidesOf } from "./balances.ts"

const periodOf = ({ end, start }: Page.Month, base: string | null) => ({
  platform_id: `${start}_${end}`,
  period_start: start,
  period_end: end,
  currency_id: base,
  report_basis: "ACCRUAL" as const
})

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...balances("the month"),
  map: (raw, { followed, lookups }) => {
    const part = sidesOf(raw, followed[0])
    const [revenue, others] = [part(-1, "INCOME"), part(-1, "OTHER_INCOME")]
    const [cost, operating] = [part(1, "COST"), part(1, "EXPENSE")]
    const gross = Normalize.difference(revenue.total, cost.total)
    const profit = Normalize.difference(gross, operating.total)
    return {
      ...periodOf(raw, lookups.base),
      revenue: revenue.rows,
      cost_of_goods_sold: cost.rows,
      gross_profit: gross,
      operating_expenses: operating.rows,
      operating_profit: profit,
      non_operating_revenue: others.rows,
      non_operating_expenses: [],
      // Which accounts are for taxes on income, no type says: they are among the expenses.
      earnings_before_taxes: null,
      taxes: [],
      net_profit: Normalize.sum([profit, others.total])
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...balances("its end"),
  map: (raw, { followed, lookups }) => {
    const part = sidesOf(raw, followed[0])
    const [assets, liabilities] = [part(1, "ASSET"), part(-1, "LIABILITY")]
    const earned = part(-1, "INCOME", "OTHER_INCOME", "COST", "EXPENSE").total
    return {
      ...periodOf(raw, lookups.base),
      assets: assets.rows,
      liabilities: liabilities.rows,
      // What was earned and stands on no account of the equity: without it the sheet does not balance.
      equity: [...part(-1, "EQUITY").rows, { name: "Unallocated earnings", value: earned }],
      net_assets: Normalize.difference(assets.total, liabilities.total)
    }
  }
})
