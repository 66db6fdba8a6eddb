/** Refunds that were given, and payments that PayPal took back. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { all, dated, kept } from "./report.ts"
import { asRow, common, kindOf, referred } from "./rows.ts"
import { linkedBy } from "./wire.ts"

const statuses = Normalize.word({ S: "SUCCESS", P: "PENDING", D: "FAILED", V: "FAILED" })
const letters: Readonly<Record<string, string>> = { COMPLETED: "S", PENDING: "P", FAILED: "D", CANCELLED: "V" }

export const paymentRefunds = Connector.read("PAYMENT_REFUNDS", {
  ...dated([all({ transaction_type: "T1107" }), all({ transaction_type: "T1106" })]),
  get: "/v2/payments/refunds/{id}",
  getItem: (body) => body,
  deletes: kept,
  item: asRow("T1107", -1, letters, (body) => ({ info: { paypal_reference_id: linkedBy(body, "up") } })),
  map: ({ transaction_info: info }) =>
    kindOf(info) !== "refund"
      ? null
      : {
          ...common(info),
          payment_id: referred(info, "TXN"),
          description: info.transaction_note ?? info.transaction_subject,
          reference: info.invoice_id ?? info.custom_field,
          status: statuses(info.transaction_status)
        }
})
