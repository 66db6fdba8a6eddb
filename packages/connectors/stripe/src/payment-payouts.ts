/** Payouts to the account's bank. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, reference, transactions } from "./wire.ts"

const statuses = Normalize.word({
  pending: "CREATED",
  in_transit: "CREATED",
  paid: "SUCCESS",
  failed: "FAILED",
  canceled: "FAILED"
})

export const paymentPayouts = Connector.read("PAYMENT_PAYOUTS", {
  ...transactions("PAYMENT_PAYOUTS", "/v1/payouts"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    description: Wire.text,
    status: Wire.text,
    arrival_date: epoch,
    destination: reference,
    created: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    amount: amountIn(raw.currency)(raw.amount),
    currency_id: raw.currency,
    description: raw.description,
    status: statuses(raw.status),
    arrival_date: raw.arrival_date,
    bank_account_id: raw.destination,
    created_at: raw.created,
    updated_at: raw.created
  })
})
