/** Movements of the payment side's balances. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { amountIn, changed, dated, epoch, lasting } from "./wire.ts"

export const paymentTransactions = Connector.read("PAYMENT_TRANSACTIONS", {
  ...lasting("balanceTransactions"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    type: Wire.text,
    source: Wire.id,
    amount: Wire.number,
    fee: Wire.number,
    net: Wire.number,
    currency: Wire.id,
    text: Wire.text,
    payout: Wire.id,
    state: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      amount: amount(raw.amount),
      fee_amount: amount(raw.fee),
      net_amount: amount(raw.net),
      type: raw.type,
      description: raw.text,
      currency_id: raw.currency,
      status: raw.state,
      source: raw.source,
      payout_id: raw.payout,
      created_at: raw.created,
      updated_at: raw.updated
    }
  }
})
