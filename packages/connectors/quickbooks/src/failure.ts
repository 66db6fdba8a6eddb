/** How QuickBooks says that something went wrong. It does not say how many calls are left. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" || typeof found === "number" ? (Normalize.text(found) ?? undefined) : undefined
}

/** What a fault's code says that its status does not: validation faults are answered with 400, whatever is wrong. */
const reasons: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  "610": "NotFound",
  "6240": "Conflict",
  "6140": "Conflict",
  "3200": "AuthExpired",
  "429": "RateLimited",
  "3001": "RateLimited"
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const errors: unknown = Call.at(body, "Fault.Error") ?? Call.at(body, "fault.error")
  const listed: ReadonlyArray<unknown> = Array.isArray(errors) ? errors : []
  const messages = listed.flatMap((error) => {
    // Quirk: faults of the gateway in front of the API are written in lower case.
    const [message, detail] = [
      textAt(error, "Message") ?? textAt(error, "message"),
      textAt(error, "Detail") ?? textAt(error, "detail")
    ]
    // The detail begins with the message as a rule.
    return detail !== undefined && message !== undefined && !detail.startsWith(message)
      ? `${message}: ${detail}`
      : (detail ?? message ?? [])
  })
  const code = (textAt(listed[0], "code") ?? "").replace(/^0+/, "")
  const reason = status < 500 ? reasons[code] : undefined
  const isLimited = status === 429 || reason === "RateLimited"
  return {
    ...(messages.length === 0 ? {} : { message: [...new Set(messages)].join("; ") }),
    field: textAt(listed[0], "element"),
    ...(reason === undefined ? {} : { reason }),
    // The SyncToken that was sent is not the newest.
    stale: code === "5010",
    // No answer says when to come back; the limits are those of a minute.
    ...(isLimited && headers["retry-after"] === undefined ? { retryAfter: 60 } : {})
  }
}
