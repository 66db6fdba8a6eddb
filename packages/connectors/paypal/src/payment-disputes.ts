/** Disputes over payments. PayPal lists those that changed within 180 days. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Money, text } from "./wire.ts"

const statuses = Normalize.word({
  OPEN: "OPEN",
  WAITING_FOR_SELLER_RESPONSE: "OPEN",
  WAITING_FOR_BUYER_RESPONSE: "PENDING",
  UNDER_REVIEW: "PENDING",
  RESOLVED: "CLOSED"
})
const outcomes = Normalize.word(
  {
    RESOLVED_BUYER_FAVOUR: "LOST",
    ACCEPTED: "LOST",
    RESOLVED_SELLER_FAVOUR: "WON",
    DENIED: "WON",
    CANCELED_BY_BUYER: "CLOSED",
    RESOLVED_WITH_PAYOUT: "CLOSED",
    NONE: "CLOSED"
  },
  null
)
const nextOf = (body: unknown): string | null => {
  const next = Read.arrayAt(body, "links").find((link) => Call.at(link, "rel") === "next")
  const href = Call.at(next, "href")
  if (next !== undefined && typeof href !== "string") throw new Error("the link to the next page has no address")
  // Quirk: links name another host than the one that was asked; nothing but their query counts.
  return typeof href === "string" ? new URL(href, "https://api-m.paypal.com").search : null
}
/** A little less than what may be asked for. */
const reach = 180 * 86_400 - 3600

const Dispute = Wire.struct({
  dispute_id: Wire.required(Wire.id),
  reason: text,
  status: Wire.decisive(text),
  dispute_amount: Money,
  external_reason_code: text,
  seller_response_due_date: Wire.instant,
  dispute_outcome: Wire.struct({ outcome_code: Wire.decisive(text) }),
  disputed_transactions: Wire.list(Wire.struct({ seller_transaction_id: Wire.id })),
  create_time: Wire.instant,
  update_time: Wire.instant
})

export const paymentDisputes = Connector.read("PAYMENT_DISPUTES", {
  path: "/v1/customer/disputes",
  query: ({ now }) => ({ page_size: 50, update_time_after: Normalize.before(now, reach) }),
  since: ({ now, since }) => {
    const oldest = Normalize.before(now, reach)
    return { query: { update_time_after: since > oldest ? since : oldest } }
  },
  from: Read.byMapping("Disputes of 180 days are shown, and a date further back is refused"),
  page: Page.nextLink({ at: nextOf }),
  items: "items",
  get: "/v1/customer/disputes/{id}",
  getItem: (body) => body,
  deletes: Read.never("PayPal keeps what has happened"),
  item: Dispute,
  // A row does not show the payment, nor how it ended.
  follow: ({ dispute_id: id, disputed_transactions: whole }) =>
    whole == null ? [{ path: `/v1/customer/disputes/${Call.segment(id)}` }] : [],
  unchanged: {
    id: ({ dispute_id: id }) => id,
    stamp: ({ status, update_time: changed }) => (changed == null ? null : `${changed} ${status}`)
  },
  map: (raw, { followed: [body] }) => {
    const own = body == null ? raw : Wire.decode(Dispute, body)
    return {
      platform_id: own.dispute_id,
      amount: own.dispute_amount?.value,
      currency_id: own.dispute_amount?.currency_code,
      status: outcomes(own.dispute_outcome?.outcome_code) ?? statuses(own.status),
      reason_code: own.reason,
      reason_description: own.external_reason_code,
      payment_id: own.disputed_transactions?.[0]?.seller_transaction_id,
      due_date: own.seller_response_due_date,
      created_at: own.create_time,
      updated_at: own.update_time
    }
  }
})
