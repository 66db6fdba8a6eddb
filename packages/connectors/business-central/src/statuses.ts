/** How a document stands. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"

/** What is waited for a word of approval is a draft still. Quirk: what has no state is a draft. */
export const statuses = Normalize.word({
  Draft: "DRAFT",
  "In Review": "DRAFT",
  Open: "SUBMITTED",
  Paid: "PAID",
  Canceled: "VOID",
  Corrective: "SUBMITTED"
})
export const statusOf = (raw: { readonly status?: string | null | undefined }): Models.Unified<"INVOICES">["status"] =>
  raw.status === null ? "DRAFT" : statuses(raw.status)
