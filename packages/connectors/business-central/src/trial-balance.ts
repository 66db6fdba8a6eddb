/**
 * The trial balance of a month, and of which kind its accounts are. Statements are made of it, since the rows of Business Central's own
 * are told apart by captions alone, which every company words as it likes.
 */
import type { Field } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { member, none, pages, sized, text, values, word } from "./lists.ts"

const american = Normalize.localNumber({ group: ",", decimal: "." })
/** Quirk: amounts are texts in the language that is asked for; what is no posting account has none. */
const amount = Wire.required(
  Wire.read((value) => {
    if (typeof value === "string" && value !== "" && !/\.\d\d+$/.test(value))
      throw new Normalize.Unreadable("an amount such as 72,893.84", value)
    return american(value) ?? 0
  })
)
const Balance = Wire.struct({
  period: Wire.required(Wire.struct({ start: Wire.required(Wire.text), end: Wire.required(Wire.text) })),
  accounts: Wire.required(
    Wire.list(
      Wire.required(
        Wire.struct({
          accountId: Wire.required(Wire.id),
          accountType: Wire.decisive(word),
          display: text,
          totalDebit: amount,
          totalCredit: amount,
          balanceAtDateDebit: amount,
          balanceAtDateCredit: amount
        })
      )
    )
  )
})
type Balance = (typeof Balance)["Type"]

/** The rows of a report of the month that was asked for. */
export const inMonth = (rows: "accounts" | "lines") => (body: unknown, state: Page.MonthState) => {
  const all = values(body)
  // A part of them would make sums of a part.
  if (member(body, "@odata.nextLink") || all.length === 0) throw new Read.ItemsMissing("value")
  return [{ period: Page.monthIn(state), [rows]: all }]
}
export const monthly = (order: string) => ({
  query: { $orderby: order },
  page: Page.months(({ end, start }) => ({ query: { $filter: `dateFilter ge ${start} and dateFilter le ${end}` } })),
  from: "page" as const,
  deletes: Read.never("A month has its figures as long as there are books")
})
export const head = ({ end, start }: Balance["period"]) => ({
  platform_id: `${start}_${end}`,
  period_start: start,
  period_end: end,
  currency_id: none
})

const Kinds = Wire.list(Wire.required(Wire.struct({ id: Wire.required(Wire.id), category: Wire.decisive(word) })))
const kinds = Lookup.make({
  call: Read.pages({
    call: { path: "/accounts", query: { $select: "id,category" }, headers: sized(5000) },
    page: pages,
    items: "value"
  }),
  response: Kinds,
  pick: (all) => new Map((all ?? []).map(({ category, id }) => [id, category ?? null])),
  absent: new Map<string, string | null>(),
  lasting: true
})
export const balanced = {
  path: "/trialBalances",
  ...monthly("number"),
  items: inMonth("accounts"),
  item: Balance,
  lookups: { kinds }
}

/** What accounts of the categories come to: debits less credits, of the month or up to its end. */
export const within = ({ accounts }: Balance, known: ReadonlyMap<string, string | null>, at: "month" | "end") => {
  const rows = accounts
    .filter(({ accountType }) => accountType === "Posting")
    .map((own) => ({
      of: known.get(own.accountId) ?? null,
      name: own.display ?? null,
      account_id: own.accountId,
      value:
        at === "month"
          ? Normalize.difference(own.totalDebit, own.totalCredit)!
          : Normalize.difference(own.balanceAtDateDebit, own.balanceAtDateCredit)!
    }))
    .filter(({ value }) => value !== 0)
  // Quirk: debits and credits are shown without their signs. Where one was below zero, the two sides differ.
  const rest = Normalize.sum([0, ...rows.map(({ value }) => value)])
  if (rest !== 0) throw new Normalize.Unreadable("debits and credits that come to the same", rest, "accounts")
  const other = rows.find(({ of }) => of === null)
  if (other !== undefined) throw new Normalize.Unreadable("an account with a category", other.name, "accounts")
  return (category: string, side: "debit" | "credit"): ReadonlyArray<Field.StatementRow> =>
    rows
      .filter(({ of }) => of === category)
      .map(({ account_id, name, value }) => ({
        name,
        value: side === "debit" ? value : -value,
        account_id,
        line_items: []
      }))
}
export const sumOf = (rows: ReadonlyArray<Field.StatementRow>) =>
  Normalize.sum([0, ...rows.map(({ value }) => value)]) ?? 0
