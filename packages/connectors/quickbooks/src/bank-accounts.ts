/** Bank and credit card accounts: those accounts of the chart that are of these types. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { account } from "./accounts.ts"
import { currencyOf, lookups } from "./document-fields.ts"
import { askAll, everyName, names } from "./query.ts"
import { activity, updatedAt } from "./wire.ts"

const types = ["Bank", "Credit Card"]
const areBanks = "AccountType IN ('Bank', 'Credit Card')"

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...names("Account", areBanks),
  mapping: 2,
  lookups,
  item: Wire.struct({ ...account, BankNum: Wire.text }),
  map: (raw, { lookups: found }) =>
    // Quirk: one that is fetched by its id is any account.
    !types.includes(raw.AccountType ?? "")
      ? null
      : {
          platform_id: raw.Id,
          platform_unique_id: raw.AcctNum,
          account_name: raw.Name,
          account_number: raw.BankNum || raw.AcctNum,
          currency_id: currencyOf(raw, found),
          category: raw.AccountType,
          balance: raw.CurrentBalance,
          account_id: raw.Id,
          status: activity(raw.Active),
          updated_at: updatedAt(raw)
        }
})

/** Ids of all bank and credit card accounts. */
export const banks = Lookup.make({
  call: askAll("Account", areBanks, everyName),
  response: Wire.struct({
    QueryResponse: Wire.required(Wire.struct({ Account: Wire.list(Wire.struct({ Id: Wire.id })) }))
  }),
  pick: ({ QueryResponse }): ReadonlySet<string> =>
    new Set((QueryResponse.Account ?? []).flatMap(({ Id }) => Id ?? [])),
  absent: new Set<string>()
})
