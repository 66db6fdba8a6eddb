/** What accounts come to within a span of days: of this, statements are reckoned. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { bankPrefix } from "./accounts.ts"
import { base } from "./company.ts"
import { Rows } from "./sums.ts"
import { all, pages, prefixed, results } from "./wire.ts"

const path = "/AccountBalance/Get"
const beginning = "1970-01-01"
const within = (from: string, to: string) => ({ FromDate: from, ToDate: to })
const asked = (from: string, to: string, page = pages) =>
  Read.pages({ call: { method: "POST", path, body: within(from, to) }, page, items: "Results" })

const Balances = Wire.struct({
  start: Wire.required(Wire.text),
  before: Wire.required(Wire.text),
  end: Wire.required(Wire.text),
  total: Wire.required(Wire.number),
  rows: Wire.required(Rows)
})
type Balances = (typeof Balances)["Type"]

/** Quirk: nothing says whether the id of a row is that of its account; one of the same name is. */
const names = Lookup.make({
  call: [all("/Account/GetWithSystemAccounts"), all("/BankAccount/Get")],
  response: Wire.list(Wire.list(Wire.struct({ ID: Wire.required(Wire.id), Name: Wire.text }))),
  pick: ([ledger, banks]) =>
    new Map([
      ...(ledger ?? []).map((own) => [own.ID, own.Name] as const),
      ...(banks ?? []).map((own) => [prefixed(bankPrefix, own.ID) ?? "", own.Name] as const)
    ]),
  absent: new Map<string, string | null | undefined>()
})

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** A month with its balances, or with those that are left at its end. What they are held against is asked for besides. */
export const balances = (of: "its end" | "the month") => {
  const spanOf = ({ end, start }: Page.Month) => [of === "the month" ? start : beginning, end] as const
  return {
    method: "POST" as const,
    path,
    page: Page.months((month) => ({ query: { $top: 100, $skip: 0 }, body: within(...spanOf(month)) })),
    from: "page" as const,
    items: (body: unknown, state: Page.MonthState) => [
      {
        ...Page.monthIn(state),
        before: dayBefore(Page.monthIn(state).start),
        total: Call.at(body, "TotalResults"),
        rows: results(body)
      }
    ],
    item: Balances,
    follow: ({ before, rows, total, ...month }: Balances) => [
      ...(of === "the month" ? [asked(beginning, before), asked(beginning, month.end)] : []),
      ...(rows.length < total ? [asked(...spanOf(month), { ...pages, start: () => rows.length })] : [])
    ],
    lookups: { base, names },
    deletes: Read.never("A period has its figures as long as there are books")
  }
}
