/** Which of Stripe's events tell of which data model. */
import type { Models } from "@svc/core"

/** The types of event that tell of a model's records, at most 20 each: more cannot be asked for. */
export const types = {
  PAYMENT_CUSTOMERS: [
    "customer.created",
    "customer.updated",
    "customer.deleted",
    "customer.tax_id.created",
    "customer.tax_id.updated",
    "customer.tax_id.deleted"
  ],
  PAYMENT_DISPUTES: ["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"].map(
    (what) => `charge.dispute.${what}`
  ),
  PAYMENT_INVOICES: [
    "created",
    "updated",
    "deleted",
    "finalized",
    "finalization_failed",
    "sent",
    "overdue",
    "overpaid",
    "paid",
    "payment_succeeded",
    "payment_failed",
    "payment_action_required",
    "marked_uncollectible",
    "voided"
  ].map((what) => `invoice.${what}`),
  PAYMENT_ITEMS: [
    "product.created",
    "product.updated",
    "product.deleted",
    "price.created",
    "price.updated",
    "price.deleted"
  ],
  PAYMENT_ORDERS: [
    "created",
    "processing",
    "requires_action",
    "amount_capturable_updated",
    "partially_funded",
    "payment_failed",
    "succeeded",
    "canceled"
  ].map((what) => `payment_intent.${what}`),
  PAYMENT_PAYMENTS: ["pending", "succeeded", "failed", "captured", "expired", "updated", "refunded"].map(
    (what) => `charge.${what}`
  ),
  PAYMENT_PAYMENT_LINKS: ["payment_link.created", "payment_link.updated"],
  PAYMENT_PAYOUTS: ["created", "updated", "paid", "failed", "canceled", "reconciliation_completed"].map(
    (what) => `payout.${what}`
  ),
  PAYMENT_REFUNDS: ["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"],
  PAYMENT_TAX_RATES: ["tax_rate.created", "tax_rate.updated"]
} satisfies Partial<Record<Models.ModelId, ReadonlyArray<string>>>
export type Told = keyof typeof types
/** All types of event that tell something. */
export const told: ReadonlyArray<string> = [...Object.values(types).flat(), "account.application.deauthorized"]
