/** How Xero says that something went wrong, and how many calls are left. */
import type { ConnectorError, Connector } from "@svc/core"
import * as Call from "@svc/core/Call"

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" && found !== "" ? found : undefined
}

/** What is wrong with one record: its own validation errors and those of the parts inside it, such as lines. */
const validationErrors = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === "ValidationErrors"
          ? list(inner).flatMap((error) => textAt(error, "Message") ?? [])
          : Array.isArray(inner)
            ? inner.flatMap(validationErrors)
            : validationErrors(inner)
      )

const exists = /already (exists|assigned|been used|in use)|must be unique|not unique|not be unique/i

// Quirk: the Finance API writes its members in lower case.
const detailOf = (body: unknown) => textAt(body, "Detail") ?? textAt(body, "detail")

/** The failure of one refused record, or of an answer that lists them in `Elements`. */
export const said = (body: unknown): ConnectorError.PlatformFailure => {
  const messages = [...new Set(validationErrors(body))]
  const message = messages.length > 0 ? messages.join("; ") : (detailOf(body) ?? textAt(body, "Message"))
  return { message, ...(message !== undefined && exists.test(message) ? { reason: "Conflict" } : {}) }
}

/** Seconds to stay away where a 429 carries no `Retry-After`, by the limit that was met. */
const pauses: Readonly<Record<string, number>> = { concurrent: 1, minute: 60, appminute: 60, day: 3600 }

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const detail = textAt(body, "Detail") ?? ""
  // Quirk: 401 for a scope that was never granted, which authorising again does not mend.
  if (status === 401 && detail.startsWith("AuthorizationUnsuccessful")) return { message: detail, reason: "Forbidden" }
  // Quirk: 403 for an organisation that the user has disconnected, which authorising again does mend.
  if (status === 403 && detail.startsWith("AuthenticationUnsuccessful"))
    return { message: detail, reason: "AuthExpired" }
  if (status === 429) {
    const problem = headers["x-rate-limit-problem"]?.toLowerCase()
    const pause = headers["retry-after"] === undefined && problem !== undefined ? pauses[problem] : undefined
    return { message: problem === undefined ? undefined : `the ${problem} limit is reached`, retryAfter: pause }
  }
  return status === 400 ? said(body) : { message: said(body).message ?? textAt(body, "Title") }
}

const left = (headers: Call.Headers, name: string, seconds: number) => {
  const remaining = Number(headers[name] ?? Number.NaN)
  return Number.isNaN(remaining) ? [] : [{ seconds, remaining }]
}
export const remaining: NonNullable<Connector.Limits["remaining"]> = (headers) => [
  ...left(headers, "x-minlimit-remaining", 60),
  ...left(headers, "x-daylimit-remaining", 86_400)
]
