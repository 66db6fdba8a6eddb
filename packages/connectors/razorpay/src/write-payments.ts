/** Payments are captured: one that is authorised is taken by its amount. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { paymentPayments } from "./payment-payments.ts"
import { writing } from "./writing.ts"

const address = (id: unknown): string => `/v1/payments/${Call.segment(String(id))}`

export const writePayments = writing("PAYMENT_PAYMENTS", ["update"], {
  path: "/v1/payments",
  record: paymentPayments,
  requires: { update: ["amount", "currency_id"] },
  takes: { amount: Take.minor("amount"), currency_id: "currency" },
  departs: () => ({
    update: {
      call: ({ body, id }) => ({ method: "POST", path: `${address(id)}/capture`, body }),
      // Quirk: what is captured already is refused, and was perhaps captured by what is repeated.
      idempotency: Write.lookup<Take.Item>({
        call: ({ platform_id: id }) => ({ path: address(id) }),
        find: (payment) => (Call.at(payment, "captured") === true ? payment : undefined)
      })
    }
  })
})
