/** Payments that were received: rows of the report, and captures where one is asked for by its id. */
import { Call, Connector, Normalize, Wire } from "@svc/core"
import { all, asRow, dated, kept, kindOf, moved, referred } from "./report.ts"
import { customerOf, Payer } from "./wire.ts"

const statuses = Normalize.word({ S: "PAID", V: "PAID", F: "PAID", P: "ATTEMPTED", D: "FAILED" })
const letters: Readonly<Record<string, string>> = {
  COMPLETED: "S",
  PARTIALLY_REFUNDED: "F",
  REFUNDED: "V",
  PENDING: "P",
  DECLINED: "D",
  FAILED: "D"
}
const methods = Normalize.word({ CREDITCARD: "CARD", DEBITCARD: "CARD", "CREDIT CARD": "CARD", CARD: "CARD" }, null)

const capture = (body: unknown): object => {
  const [fee, order] = ["seller_receivable_breakdown.paypal_fee", "supplementary_data.related_ids.order_id"].map(
    (path) => Call.at(body, path)
  )
  const status = Call.at(body, "status")
  return {
    captured: true,
    transaction_info: {
      transaction_id: Call.at(body, "id"),
      transaction_event_code: "T0006",
      paypal_reference_id: order,
      paypal_reference_id_type: order == null ? null : "ODR",
      transaction_initiation_date: Call.at(body, "create_time"),
      transaction_updated_date: Call.at(body, "update_time"),
      transaction_amount: Call.at(body, "amount"),
      fee_amount: fee == null ? null : { ...(fee as object), value: Normalize.difference(0, Call.at(fee, "value")) },
      transaction_status: typeof status === "string" ? (letters[status] ?? status) : status,
      invoice_id: Call.at(body, "invoice_id"),
      custom_field: Call.at(body, "custom_id")
    }
  }
}
const Order = Wire.struct({ payer: Payer, payment_source: Wire.record(Wire.unknown) })

export const paymentPayments = Connector.read("PAYMENT_PAYMENTS", {
  // Pending and denied ones move no balance; one that is given back changes as long as that may be done.
  ...dated([all({ transaction_status: "P" }), all({ transaction_status: "D" }), moved], {
    days: 190,
    filter: all({ transaction_status: "V" })
  }),
  get: "/v2/payments/captures/{id}",
  getItem: (body) => body,
  deletes: kept,
  item: asRow(capture),
  // A capture does not say who has paid.
  follow: ({ captured, transaction_info: info }) => {
    const order = referred(info, "ODR")
    return captured === true && order !== null ? [{ path: `/v2/checkout/orders/${Call.segment(order)}` }] : []
  },
  map: ({ captured, cart_info, payer_info, transaction_info: info }, { followed: [body] }) => {
    if (kindOf(info) !== "payment") return null
    const { currency_code: currency, value: amount } = info.transaction_amount
    const order = captured === true && body != null ? Wire.decode(Order, body) : null
    const method = info.instrument_type ?? Object.keys(order?.payment_source ?? {})[0]
    return {
      platform_id: info.transaction_id,
      amount,
      // How much of a part was given back is not said.
      amount_refunded: Normalize.is(info.transaction_status, "V") === true ? amount : null,
      fee_amount: Normalize.difference(0, info.fee_amount?.value),
      currency_id: currency,
      status: statuses(info.transaction_status),
      description: info.transaction_subject,
      reference: info.invoice_id ?? info.custom_field,
      customer_id: customerOf(order?.payer ?? payer_info),
      invoice_id: cart_info?.paypal_invoice_id,
      order_id: referred(info, "ODR"),
      payment_method: methods(method) ?? method?.toUpperCase(),
      created_at: info.transaction_initiation_date,
      updated_at: info.transaction_updated_date
    }
  }
})
