/** What was posted, summed by account, month by month: what statements are reckoned from. */
import type { Auth } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
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
export const sums = (isBalance: boolean) =>
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
export const part = (rows: (typeof Sums)["Type"]["rows"], known: Accounts, types: RegExp, sign: 1 | -1) => {
  const own = rows.flatMap(({ account_id, balance, ...row }) => {
    const account = known.get(account_id ?? "")
    const value = Normalize.product(row["balance:sum"] ?? balance, sign)
    return account !== undefined && types.test(account.account_type ?? "")
      ? [{ name: account.name ?? null, value, account_id: account.id }]
      : []
  })
  return { rows: own, total: Normalize.sum([0, ...own.map(({ value }) => value)]) }
}
export const periodOf = ({ end, start }: Page.Month, currency: string | null) => ({
  platform_id: `${start}_${end}`,
  period_start: start,
  period_end: end,
  currency_id: currency,
  report_basis: "ACCRUAL" as const
})
