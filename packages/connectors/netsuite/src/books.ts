/** What the financial statements are computed from: the postings to accounts, added up month by month. */
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { nameOf } from "./accounts.ts"
import { date, has, type Settings, suiteql, textOf } from "./statement.ts"

/**
 * Quirk: an account with OneWorld keeps its books in the currencies of its subsidiaries. What is added up is then what
 * NetSuite makes of it for the subsidiary at the root, whose id is always 1.
 */
const amountOf = (settings: Settings, rates: "INCOME" | "LEDGER") =>
  has(settings, "subsidiary")
    ? `SUM(BUILTIN.CONSOLIDATE(p.amount, '${rates}', 'DEFAULT', 'DEFAULT', 1, t.postingperiod, 'DEFAULT'))`
    : "SUM(p.amount)"

const postings = (settings: Settings, rates: "INCOME" | "LEDGER", types: ReadonlyArray<string>) =>
  textOf({
    id: "a.id",
    select: { accttype: "a.accttype", acctnumber: "a.acctnumber", fullname: "a.fullname" },
    sums: { amount: amountOf(settings, rates) },
    from: "transactionaccountingline p JOIN transaction t ON t.id = p.transaction JOIN account a ON a.id = p.account",
    where: [
      "p.posting = 'T'",
      // Quirk: of several books the first is the one a company is run by.
      "p.accountingbook = 1",
      `a.accttype IN (${types.map((type) => `'${type}'`).join(", ")})`
    ]
  })

/** One statement for each month; with `whole` of everything up to its end. */
const months = (whole: boolean): Page.Page<Page.MonthState> => {
  const pages = Page.months(() => ({}))
  return {
    ...pages,
    apply: (state, call) => {
      const { end, start } = Page.monthIn(state)
      const [asked = "", grouped = ""] = String((call.body as { readonly q?: unknown }).q).split(" GROUP BY ")
      const since = whole ? "" : ` AND t.trandate >= ${date(start)}`
      return { body: { q: `${asked}${since} AND t.trandate <= ${date(end)} GROUP BY ${grouped}` } }
    }
  }
}

const Row = Wire.struct({
  id: Wire.required(Wire.id),
  acctnumber: Wire.text,
  fullname: Wire.text,
  accttype: Wire.required(Wire.text),
  amount: Wire.number
})
export const Books = Wire.struct({
  month: Wire.required(Wire.struct({ start: Wire.required(Wire.text), end: Wire.required(Wire.text) })),
  items: Wire.required(Wire.list(Wire.required(Row))),
  hasMore: Wire.boolean
})
type Books = (typeof Books)["Type"]

/** Everything about reading a statement but its rows. */
export const books = (rates: "INCOME" | "LEDGER", types: ReadonlyArray<string>): BooksSource => {
  const { body: _, ...call } = suiteql("")
  return {
    ...call,
    body: ({ settings }) => ({ q: postings(settings, rates, types) }),
    from: "page",
    page: months(rates === "LEDGER"),
    items: (body, state) => [{ ...(body as object), month: Page.monthIn(state) }],
    deletes: Read.never("A period has its figures as long as there are books")
  }
}
interface BooksSource extends Omit<ReturnType<typeof suiteql>, "body"> {
  readonly body: (context: Read.ReadContext) => unknown
  readonly from: "page"
  readonly page: Page.Page<Page.MonthState>
  readonly items: (body: unknown, state: Page.MonthState) => ReadonlyArray<unknown>
  readonly deletes: Read.Deletes
}

/** Rows of the accounts of these types; `sign` turns what is booked as a credit. */
export const rowsOf = ({ hasMore, items }: Books, types: ReadonlyArray<string>, sign: 1 | -1) => {
  if (hasMore === true) throw new Normalize.Unreadable("all accounts in one answer", hasMore, "hasMore")
  return items
    .filter(({ accttype }) => types.includes(accttype))
    .map((row) => ({
      name: nameOf(row),
      value: Normalize.product(row.amount ?? 0, sign),
      account_id: row.id,
      line_items: []
    }))
}
export const sumOf = (rows: ReturnType<typeof rowsOf>): number => Normalize.sum(rows.map(({ value }) => value)) ?? 0
/** The members of every statement. Quirk: in which currency it is, no row says. */
export const period = ({ month: { end, start } }: Books) => ({
  platform_id: `${start}_${end}`,
  period_start: start,
  period_end: end,
  report_basis: "ACCRUAL" as const
})
