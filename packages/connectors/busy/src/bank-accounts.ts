/** Accounts of banks, overdrafts and the cash box. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { books, isCash, isMoney, isOverdraft, Master } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { balanceOf, balances, masters } from "./masters.ts"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...masters("account"),
  item: Master,
  owner: ({ code }) => code,
  lookups: books,
  companions: balances("account"),
  map: (raw, { companions, lookups, settings }) => {
    if (!isMoney(lookups, raw.code)) return null
    const balance = balanceOf(companions, raw.code)
    return {
      platform_id: raw.code,
      account_name: raw.name,
      currency_id: currencyOf(lookups, settings),
      category: isCash(lookups, raw.code) ? "CASH" : isOverdraft(lookups, raw.code) ? "OVERDRAFT" : "BANK",
      balance: balance === null ? null : Normalize.sum([-balance]),
      account_id: raw.code,
      status: "ACTIVE"
    }
  }
})
