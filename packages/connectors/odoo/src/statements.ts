/** Income statement and balance sheet, reckoned from what was posted: Odoo's own reports cannot be called. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { part, periodOf, sums } from "./sums.ts"

export const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...sums(false),
  mapping: 2,
  map: (raw, { lookups: { accounts: known, base: own } }) => {
    const revenue = part(raw.rows, known, /^income$/, -1)
    const cost = part(raw.rows, known, /^expense_direct_cost$/, 1)
    const operating = part(raw.rows, known, /^expense(?:_depreciation)?$/, 1)
    const [otherIn, otherOut] = [
      part(raw.rows, known, /^income_other$/, -1),
      part(raw.rows, known, /^expense_other$/, 1)
    ]
    const gross = Normalize.difference(revenue.total, cost.total)
    const profit = Normalize.difference(gross, operating.total)
    return {
      ...periodOf(raw, own.currency),
      revenue: revenue.rows,
      cost_of_goods_sold: cost.rows,
      gross_profit: gross,
      operating_expenses: operating.rows,
      operating_profit: profit,
      non_operating_revenue: otherIn.rows,
      non_operating_expenses: otherOut.rows,
      // Taxes on income are on no accounts of their own kind.
      earnings_before_taxes: null,
      taxes: [],
      net_profit: Normalize.difference(Normalize.sum([profit, otherIn.total]), otherOut.total)
    }
  }
})

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...sums(true),
  mapping: 2,
  map: (raw, { lookups: { accounts: known, base: own } }) => {
    const [assets, debts] = [part(raw.rows, known, /^asset_/, 1), part(raw.rows, known, /^liability_/, -1)]
    const earned = part(raw.rows, known, /^(?:income|expense)/, -1).total
    return {
      ...periodOf(raw, own.currency),
      assets: assets.rows,
      liabilities: debts.rows,
      // What was earned and is not allocated to an account yet: without it the sheet does not balance.
      equity: [...part(raw.rows, known, /^equity/, -1).rows, { name: "Unallocated earnings", value: earned }],
      net_assets: Normalize.difference(assets.total, debts.total)
    }
  }
})
