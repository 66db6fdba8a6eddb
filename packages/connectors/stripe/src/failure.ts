/** How Stripe says that something went wrong. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** Codes that mean something else than the status of their answer. */
const reasons: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  // The account has taken the access back.
  account_invalid: "AuthExpired",
  // Somebody else is changing the same record.
  lock_timeout: "RateLimited",
  rate_limit: "RateLimited",
  // A call with the same key is still under way.
  idempotency_key_in_use: "Unavailable"
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const code = textAt(body, "error.code")
  // Quirk: Stripe says itself whether the same call may succeed later.
  const isPassing = headers["stripe-should-retry"] === "true" && status < 500 && status !== 429
  return {
    message: textAt(body, "error.message") ?? textAt(body, "error_description") ?? code,
    field: textAt(body, "error.param"),
    reason: reasons[code ?? ""] ?? (isPassing ? "Unavailable" : undefined)
  }
}
