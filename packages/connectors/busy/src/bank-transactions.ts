/** What moves on bank accounts and in the cash box: receipts, payments, and contra vouchers between them. */
import * as Connector from "@svc/core/Connector"
import { ledger, contactOf, isMoney } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { companions, entriesOf, infoOf, vouchers } from "./voucher.ts"

/** Quirk: a voucher may move several accounts at once: a record for each entry of a bank or of cash. */
export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...vouchers("receipt", "contra", "payment"),
  lookups: ledger,
  companions,
  owner: ({ vchcode }) => vchcode,
  map: (raw, { companions: found, lookups, settings }) => {
    const { entries } = entriesOf(found, raw)
    return entries
      .filter(({ mastercode1 }) => isMoney(lookups, mastercode1))
      .map((entry) => {
        const isOut = entry.value1 > 0
        const others = entries.filter(({ value1 }) => value1 > 0 !== isOut)
        const other = others.length === 1 ? others[0]!.mastercode1 : null
        const isTransfer = isMoney(lookups, other)
        return {
          platform_id: `${raw.vchcode}:${entry.srno}`,
          account_id: other,
          from_account_id: isOut ? entry.mastercode1 : isTransfer ? other : null,
          to_account_id: isOut ? (isTransfer ? other : null) : entry.mastercode1,
          contact_id: others.map(({ mastercode1 }) => contactOf(lookups, mastercode1)).find((id) => id !== null),
          amount: Math.abs(entry.value1),
          type: isTransfer ? "TRANSFER" : isOut ? "SPEND" : "RECEIVE",
          debit_or_credit: isOut ? ("DEBIT" as const) : ("CREDIT" as const),
          currency_id: currencyOf(lookups, settings),
          transaction_date: raw.date,
          description: infoOf(found, raw).narration1,
          reference: raw.vchno
        }
      })
  }
})
