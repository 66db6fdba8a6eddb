/** Payouts: settlements to the account's bank. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, currency, epoch, kept, windowed } from "./wire.ts"

const statuses = Normalize.word({
  created: "CREATED",
  initiated: "CREATED",
  processed: "SUCCESS",
  failed: "FAILED",
  reversed: "FAILED"
})

export const paymentPayouts = Connector.read("PAYMENT_PAYOUTS", {
  ...windowed("/v1/settlements", 31),
  deletes: kept,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    currency,
    status: Wire.text,
    utr: Wire.text,
    created_at: epoch
  }),
  map: (raw) => {
    // Quirk: settlements name no currency; they are paid in rupees.
    const code = raw.currency ?? "INR"
    return {
      platform_id: raw.id,
      amount: amountIn(code)(raw.amount),
      currency_id: code,
      // What the bank calls the transfer.
      description: raw.utr,
      status: statuses(raw.status),
      created_at: raw.created_at,
      updated_at: raw.created_at
    }
  }
})
