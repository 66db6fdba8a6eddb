/** The balance, one record for each currency, whose code is the id. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency } from "./wire.ts"

const Funds = Wire.list(Wire.struct({ amount: Wire.number, currency: Wire.required(currency) }))

export const paymentBalances = Connector.read("PAYMENT_BALANCES", {
  path: "/v1/balance",
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({ available: Wire.required(Funds), pending: Wire.required(Funds) }),
  // A currency that the balance no longer has is gone with the next reading.
  deletes: Read.never("An account has its balance as long as there is the account"),
  owner: () => "balance",
  map: ({ available, pending }) =>
    [...new Set([...available, ...pending].map((own) => own.currency))].map((code) => {
      const amount = amountIn(code)
      const sum = (funds: typeof available) =>
        Normalize.sum(funds.map((own) => (own.currency === code ? own.amount : null))) ?? 0
      return {
        platform_id: code,
        total_balance: amount(Normalize.sum([sum(available), sum(pending)])),
        available_balance: amount(sum(available)),
        pending_balance: amount(sum(pending)),
        currency_id: code
      }
    })
})
