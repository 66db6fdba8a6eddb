/** Payouts: withdrawals to the account's bank, and payouts to others where one is asked for by the id of its batch. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { all, dated, kept } from "./report.ts"
import { asRow, common, kindOf, negative } from "./rows.ts"

const statuses = Normalize.word({ S: "SUCCESS", P: "CREATED", D: "FAILED", V: "FAILED" })
const letters: Readonly<Record<string, string>> = {
  SUCCESS: "S",
  PENDING: "P",
  PROCESSING: "P",
  DENIED: "D",
  CANCELED: "V"
}

/** A batch as other resources are; who gets it is told where it is one. */
const batched = (body: unknown) => {
  const at = (path: string) => Call.at(body, `batch_header.${path}`)
  const status = at("batch_status")
  const items = Call.at(body, "items")
  return {
    info: {
      transaction_id: at("payout_batch_id"),
      transaction_initiation_date: at("time_created"),
      transaction_updated_date: at("time_completed") ?? at("time_created"),
      transaction_amount: negative({ currency_code: at("amount.currency"), value: at("amount.value") }),
      transaction_status: typeof status === "string" ? (letters[status] ?? status) : status,
      transaction_note: Call.at(body, "items.0.payout_item.note")
    },
    row:
      Array.isArray(items) && items.length === 1
        ? { payer_info: { account_id: Call.at(body, "items.0.payout_item.receiver") } }
        : {}
  }
}

export const paymentPayouts = Connector.read("PAYMENT_PAYOUTS", {
  ...dated(["T0400", "T0401", "T0402", "T0403"].map((code) => all({ transaction_type: code }))),
  get: "/v1/payments/payouts/{id}",
  getItem: (body) => body,
  deletes: kept,
  item: asRow("T0400", -1, letters, batched),
  map: ({ payer_info, transaction_info: info }) =>
    kindOf(info) !== "payout"
      ? null
      : {
          ...common(info),
          // What the bank calls the transfer.
          description: info.bank_reference_id ?? info.transaction_note ?? info.transaction_subject,
          bank_account_id: payer_info?.account_id,
          status: statuses(info.transaction_status)
        }
})
