/** How HubSpot says that something went wrong, and how many calls are left. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** Seconds to stay away where a 429 carries no `Retry-After`, by the limit that was met. */
const pauses: Readonly<Record<string, number>> = { SECONDLY: 1, TEN_SECONDLY_ROLLING: 10, DAILY: 3600 }
const interval = (headers: Call.Headers): number | undefined => {
  const millis = Number(headers["x-hubspot-ratelimit-interval-milliseconds"] ?? Number.NaN)
  return Number.isFinite(millis) ? millis / 1000 : undefined
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const message = textAt(body, "message") ?? textAt(body, "category")
  const field = textAt(body, "errors.0.context.propertyName.0") ?? textAt(body, "errors.0.in")
  if (status === 429) {
    const pause = pauses[textAt(body, "policyName") ?? ""] ?? interval(headers)
    return { message, retryAfter: headers["retry-after"] === undefined ? pause : undefined }
  }
  // Quirk: 423 is a record that somebody else is writing, 477 an account that is being moved; both pass.
  if (status === 423) return { message, reason: "Unavailable", retryAfter: 2 }
  if (status === 477) return { message, reason: "Unavailable" }
  return { message, field }
}

/** What an error inside the answer to a batch says of its item. */
export const refusalIn = (error: unknown) => {
  const category = textAt(error, "category") ?? ""
  return {
    message: textAt(error, "message") ?? category,
    field: textAt(error, "errors.0.context.propertyName.0") ?? textAt(error, "errors.0.in"),
    reason: reasons[category]
  }
}
const reasons: Readonly<Record<string, "Conflict" | "Forbidden" | "NotFound">> = {
  CONFLICT: "Conflict",
  OBJECT_ALREADY_EXISTS: "Conflict",
  OBJECT_NOT_FOUND: "NotFound",
  MISSING_SCOPES: "Forbidden"
}

/** Calls left in the window of ten seconds. The daily one is for private apps, and is told apart by its own 429. */
export const remaining: NonNullable<Connector.Limits["remaining"]> = (headers) => {
  const left = Number(headers["x-hubspot-ratelimit-remaining"] ?? Number.NaN)
  const seconds = interval(headers) ?? 10
  return Number.isNaN(left) ? [] : [{ seconds, remaining: left }]
}
