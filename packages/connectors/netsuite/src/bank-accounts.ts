/** Bank and credit card accounts: those accounts of the chart that are of these types, with their currency. */
import { Connector, Wire } from "@svc/core"
import { account, accountSource, nameOf } from "./accounts.ts"
import { record } from "./records.ts"
import { activity, Ref } from "./wire.ts"

/** The statement's own account does not say its currency; the record does. */
const Account = Wire.struct({ currency: Ref })

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...accountSource("a.accttype IN ('Bank', 'CredCard')"),
  item: Wire.struct(account),
  follow: ({ id }) => [record("account", id)],
  map: (raw, { followed: [found] }) => ({
    platform_id: raw.id,
    account_name: nameOf(raw),
    account_number: raw.acctnumber,
    currency_id: found === null || found === undefined ? null : Wire.decode(Account, found).currency?.id,
    category: raw.accttype,
    balance: raw.balance,
    account_id: raw.id,
    status: activity(raw.isinactive),
    updated_at: null
  })
})
