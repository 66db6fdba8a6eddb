/** The reports: sections of accounts, for the month that was asked for, with amounts as the company writes them. */
import type { Field } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { base, type Own } from "./company.ts"

/** Reads an amount that is a text: its groups, its decimal mark and how many decimals it has are the company's. */
export const amountBy = (own: Own | null) => {
  const [group, decimal] = [own?.delimiter || ".", own?.separator || ","]
  const read = Normalize.localNumber({ group, decimal })
  return (value: unknown): number | null => {
    const found = read(value)
    const decimals = typeof value === "string" ? (value.split(decimal)[1] ?? "").replace(/\D/g, "").length : 0
    // Marks that are told the other way round would make one and a half of 1.675.
    if (decimals > (own?.precision ?? 2)) throw new Normalize.Unreadable(`an amount with "${decimal}"`, value)
    return found
  }
}

export const Report = Wire.struct({
  period_start: Wire.required(Wire.text),
  period_end: Wire.required(Wire.text),
  report: Wire.required(Wire.record(Wire.unknown))
})
type Report = (typeof Report)["Type"]
const Sum = Wire.struct({ total: Wire.unknown, income: Wire.unknown, balance: Wire.unknown })
const Account = Wire.struct({
  id: Wire.id,
  name: Wire.text,
  account_name: Wire.text,
  category: Wire.struct({ id: Wire.decisive(Wire.id) }),
  data: Wire.unknown,
  balance: Wire.unknown
})
export interface Row {
  readonly row: Field.StatementRow
  /** The number of the account's category. */
  readonly category: string | null
}

/** A report of months, one call for each. */
export const reported = (name: string) => ({
  path: `/${name}`,
  page: Page.months(({ end, start }) => ({ query: { start_date: start, end_date: end } })),
  from: "page" as const,
  items: (body: unknown, state: Page.MonthState): ReadonlyArray<unknown> => {
    const { end, start } = Page.monthIn(state)
    const report = Call.at(body, name)
    if (typeof report !== "object" || report === null) throw new Read.ItemsMissing(name)
    return [{ period_start: start, period_end: end, report }]
  },
  item: Report,
  lookups: { base },
  deletes: Read.never("A month has its figures as long as there are books")
})

/** What a report says, by dotted paths: the rows of sections, and sums. */
export const within = ({ period_end, period_start, report }: Report, own: Own | null) => {
  const amount = amountBy(own)
  /** A section must be there, and has no accounts where nothing was booked. */
  const accountsOf = (path: string): ReadonlyArray<unknown> => {
    const section: unknown = Call.at(report, path)
    const list: unknown = Array.isArray(section) ? section : Call.at(section, "accounts.array")
    if (section === undefined || section === null)
      throw new Normalize.Unreadable("a section of the report", section, path)
    return Wire.decode(Wire.list(Wire.required(Wire.unknown)), list ?? [])
  }
  /** Of several periods the first, since one was asked for. */
  const sumOf = (sums: unknown): number | null => {
    const [sum] = Wire.decode(Wire.list(Wire.unknown), sums ?? [])
    if (sum === undefined || sum === null) return null
    const found = Wire.decode(Sum, sum)
    return amount(found.total ?? found.income ?? found.balance)
  }
  return {
    sum: (path: string) => sumOf(Call.at(report, path)),
    /** Quirk: cash flows lay each account into a member of its own, and call its name otherwise. */
    rows: (...paths: ReadonlyArray<string>): ReadonlyArray<Row> =>
      paths.flatMap((path) =>
        accountsOf(path).map((line) => {
          const raw = Wire.decode(Account, Call.at(line, "account") ?? line)
          const value = sumOf(raw.data ?? raw.balance)
          return {
            row: { name: raw.name ?? raw.account_name ?? null, value, account_id: raw.id ?? null, line_items: [] },
            category: raw.category?.id ?? null
          }
        })
      ),
    period: {
      platform_id: `${period_start}_${period_end}`,
      period_start,
      period_end,
      currency_id: own?.code
    }
  }
}
