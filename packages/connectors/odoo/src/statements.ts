/** Income statement and balance sheet, reckoned from what was posted: Odoo's own reports cannot be called. */
import { type Auth, Connector, Lookup, Normalize, Page, Read, Wire } from "@svc/core"
import { ask, isRpc } from "./ask.ts"
import { base, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

/** The accounts by their ids: what a sum belongs to. */
const accounts = Lookup.make({
  call: ({ settings }) =>
    ask(settings, "account.account", "search_read", { domain: [], fields: ["name", "account_type"] }),
  response: Wire.list(Wire.struct({ id: Own.id, name: Own.text, account_type: Own.text })),
  pick: (rows) => new Map(rows.map((row) => [row.id, row])),
  absent: new Map()
})
type Accounts = ReturnType<(typeof accounts)["pick"]>

/** The months, laid over a domain of the run's own; a balance is of all that was ever booked until a month's end. */
const monthly = (isBalance: boolean): Page.Page<Page.MonthState> => ({
  ...Page.months((month) => ({ body: month })),
  apply: (state, { body }) => {
    const { end, start } = Page.monthIn(state)
    const within = [...(isBalance ? [] : [["date", ">=", start]]), ["date", "<=", end]]
    return { body: { domain: [...Read.arrayAt(body, "domain"), ...within] } }
  }
})

const Sum = Wire.struct({
  account_id: Wire.decisive(Own.link),
  balance: Own.number,
  "balance:sum": Own.number
})
const Sums = Wire.struct({
  start: Wire.required(Wire.text),
  end: Wire.required(Wire.text),
  rows: Wire.required(Wire.list(Wire.required(Sum)))
})

/** Sums by account: `read_group` until 18, later under another name. */
const summed = (settings: Auth.AuthSettings) => {
  const named = { domain: [["parent_state", "=", "posted"], ...ofCompany(settings)], groupby: ["account_id"] }
  return isRpc(settings)
    ? ask(settings, "account.move.line", "read_group", { ...named, fields: ["balance:sum"], lazy: false })
    : ask(settings, "account.move.line", "formatted_read_group", { ...named, aggregates: ["balance:sum"] })
}
const sums = (isBalance: boolean) =>
  ({
    method: "POST",
    path: ({ settings }: Read.ReadContext) => summed(settings).path,
    body: ({ settings }: Read.ReadContext) => summed(settings).body,
    page: monthly(isBalance),
    from: "page",
    items: (body: unknown, state: Page.MonthState) => [
      { ...Page.monthIn(state), rows: Read.requiredArrayAt(body, "") }
    ],
    item: Sums,
    lookups: { accounts, base },
    deletes: Read.never("A period has its figures as long as there are books")
  }) as const

/** Rows of the accounts of these types, and what they come to. Income and debts are credits, which Odoo writes below 0. */
const part = (rows: (typeof Sums)["Type"]["rows"], known: Accounts, types: RegExp, sign: 1 | -1) => {
  const own = rows.flatMap(({ account_id, balance, ...row }) => {
    const account = known.get(account_id ?? "")
    const value = Normalize.product(row["balance:sum"] ?? balance, sign)
    return account !== undefined && types.test(account.account_type ?? "")
      ? [{ name: account.name ?? null, value, account_id: account.id }]
      : []
  })
  return { rows: own, total: Normalize.sum([0, ...own.map(({ value }) => value)]) }
}
const periodOf = ({ end, start }: Page.Month, currency: string | null) => ({
  platform_id: `${start}_${end}`,
  period_start: start,
  period_end: end,
  currency_id: currency,
  report_basis: "ACCRUAL" as const,
  updated_at: null
})

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
