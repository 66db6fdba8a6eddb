/** What was booked on the accounts within a span of days: of this, statements are reckoned. */
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { type Category, categoryOf, Kind } from "./accounts.ts"
import { baseCurrency } from "./references.ts"
import { beginning, pages, within } from "./wire.ts"

const path = "/ledger_accounts"
const Account = Wire.struct({
  id: Wire.required(Wire.id),
  displayed_as: Wire.text,
  display_name: Wire.text,
  ledger_account_type: Kind,
  ledger_account_classification: Kind,
  ledger_account_group: Kind,
  balance_details: Wire.decisive(
    Wire.struct({
      balance: Wire.decisive(Wire.number),
      credit_or_debit: Wire.decisive(Wire.text),
      credits: Wire.decisive(Wire.number),
      debits: Wire.decisive(Wire.number)
    })
  )
})
type Account = (typeof Account)["Type"]
const Accounts = Wire.list(Wire.required(Account))
export const Balances = Wire.struct({
  start: Wire.required(Wire.text),
  end: Wire.required(Wire.text),
  isMore: Wire.required(Wire.boolean),
  accounts: Wire.required(Accounts)
})
type Balances = (typeof Balances)["Type"]

/** Balances of each month: its own, or those that are left at its end. An item is a month with the first page of its accounts. */
export const balances = (of: "the month" | "its end") => {
  const query = ({ end, start }: Page.Month) => ({
    attributes: "all",
    exclude_deleted_entries: true,
    ...within({ end, start: of === "the month" ? start : beginning })
  })
  return {
    path,
    page: Page.months((month) => ({ query: { ...query(month), page: 1, items_per_page: 200 } })),
    from: "page" as const,
    items: (body: unknown, state: Page.MonthState) => [
      {
        ...Page.monthIn(state),
        isMore: pages.next(1, { body, headers: {}, items: [] }) !== null,
        accounts: Read.requiredArrayAt(body, "$items")
      }
    ],
    item: Balances,
    follow: ({ isMore, ...month }: Balances) =>
      isMore
        ? [Read.pages({ call: { path, query: query(month) }, page: { ...pages, start: () => 2 }, items: "$items" })]
        : [],
    lookups: { base: baseCurrency },
    deletes: Read.never("A period has its figures as long as there are books")
  }
}

type Side = Category | "COST" | "OTHER_INCOME"
const sideOf = ({ ledger_account_classification, ledger_account_group, ledger_account_type }: Account): Side => {
  const type = ledger_account_type?.id
  const category = categoryOf(type, ledger_account_classification?.id, ledger_account_group?.id)
  if (category === "INCOME") return /OTHER/i.test(type ?? "") ? "OTHER_INCOME" : category
  if (category === "EXPENSE") return /COST|DIRECT/i.test(type ?? "") ? "COST" : category
  return category === "BANK" ? "ASSET" : category
}
/** Above zero for a debit; both sums say it, or the balance and its side. Zero where nothing was booked. */
const debitOf = ({ balance_details: own }: Account): number => {
  const { balance, credit_or_debit: side, credits, debits } = own ?? {}
  if (credits != null && debits != null) return Normalize.difference(debits, credits) ?? 0
  if (!balance) return 0
  if (/^credit$/i.test(side ?? "")) return -balance
  if (/^debit$/i.test(side ?? "")) return balance
  throw new Normalize.Unreadable("credit or debit", side, "balance_details.credit_or_debit")
}

/** The accounts with something on them, by their sides. One that stands on no side is not passed over. */
export const sidesOf = (first: Balances, further: unknown) => {
  const all = [...first.accounts, ...(Wire.decode(Accounts, further ?? []) ?? [])]
  if (all.every(({ balance_details }) => balance_details == null)) {
    throw new Normalize.Unreadable("balances of accounts", undefined, "balance_details")
  }
  const booked = all.map((own) => ({ own, debit: debitOf(own), side: sideOf(own) })).filter(({ debit }) => debit !== 0)
  const odd = booked.find(({ side }) => side === "UNKNOWN")
  if (odd !== undefined) {
    throw new Normalize.Unreadable("an account of a known type", odd.own.ledger_account_type?.id, "ledger_account_type")
  }
  return (sign: 1 | -1, ...wanted: ReadonlyArray<Side>) => {
    const rows = booked
      .filter(({ side }) => wanted.includes(side))
      .map(({ debit, own }) => ({
        name: Normalize.text(own.display_name) ?? own.displayed_as ?? null,
        value: debit * sign,
        account_id: own.id,
        line_items: []
      }))
    return { rows, total: Normalize.sum([0, ...rows.map(({ value }) => value)]) }
  }
}
