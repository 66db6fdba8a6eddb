/** What Xero answers to writes, and what makes a repeat of one harmless. */
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import { said } from "./failure.ts"

/**
 * With `summarizeErrors=false` the answer holds every record in the order of the request, the refused ones with their
 * errors beside what was taken.
 */
export const elements =
  (list: string) =>
  (body: unknown): ReadonlyArray<Write.Answer> => {
    const answered = Call.at(body, list)
    return (Array.isArray(answered) ? answered : []).map((raw: unknown) =>
      isRefused(raw) ? Write.refused(said(raw), raw) : Write.accepted(raw)
    )
  }
const isRefused = (raw: unknown): boolean => {
  const errors = Call.at(raw, "ValidationErrors")
  return (
    Call.at(raw, "StatusAttributeString") === "ERROR" ||
    Call.at(raw, "HasErrors") === true ||
    Call.at(raw, "HasValidationErrors") === true ||
    (Array.isArray(errors) && errors.length > 0)
  )
}
export const idempotency = Write.key("Idempotency-Key")
