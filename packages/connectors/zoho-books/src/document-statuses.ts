/** In which state documents are. */
import * as Normalize from "@svc/core/Normalize"

export const statuses = Normalize.word({
  draft: "DRAFT",
  pending_approval: "SUBMITTED",
  approved: "SUBMITTED",
  sent: "SUBMITTED",
  viewed: "SUBMITTED",
  unpaid: "SUBMITTED",
  open: "SUBMITTED",
  overdue: "OVERDUE",
  partially_paid: "PARTIALLY_PAID",
  paid: "PAID",
  void: "VOID"
})
/** An order that was billed or invoiced stays one that was placed. */
export const orderStatuses = Normalize.word({
  ...statuses.words,
  issued: "SUBMITTED",
  billed: "SUBMITTED",
  partially_billed: "SUBMITTED",
  invoiced: "SUBMITTED",
  partially_invoiced: "SUBMITTED",
  closed: "SUBMITTED",
  cancelled: "VOID"
})
/** A note that is closed has been put on documents, or paid back, as a whole. */
export const noteStatuses = Normalize.word({ ...statuses.words, closed: "PAID" })
