/** What a platform's failure is on the wire, for calls that answer with the failure itself. */
import type { ConnectorError } from "@svc/core"
import { ApiError } from "@svc/core/api"

const codes: Record<ConnectorError.Reason["_tag"], ApiError.ErrorCode> = {
  AuthExpired: "platform-denied",
  Forbidden: "platform-denied",
  NotFound: "not-found",
  Conflict: "record-already-exists",
  Rejected: "platform-denied",
  RateLimited: "rate-limited",
  Unavailable: "platform-unavailable",
  TimedOut: "platform-timeout",
  UnknownOutcome: "unknown-outcome",
  Undecodable: "platform-error",
  Unsupported: "unsupported",
  InvalidCall: "invalid-params"
}

/** The wire's error for a connector's. `prefix` is where the call stands in the request, such as `data.`. */
export const fromConnectorError = (
  { message, reason }: ConnectorError.ConnectorError,
  prefix = ""
): ApiError.ApiError => {
  const code = codes[reason._tag]
  const field = reason._tag === "InvalidCall" ? `${prefix}${reason.field}` : null
  const text = reason._tag === "InvalidCall" ? `"${field}" ${reason.message}.` : message
  return new ApiError.ApiError({
    code,
    message: text,
    field,
    details: [{ code, message: text, field }],
    ...("retryAfter" in reason && reason.retryAfter !== undefined ? { retryAfter: reason.retryAfter } : {})
  })
}
