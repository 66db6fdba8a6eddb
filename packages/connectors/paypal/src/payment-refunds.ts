/** Refunds that were given, and payments that PayPal took back. */
import { Call, Connector, Normalize } from "@svc/core"
import { all, asRow, dated, kept, kindOf, referred } from "./report.ts"
import { linkedBy } from "./wire.ts"

const statuses = Normalize.word({ S: "SUCCESS", P: "PENDING", D: "FAILED", V: "FAILED" })
const letters: Readonly<Record<string, string>> = { COMPLETED: "S", PENDING: "P", FAILED: "D", CANCELLED: "V" }

const refund = (body: unknown): object => {
  const [amount, status] = [Call.at(body, "amount"), Call.at(body, "status")]
  return {
    transaction_info: {
      transaction_id: Call.at(body, "id"),
      transaction_event_code: "T1107",
      paypal_reference_id: linkedBy(body, "up"),
      transaction_initiation_date: Call.at(body, "create_time"),
      transaction_updated_date: Call.at(body, "update_time"),
      transaction_amount:
        amount == null ? amount : { ...(amount as object), value: Normalize.difference(0, Call.at(amount, "value")) },
      transaction_status: typeof status === "string" ? (letters[status] ?? status) : status,
      transaction_note: Call.at(body, "note_to_payer"),
      invoice_id: Call.at(body, "invoice_id"),
      custom_field: Call.at(body, "custom_id")
    }
  }
}

export const paymentRefunds = Connector.read("PAYMENT_REFUNDS", {
  ...dated([all({ transaction_type: "T1107" }), all({ transaction_type: "T1106" })]),
  get: "/v2/payments/refunds/{id}",
  getItem: (body) => body,
  deletes: kept,
  item: asRow(refund),
  map: ({ transaction_info: info }) =>
    kindOf(info) !== "refund"
      ? null
      : {
          platform_id: info.transaction_id,
          amount: Normalize.absolute(info.transaction_amount.value),
          currency_id: info.transaction_amount.currency_code,
          payment_id: referred(info, "TXN"),
          description: info.transaction_note ?? info.transaction_subject,
          reference: info.invoice_id ?? info.custom_field,
          status: statuses(info.transaction_status),
          created_at: info.transaction_initiation_date,
          updated_at: info.transaction_updated_date
        }
})
