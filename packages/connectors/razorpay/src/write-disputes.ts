/** Disputes are given up: what was taken for the time being goes back to the customer. */
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import { paymentDisputes } from "./payment-disputes.ts"
import { writing } from "./writing.ts"

const path = "/v1/disputes"

export const writeDisputes = writing("PAYMENT_DISPUTES", ["update"], {
  path,
  record: paymentDisputes,
  requires: { update: ["status"] },
  takes: { status: (status, { refuse }) => (status === "LOST" ? {} : refuse("can be made LOST alone")) },
  departs: ({ update }) => ({
    update: {
      ...update,
      call: ({ id }) => ({ method: "POST", path: `${path}/${Call.segment(id)}/accept` }),
      // Quirk: one that is over cannot be given up again; before a repeat it is asked whether it is.
      idempotency: Write.lookup<{ readonly platform_id: string }>({
        call: ({ platform_id: id }) => ({ path: `${path}/${Call.segment(id)}` }),
        find: (dispute) => (Call.at(dispute, "status") === "lost" ? dispute : undefined)
      })
    }
  })
})
