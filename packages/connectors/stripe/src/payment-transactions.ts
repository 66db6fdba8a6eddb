/** Movements of the balance. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { amountIn, createdFrom, createdSince, currency, epoch, reference, resource } from "./wire.ts"

/** Quirk: nothing tells when a movement becomes available, which takes up to a month. */
const month = 31 * 86_400_000

export const paymentTransactions = Connector.read("PAYMENT_TRANSACTIONS", {
  ...resource("/v1/balance_transactions"),
  from: createdFrom,
  since: ({ since }) => createdSince({ since: new Date(Date.parse(since) - month).toISOString() }),
  deletes: Read.never("Stripe keeps what has happened"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    fee: Wire.number,
    net: Wire.number,
    type: Wire.text,
    description: Wire.text,
    currency,
    status: Wire.text,
    source: reference,
    created: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      amount: amount(raw.amount),
      fee_amount: amount(raw.fee),
      net_amount: amount(raw.net),
      type: raw.type,
      description: raw.description,
      currency_id: raw.currency,
      status: raw.status,
      source: raw.source,
      // Which payout carries a movement is not said; the payouts themselves are movements too.
      payout_id: raw.source?.startsWith("po_") ? raw.source : null,
      created_at: raw.created,
      updated_at: raw.created
    }
  }
})
