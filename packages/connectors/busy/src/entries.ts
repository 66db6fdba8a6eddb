/** Entries of accounts, as vouchers are made of them. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { type Books } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { on, type Side } from "./documents.ts"

type At = Take.At<any, any>
/** What an account is called: Busy takes names for references. */
export const nameOf = (lookups: Books, id: string | null | undefined, refuse: () => never): string =>
  (id ? lookups.accounts.get(id)?.name : undefined) || refuse()
/** Amounts are those of the books. */
export const ownCurrency = (id: string, { lookups, refuse, settings }: At): object =>
  id === currencyOf(lookups as Books, settings) ? {} : refuse("is not the currency of the books")

interface Entry {
  readonly account: unknown
  /** Positive is a credit. */
  readonly amount: number
  readonly text?: unknown
}
export const entries = (all: ReadonlyArray<Entry>): object => ({
  AccEntries: {
    AccDetail: all.map(({ account, amount, text }, index) => ({
      SrNo: index + 1,
      AccountName: account as string,
      AmountType: amount < 0 ? 1 : 2,
      AmtMainCur: Math.abs(amount),
      ShortNar: text as string | undefined
    }))
  }
})

type Lines = NonNullable<Writes.ItemOf<"EXPENSES">["line_items"]>
/** Lines that are accounts alone, on their side; what they come to stands on the other, at the account that `against` names. */
export const accountLines = (
  side: Side,
  against: (at: At) => string,
  isTaken: (lookups: Books, id: string) => boolean = () => true
): Take.List<Lines, Lines[number], any, any> => ({
  of: {
    account_id: (id, { lookups, refuse }) => ({
      account: isTaken(lookups, id)
        ? nameOf(lookups, id, () => refuse("is no account"))
        : refuse("is no account of expenses")
    }),
    description: "text",
    quantity: Take.beside,
    unit_amount: (_, { item }) => ({ amount: on(side, Take.amountOf(item)) }),
    total_discount: Take.beside
  },
  list: (made, at) => {
    for (const [index, { account }] of made.entries()) {
      if (account === undefined) at.refuse("is required", `[${index}].account_id`)
    }
    const total = Normalize.sum(made.map(({ amount }) => amount as number)) ?? 0
    const other = { account: against(at), amount: -total }
    const lines = made as ReadonlyArray<Entry>
    // A payment names what it is for first, as Busy's own screens do.
    return entries([...lines, other])
  }
})
