/** Payments that were received, as the report shows them, and those that invoices say were made elsewhere. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Recipients, searched } from "./payment-invoices.ts"
import { all, dated, kept, moved } from "./report.ts"
import { asRow, common, kindOf, negative, referred } from "./rows.ts"
import { customerOf, Money, Payer, recipientOf, text } from "./wire.ts"

const statuses = Normalize.word({ S: "PAID", V: "PAID", F: "PAID", P: "ATTEMPTED", D: "FAILED" })
const letters = { COMPLETED: "S", PARTIALLY_REFUNDED: "F", REFUNDED: "V", PENDING: "P", DECLINED: "D", FAILED: "D" }
const methods = Normalize.word({ CREDITCARD: "CARD", DEBITCARD: "CARD", "CREDIT CARD": "CARD", CARD: "CARD" }, null)
const methodOf = (method: string | null | undefined) => methods(method?.replace("_", "")) ?? method?.toUpperCase()
/** A recorded payment is known by its invoice as well, which alone shows it. */
export const isRecorded = (id: string): boolean => id.includes(":")
export const invoiceOf = (id: string): string => `/v2/invoicing/invoices/${Call.segment(id.split(":")[0]!)}`
const Recorded = Wire.struct({
  type: Wire.decisive(text),
  payment_id: Wire.required(Wire.id),
  payment_date: Wire.instant,
  method: text,
  note: text,
  amount: Money
})

const captured = (body: unknown) => {
  const order = Call.at(body, "supplementary_data.related_ids.order_id")
  return {
    row: { captured: true },
    info: {
      ...(order == null ? {} : { paypal_reference_id: order, paypal_reference_id_type: "ODR" }),
      fee_amount: negative(Call.at(body, "seller_receivable_breakdown.paypal_fee"))
    }
  }
}
const Order = Wire.struct({ payer: Payer, payment_source: Wire.record(Wire.unknown) })

const received = Connector.read("PAYMENT_PAYMENTS", {
  // Pending and denied ones move no balance; one that is given back changes as long as that may be done.
  ...dated([all({ transaction_status: "P" }), all({ transaction_status: "D" }), moved], {
    days: 190,
    filter: all({ transaction_status: "V" })
  }),
  get: (id) => (isRecorded(id) ? null : { path: `/v2/payments/captures/${Call.segment(id)}` }),
  getItem: (body) => body,
  deletes: kept,
  item: asRow("T0006", 1, letters, captured),
  // A capture does not say who has paid.
  follow: ({ captured, transaction_info: info }) => {
    const order = referred(info, "ODR")
    return captured === true && order !== null ? [{ path: `/v2/checkout/orders/${Call.segment(order)}` }] : []
  },
  map: ({ captured, cart_info, payer_info, transaction_info: info }, { followed: [body] }) => {
    if (kindOf(info) !== "payment") return null
    const order = captured === true && body != null ? Wire.decode(Order, body) : null
    const method = info.instrument_type ?? Object.keys(order?.payment_source ?? {})[0]
    const own = common(info)
    return {
      ...own,
      // How much of a part was given back is not said.
      amount_refunded: Normalize.is(info.transaction_status, "V") === true ? own.amount : null,
      fee_amount: Normalize.difference(0, info.fee_amount?.value),
      status: statuses(info.transaction_status),
      description: info.transaction_subject,
      reference: info.invoice_id ?? info.custom_field,
      customer_id: customerOf(order?.payer ?? payer_info),
      invoice_id: cart_info?.paypal_invoice_id,
      order_id: referred(info, "ODR"),
      payment_method: methodOf(method)
    }
  }
})

const Paid = Wire.struct({
  id: Wire.required(Wire.id),
  status: Wire.decisive(text),
  primary_recipients: Recipients,
  payments: Wire.decisive(Wire.struct({ transactions: Wire.list(Wire.required(Recorded)) }))
})
const isPaid = /^(?:PAID|PARTIALLY_PAID|MARKED_AS_PAID|REFUNDED|PARTIALLY_REFUNDED|MARKED_AS_REFUNDED)$/
/** What was paid elsewhere, in cash or at a bank, and is recorded with its invoice. */
const recorded = Connector.read("PAYMENT_PAYMENTS", {
  source: "recorded",
  ...searched,
  items: "items",
  from: Read.byMapping("It is not said which payment of an invoice a search by their days looks at"),
  get: (id) => (isRecorded(id) ? { path: invoiceOf(id) } : null),
  getItem: (body) => body,
  deletes: Read.fullListing,
  owner: ({ id }) => id,
  item: Paid,
  follow: ({ id, payments, status }) =>
    payments == null && isPaid.test(status ?? "") ? [{ path: invoiceOf(id) }] : [],
  map: (raw, { followed: [body] }) => {
    const { id, payments, primary_recipients } = body == null ? raw : Wire.decode(Paid, body)
    return (payments?.transactions ?? [])
      .filter(({ type }) => type === "EXTERNAL")
      .map((own) => ({
        platform_id: `${id}:${own.payment_id}`,
        amount: own.amount?.value,
        currency_id: own.amount?.currency_code,
        status: "PAID" as const,
        description: own.note,
        customer_id: recipientOf(primary_recipients?.[0]?.billing_info?.email_address),
        invoice_id: id,
        payment_method: methodOf(own.method),
        created_at: own.payment_date,
        updated_at: own.payment_date
      }))
  }
})
export const paymentPayments = { received, recorded }
