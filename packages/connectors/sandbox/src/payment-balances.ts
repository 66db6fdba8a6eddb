/** Balances, one for each currency, whose code is the id. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, whole } from "./wire.ts"

export const paymentBalances = Connector.read("PAYMENT_BALANCES", {
  ...whole("balances"),
  item: Wire.struct({ currency: Wire.required(Wire.id), available: Wire.number, pending: Wire.number }),
  get: (currency) => ({ path: "/balances", query: { currency } }),
  map: ({ available, currency, pending }) => {
    const amount = amountIn(currency)
    const total = available == null || pending == null ? null : Normalize.sum([available, pending])
    return {
      platform_id: currency,
      total_balance: amount(total),
      available_balance: amount(available),
      pending_balance: amount(pending),
      currency_id: currency
    }
  }
})
