/**
 * Vouchers as documents. What is debited is credited among the entries of accounts alone: items stand beside them, and say what the entry of
 * sales or purchases is made of.
 */
import type { Auth } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import { type Books, contactOf, isGoods, isMoney, isTax } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { entriesOf, type Entry, type Found, infoOf, type Voucher } from "./voucher.ts"

/** The side of the lines: an invoice's are credits, which are positive, a bill's debits. */
export type Side = "debit" | "credit"
/** Positive on the given side. */
export const on = (side: Side, amount: number): number => (side === "credit" ? amount : amount === 0 ? 0 : -amount)
const add = (values: Iterable<number>): number => Normalize.sum(values) ?? 0

/** What is out of an item's row. Quirk: what goes out is negative, how many and how much; the number of them decides. */
const itemLine = ({ vchcode }: Voucher, { mastercode1, shortnar, srno, value1, value3 }: Entry, side: Side) => {
  const quantity = on(side === "credit" ? "debit" : "credit", value1)
  const size = Math.abs(value3 ?? 0)
  const amount = quantity < 0 ? -size : size
  return {
    platform_id: `${vchcode}:${srno}`,
    item_id: mastercode1,
    description: shortnar,
    quantity,
    unit_amount: quantity === 0 ? null : Normalize.rounded(amount / quantity, 6),
    sub_total: amount,
    total_amount: amount
  }
}
const entryLine = ({ vchcode }: Voucher, { mastercode1, shortnar, srno }: Entry, amount: number) => ({
  platform_id: `${vchcode}:account-${srno}`,
  account_id: mastercode1,
  description: shortnar,
  sub_total: amount,
  total_amount: amount
})

interface Context {
  readonly lookups: Books
  readonly companions: Found
  readonly settings: Auth.AuthSettings
}
/** The entries that pay or owe what a document is over. A part may have been paid at once: it is of them. */
const settlingOf = (raw: Voucher, entries: ReadonlyArray<Entry>, own: Books): ReadonlyArray<Entry> => {
  const named = entries.filter(({ mastercode1 }) => mastercode1 === raw.mastercode1 || isMoney(own, mastercode1))
  // Quirk: a note may name no party at its head.
  const found = named.length > 0 ? named : entries.filter(({ mastercode1 }) => contactOf(own, mastercode1) !== null)
  if (found.length === 0 && entries.length > 0)
    throw new Normalize.Unreadable("the party of the voucher", raw.mastercode1, "mastercode1")
  return found
}
/** What all documents have. */
export const documentOf = (raw: Voucher, { companions, lookups, settings }: Context, side: Side) => {
  const { entries, items } = entriesOf(companions, raw)
  const settling = settlingOf(raw, entries, lookups)
  const booked = entries.filter((entry) => !settling.includes(entry))
  const taxes = booked.filter(({ mastercode1 }) => isTax(lookups, mastercode1))
  const others = booked.filter((entry) => !taxes.includes(entry))
  const stock = items.map((item) => itemLine(raw, item, side))
  const amountOf = ({ value1 }: Entry) => on(side, value1)
  const named = others.filter(({ mastercode1 }) => isGoods(lookups, mastercode1))
  const largest = others.toSorted((a, b) => amountOf(b) - amountOf(a)).slice(0, 1)
  const goods = stock.length === 0 ? [] : named.length > 0 ? named : largest
  const account_id = goods.length === 1 ? goods[0]!.mastercode1 : null
  // What sales or purchases hold beyond the items, such as a rounding.
  const rest = Normalize.difference(add(goods.map(amountOf)), add(stock.map(({ sub_total }) => sub_total))) ?? 0
  const lines = [
    ...stock.map((line) => ({ ...line, account_id })),
    ...(stock.length > 0 && rest !== 0
      ? [{ platform_id: `${raw.vchcode}:rest`, account_id, sub_total: rest, total_amount: rest }]
      : []),
    ...others.filter((entry) => !goods.includes(entry)).map((entry) => entryLine(raw, entry, amountOf(entry)))
  ]
  const sub = add(others.map(amountOf))
  const tax = add(taxes.map(amountOf))
  return {
    platform_id: raw.vchcode,
    contact_id: settling.map(({ mastercode1 }) => contactOf(lookups, mastercode1)).find((id) => id !== null) ?? null,
    document_number: raw.vchno,
    posted_date: raw.date,
    currency_id: currencyOf(lookups, settings),
    total_amount: add([sub, tax]),
    sub_total: sub,
    tax_amount: tax,
    memo: infoOf(companions, raw).narration1,
    status: "SUBMITTED" as const,
    line_items: lines
  }
}
