/** In which state documents are. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const stated = {
  status: Wire.decisive(Wire.text),
  transaction_status: Wire.decisive(Wire.struct({ id: Wire.decisive(Wire.id) }))
}

/** What the numbers of states mean: open, closed, paid, partly paid, overdue, partly sent. */
const open = { 1: "SUBMITTED", 2: "SUBMITTED", 3: "PAID", 4: "PARTIALLY_PAID", 5: "OVERDUE", 12: "SUBMITTED" } as const
const states = {
  documents: Normalize.word(open),
  /** An order is late or dealt with, and stays one that was placed. */
  orders: Normalize.word({ ...open, 5: "SUBMITTED" as const }),
  /** A note that is closed has been put on documents, or paid back, as a whole. */
  notes: Normalize.word({ ...open, 2: "PAID" as const })
}
/** A draft and what waits for somebody have a state beside, which says nothing of them. */
export const statusOf = (
  { status, transaction_status }: Wire.Struct<typeof stated>,
  of: keyof typeof states
): Models.Unified<"BILLS">["status"] => {
  const word = status?.trim().toLowerCase() ?? ""
  if (word === "draft") return "DRAFT"
  return word === "" || word === "approved" ? states[of](transaction_status?.id) : "UNKNOWN"
}
