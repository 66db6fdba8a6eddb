/** The chart of accounts, and those of it that are cash, a bank's or a credit card's. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Named } from "./lists.ts"

/** The classes of Jurnal's categories, by their numbers. */
export const classes = Normalize.word(
  {
    ...within("ASSET", 1, 2, 3, 4, 5, 6, 7),
    ...within("LIABILITY", 8, 9, 10, 11),
    ...within("EQUITY", 12),
    ...within("INCOME", 13, 14),
    ...within("EXPENSE", 15, 16, 17)
  },
  "UNKNOWN"
)
function within<const C extends string>(category: C, ...numbers: ReadonlyArray<number>): Record<string, C> {
  return Object.fromEntries(numbers.map((number) => [number, category]))
}
/** What was put away is not gone. */
export const activity = Normalize.word({ true: "ARCHIVED", false: "ACTIVE" }, null)

const Account = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "number", "description", "category", "currency_code"),
  category_id: Wire.decisive(Wire.id),
  balance_amount: Wire.number,
  parent_id: Wire.id,
  archive: Wire.boolean
})

/** Quirk: an account below another may stand in its `children` instead of in the list. */
const withChildren = (rows: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  rows.flatMap((row) => [row, ...withChildren(Read.arrayAt(row, "children"))])
export const allOf = (body: unknown): ReadonlyArray<unknown> => {
  const seen = new Set<unknown>()
  return withChildren(Read.requiredArrayAt(body, "accounts")).filter((row) => {
    const id = (row as { readonly id?: unknown } | null)?.id
    return seen.size < seen.add(id).size
  })
}

/** Quirk: an account that is asked for alone has its category and its parent as objects, and its balance as a text for people. */
const Alone = Wire.struct({ category: Named, parent: Named })
const aloneIn = (body: unknown): unknown => {
  const own: unknown = Call.at(body, "account")
  if (typeof own !== "object" || own === null) return own
  const { category, parent } = Wire.decode(Alone, own)
  return { ...own, category: category?.name, category_id: category?.id, parent_id: parent?.id }
}
const list = {
  path: "/accounts",
  query: { include_archive: true },
  page: Page.single,
  items: allOf,
  item: Account,
  get: "/accounts/{id}",
  getItem: aloneIn,
  deletes: Read.fullListing
} as const

export const accounts = Connector.read("ACCOUNTS", {
  ...list,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    nominal_code: raw.number,
    status: activity(raw.archive),
    category: classes(raw.category_id),
    sub_category: raw.category,
    current_balance: raw.balance_amount,
    currency_id: raw.currency_code,
    parent_account_id: raw.parent_id
  })
})

/** Cash and bank, and credit cards. */
const banks = new Set<string | null | undefined>(["3", "9"])
export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...list,
  map: (raw) =>
    banks.has(raw.category_id)
      ? {
          platform_id: raw.id,
          account_name: raw.name,
          currency_id: raw.currency_code,
          category: raw.category,
          balance: raw.balance_amount,
          account_id: raw.id,
          status: activity(raw.archive)
        }
      : null
})
