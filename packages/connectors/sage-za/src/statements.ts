/** Profit and loss and the balance sheet of each calendar month, of what accounts come to: Sage has no reports to be read. */
import type { Page } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { balances } from "./balances.ts"
import { sidesOf } from "./sums.ts"

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
    const part = sidesOf(raw, followed, lookups.names, "the month")
    const [revenue, others] = [part(-1, "REVENUE"), part(-1, "OTHER")]
    const [cost, operating, taxes] = [part(1, "COST"), part(1, "OPERATING"), part(1, "TAXES")]
    const gross = Normalize.difference(revenue.total, cost.total)
    const profit = Normalize.difference(gross, operating.total)
    const taxed = Normalize.sum([profit, others.total])
    return {
      ...periodOf(raw, lookups.base),
      revenue: revenue.rows,
      cost_of_goods_sold: cost.rows,
      gross_profit: gross,
      operating_expenses: operating.rows,
      operating_profit: profit,
      non_operating_revenue: others.rows,
      non_operating_expenses: [],
      earnings_before_taxes: taxed,
      taxes: taxes.rows,
      net_profit: Normalize.difference(taxed, taxes.total)
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...balances("its end"),
  map: (raw, { followed, lookups }) => {
    const part = sidesOf(raw, followed, lookups.names, "its end")
    const [assets, liabilities] = [part(1, "ASSET"), part(-1, "LIABILITY")]
    const earned = part(-1, "REVENUE", "COST", "OTHER", "OPERATING", "TAXES").total
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
