/** Bank and credit card accounts: those accounts of the chart that are of these types, with their currency. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { account, accountSource, nameOf } from "./accounts.ts"
import { record } from "./records.ts"
import { activity, Ref } from "./wire.ts"

/** What of the bank the record alone says. */
const Account = Wire.struct({
  currency: Ref,
  ...Wire.all(Wire.text, "sBankName", "sBankCompanyId", "sBankRoutingNumber")
})

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...accountSource("a.accttype IN ('Bank', 'CredCard')"),
  item: Wire.struct(account),
  follow: ({ id }) => [record("account", id)],
  map: (raw, { followed: [found] }) => {
    // It is gone since it was listed.
    const own = found ? Wire.decode(Account, found) : null
    return {
      platform_id: raw.id,
      platform_unique_id: raw.acctnumber,
      institution_name: own?.sBankName,
      account_name: nameOf(raw),
      // Quirk: what is called the company's id is the number at the bank.
      account_number: own?.sBankCompanyId || raw.acctnumber,
      routing_number: own?.sBankRoutingNumber,
      currency_id: raw.currency ?? own?.currency?.id,
      category: raw.accttype,
      balance: raw.balance,
      account_id: raw.id,
      status: activity(raw.isinactive)
    }
  }
})
