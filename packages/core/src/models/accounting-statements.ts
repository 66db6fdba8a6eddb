/** The financial statements: one record for each period, platform_id `<period_start>_<period_end>`. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "ACCOUNTING"
const period = { period_start: Field.date, period_end: Field.date, currency_id: Field.text }
const relations = { currency: Model.one("CURRENCIES", "currency_id") }

export const INCOME_STATEMENT = Model.model("INCOME_STATEMENT", {
  category,
  title: "Income statement",
  date: "period_end",
  writes: [],
  fields: {
    ...period,
    revenue: Field.statementRows,
    cost_of_goods_sold: Field.statementRows,
    gross_profit: Field.number,
    operating_expenses: Field.statementRows,
    operating_profit: Field.number,
    non_operating_revenue: Field.statementRows,
    non_operating_expenses: Field.statementRows,
    earnings_before_taxes: Field.number,
    taxes: Field.statementRows,
    net_profit: Field.number,
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
    assets: Field.statementRows,
    liabilities: Field.statementRows,
    equity: Field.statementRows,
    net_assets: Field.number,
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
    cash_at_beginning_of_period: Field.number,
    operating_activities: Field.statementRows,
    investing_activities: Field.statementRows,
    financing_activities: Field.statementRows,
    net_change_in_cash: Field.number,
    cash_at_end_of_period: Field.number
  },
  relations
})
