/** What is paid at once, without a bill: expenses debited, bank or cash credited. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { ledger, categoryOfAccount, contactOf, isMoney, isTax } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { modeOf } from "./payments.ts"
import { companions, entriesOf, type Entry, infoOf, vouchers } from "./voucher.ts"

export const expenses = Connector.read("EXPENSES", {
  ...vouchers("payment", "journal"),
  lookups: ledger,
  companions,
  owner: ({ vchcode }) => vchcode,
  map: (raw, { companions: found, lookups, settings }) => {
    const { entries } = entriesOf(found, raw)
    const from = entries.filter(({ mastercode1, value1 }) => value1 > 0 && isMoney(lookups, mastercode1))
    const isSpent = ({ mastercode1, value1 }: Entry) =>
      value1 < 0 && categoryOfAccount(lookups, mastercode1) === "EXPENSE"
    if (from.length === 0 || !entries.some(isSpent)) return null
    const taxes = entries.filter(({ mastercode1 }) => isTax(lookups, mastercode1))
    // What else was paid with it, such as a vendor's bill, is a line too: the lines are what the money was for.
    const lines = entries.filter((entry) => !from.includes(entry) && !taxes.includes(entry))
    const debited = (all: ReadonlyArray<Entry>) => Normalize.sum(all.map(({ value1 }) => -value1)) ?? 0
    return {
      platform_id: raw.vchcode,
      contact_id: entries.map(({ mastercode1 }) => contactOf(lookups, mastercode1)).find((id) => id !== null),
      account_id: from.length === 1 ? from[0]!.mastercode1 : null,
      document_number: raw.vchno,
      posted_date: raw.date,
      payment_mode: modeOf(lookups, from),
      currency_id: currencyOf(lookups, settings),
      total_amount: Normalize.sum([debited(lines), debited(taxes)]),
      sub_total: debited(lines),
      tax_amount: debited(taxes),
      memo: infoOf(found, raw).narration1,
      line_items: lines.map((entry) => ({
        platform_id: `${raw.vchcode}:${entry.srno}`,
        account_id: entry.mastercode1,
        description: entry.shortnar,
        sub_total: -entry.value1,
        total_amount: -entry.value1
      }))
    }
  }
})
