/** How Salesforce says that something went wrong, and how many calls of the day are left. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** Codes that mean something else than the status of their answer. */
const reasons: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  INVALID_SESSION_ID: "AuthExpired",
  REQUEST_LIMIT_EXCEEDED: "RateLimited",
  INVALID_TYPE: "Unsupported",
  UNABLE_TO_LOCK_ROW: "Unavailable",
  QUERY_TIMEOUT: "Unavailable",
  SERVER_UNAVAILABLE: "Unavailable"
}

/** Seconds to stay away: too many calls at once are over soon, those of a day come back by and by. */
const pause = (message: string | undefined): number => (/concurrent/i.test(message ?? "") ? 30 : 3600)

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const errors: ReadonlyArray<unknown> = Array.isArray(body) ? body : [body]
  const code = textAt(errors[0], "errorCode")
  const messages = errors.flatMap((error) => textAt(error, "message") ?? textAt(error, "error_description") ?? [])
  const message = messages.length === 0 ? code : [...new Set(messages)].join("; ")
  const reason = status < 500 ? reasons[code ?? ""] : undefined
  if (reason === "Unsupported") {
    const object = /sObject type '(\w+)'/i.exec(message ?? "")?.[1]
    return { reason, message: `${object ?? "this object"} to this user, or in this org` }
  }
  const isLimited = status === 429 || reason === "RateLimited"
  return {
    message,
    field: textAt(errors[0], "fields.0"),
    ...(reason === undefined ? {} : { reason }),
    // No answer says when to come back.
    ...(isLimited && headers["retry-after"] === undefined ? { retryAfter: pause(message) } : {})
  }
}

/** `Sforce-Limit-Info: api-usage=900/15000`, of the last 24 hours. */
export const remaining: NonNullable<Connector.Limits["remaining"]> = (headers) => {
  const found = /api-usage=(\d+)\/(\d+)/.exec(headers["sforce-limit-info"] ?? "")
  return found === null ? [] : [{ seconds: 86_400, remaining: Math.max(0, Number(found[2]) - Number(found[1])) }]
}
