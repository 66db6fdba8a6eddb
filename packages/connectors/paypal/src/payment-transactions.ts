/** Movements of the balance. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { dated, kept, moved } from "./report.ts"
import { kindOf, referred, Row } from "./rows.ts"

const statuses = Normalize.word(
  { S: "success", P: "pending", V: "reversed", D: "denied", F: "partially_refunded" },
  null
)

export const paymentTransactions = Connector.read("PAYMENT_TRANSACTIONS", {
  ...dated([moved]),
  deletes: kept,
  item: Row,
  map: ({ transaction_info: info }) => {
    const { currency_code: currency, value: amount } = info.transaction_amount
    const kind = kindOf(info)
    return {
      // Quirk: an id is not that of one movement alone.
      platform_id: `${info.transaction_id}:${info.transaction_event_code}`,
      amount,
      fee_amount: info.fee_amount == null ? 0 : Normalize.difference(0, info.fee_amount.value),
      net_amount: Normalize.sum([amount, info.fee_amount?.value]),
      type: info.transaction_event_code,
      description: info.transaction_subject ?? info.transaction_note,
      currency_id: currency,
      status: statuses(info.transaction_status) ?? info.transaction_status,
      source: kind === null ? referred(info, "TXN") : info.transaction_id,
      payout_id: kind === "payout" ? info.transaction_id : null,
      created_at: info.transaction_initiation_date,
      updated_at: info.transaction_updated_date
    }
  }
})
