/** Payments of both kinds: a record for each party. Which bills they settle is kept where it cannot be read. */
import type { Auth } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { type Books, ledger, categoryOfAccount, isCash, isCreditor, isDebtor, isMoney } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { on, type Side } from "./documents.ts"
import { companions, entriesOf, type Entry, type Found, infoOf, type Voucher, vouchers } from "./voucher.ts"

interface Context {
  readonly lookups: Books
  readonly companions: Found
  readonly settings: Auth.AuthSettings
}
/** In cash where all of it moves through accounts of cash. */
export const modeOf = (lookups: Books, money: ReadonlyArray<Entry>) =>
  money.length > 0 && money.every(({ mastercode1 }) => isCash(lookups, mastercode1)) ? "Cash" : null

/** `side` is that on which a party is paid. */
const paymentsOf = (
  raw: Voucher,
  { companions: found, lookups, settings }: Context,
  side: Side,
  [isParty, isOther]: readonly [typeof isDebtor, typeof isDebtor]
) => {
  const { entries } = entriesOf(found, raw)
  const money = entries.filter(({ mastercode1 }) => isMoney(lookups, mastercode1))
  const paid = entries.filter(({ mastercode1, value1 }) => isParty(lookups, mastercode1) && on(side, value1) > 0)
  const isOthers = entries.some(({ mastercode1 }) => isOther(lookups, mastercode1))
  if (
    paid.length === 0 &&
    isOthers &&
    entries.every(({ mastercode1 }) => categoryOfAccount(lookups, mastercode1) !== "EXPENSE")
  )
    return Read.untaken("money to or from parties of the other kind, which settles nothing that is shown here")
  return paid.map((entry) => ({
    platform_id: `${raw.vchcode}:${entry.srno}`,
    payment_id: raw.vchcode,
    account_id: money.length === 1 ? money[0]!.mastercode1 : null,
    contact_id: entry.mastercode1,
    amount: on(side, entry.value1),
    payment_mode: modeOf(lookups, money),
    currency_id: currencyOf(lookups, settings),
    document_number: raw.vchno,
    memo: infoOf(found, raw).narration1,
    payment_date: raw.date
  }))
}
const shared = { lookups: ledger, companions, owner: ({ vchcode }: Voucher) => vchcode }
export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...vouchers("receipt"),
  ...shared,
  map: (raw, context) => paymentsOf(raw, context, "credit", [isDebtor, isCreditor])
})
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...vouchers("payment"),
  ...shared,
  map: (raw, context) => paymentsOf(raw, context, "debit", [isCreditor, isDebtor])
})
