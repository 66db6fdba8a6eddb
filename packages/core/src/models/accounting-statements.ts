/** The financial statements: one record for each period, platform_id `<period_start>_<period_end>`. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "ACCOUNTING"
const day = Field.essential(Field.date)
const period = { period_start: day, period_end: day, currency_id: Shared.currencyOfAmounts }
const rows = Field.essential(Field.statementRows)
const relations = { currency: Model.one("CURRENCIES", "currency_id") }

export const INCOME_STATEMENT = Model.model("INCOME_STATEMENT", {
  category,
  title: "Income statement",
  date: "period_end",
  writes: [],
  fields: {
    ...period,
    revenue: rows,
    cost_of_goods_sold: rows,
    gross_profit: Shared.amount,
    operating_expenses: rows,
    operating_profit: Shared.amount,
    non_operating_revenue: rows,
    non_operating_expenses: rows,
    earnings_before_taxes: Shared.amount,
    taxes: rows,
    net_profit: Shared.amount,
    report_basis: Shared.reportBasis
  },
  relations
})

export const BALANCE_SHEET = Model.model("BALANCE_SHEET", {
  category,
  title: "Balance sheet",
  date: "period_end",
  writes: [],
  fields: {
    ...period,
    assets: rows,
    liabilities: rows,
    equity: rows,
    net_assets: Shared.amount,
    report_basis: Shared.reportBasis
  },
  relations
})

export const CASH_FLOW_STATEMENT = Model.model("CASH_FLOW_STATEMENT", {
  category,
  title: "Cash flow statement",
  date: "period_end",
  writes: [],
  fields: {
    ...period,
    cash_at_beginning_of_period: Shared.amount,
    operating_activities: rows,
    investing_activities: rows,
    financing_activities: rows,
    net_change_in_cash: Shared.amount,
    cash_at_end_of_period: Shared.amount
  },
  relations
})
