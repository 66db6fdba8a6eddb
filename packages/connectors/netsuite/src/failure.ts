/** How NetSuite says that something went wrong: a list of details, each with a code and, for a field, its place. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** What a code says that the status does not: refusals of all kinds are answered with 400. */
const reasons: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  INVALID_LOGIN: "AuthExpired",
  INVALID_LOGIN_ATTEMPT: "AuthExpired",
  INSUFFICIENT_PERMISSION: "Forbidden",
  NONEXISTENT_ID: "NotFound",
  RCRD_DSNT_EXIST: "NotFound",
  DUP_RCRD: "Conflict",
  DUP_ENTITY: "Conflict",
  UNIQUE_CUST_ID_REQD: "Conflict",
  CONCURRENCY_LIMIT_EXCEEDED: "RateLimited",
  REQUEST_LIMIT: "RateLimited",
  SSS_REQUEST_LIMIT_EXCEEDED: "RateLimited"
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const found = Call.at(body, "o:errorDetails")
  const details: ReadonlyArray<unknown> = Array.isArray(found) ? found : []
  const messages = details.flatMap((detail) => textAt(detail, "detail") ?? [])
  const reason = status < 500 ? reasons[textAt(details[0], "o:errorCode") ?? ""] : undefined
  const isLimited = status === 429 || reason === "RateLimited"
  return {
    message: messages.length === 0 ? textAt(body, "title") : [...new Set(messages)].join("; "),
    field: textAt(details[0], "o:errorPath"),
    ...(reason === undefined ? {} : { reason }),
    // Quirk: what is limited is how many calls are under way, so that a turn comes soon; nothing says when.
    ...(isLimited && headers["retry-after"] === undefined ? { retryAfter: 3 } : {})
  }
}
