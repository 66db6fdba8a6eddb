/** What records refer to: the ledger accounts and currencies behind bank accounts, and the business's own currency. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { all, Ref } from "./wire.ts"

export interface Bank {
  readonly id: string
  readonly account: string | null
  readonly currency: string | null
}
const Banks = Wire.list(Wire.struct({ id: Wire.required(Wire.id), ledger_account: Ref, currency: Ref }))

/** Bank accounts by their ids. */
export const banks = Lookup.make({
  call: all("/bank_accounts", { attributes: "ledger_account,currency" }),
  response: Banks,
  pick: (rows): ReadonlyMap<string, Bank> =>
    new Map(
      rows.map(({ currency, id, ledger_account }) => [
        id,
        { id, account: ledger_account?.id ?? null, currency: currency?.id ?? null }
      ])
    ),
  absent: new Map(),
  lasting: true
})

/** The ISO code of the business's own currency, for records that name none because it is theirs. */
export const baseCurrency = Lookup.make({
  call: { path: "/financial_settings" },
  response: Wire.struct({ base_currency: Ref }),
  pick: ({ base_currency }) => base_currency?.id ?? null,
  absent: null,
  lasting: true
})
