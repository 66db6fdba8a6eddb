/** Charges. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amountIn, changed, dated, epoch, lasting } from "./wire.ts"

const statuses = Normalize.word({ captured: "PAID", authorised: "ATTEMPTED", initiated: "CREATED", declined: "FAILED" })
const methods = Normalize.word({ instalments: "EMI", netbanking: "NET_BANKING" }, null)

export const paymentPayments = Connector.read("PAYMENT_PAYMENTS", {
  ...lasting("charges"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    amount: Wire.number,
    refunded: Wire.number,
    fee: Wire.number,
    currency: Wire.id,
    status: Wire.text,
    method: Wire.struct({ type: Wire.text }),
    customer: Wire.id,
    invoice: Wire.id,
    order: Wire.id,
    description: Wire.text,
    reference: Wire.text,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => {
    const amount = amountIn(raw.currency)
    return {
      platform_id: raw.id,
      amount: amount(raw.amount),
      amount_refunded: amount(raw.refunded),
      fee_amount: amount(raw.fee),
      currency_id: raw.currency,
      status: statuses(raw.status),
      description: raw.description,
      reference: raw.reference,
      customer_id: raw.customer,
      invoice_id: raw.invoice,
      order_id: raw.order,
      payment_method: methods(raw.method?.type) ?? raw.method?.type?.toUpperCase(),
      created_at: raw.created,
      updated_at: raw.updated
    }
  }
})
