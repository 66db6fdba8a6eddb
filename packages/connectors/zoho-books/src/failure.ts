/** How Zoho Books says that something went wrong, and what a caller's own call may not do. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import { partsOf, saidIn } from "@svc/family-zoho"

/** Zoho's own number of what happened; 0 is a success, and null is said of nothing. */
const codeOf = (body: unknown): number | null => {
  const code: unknown = Call.at(body, "code")
  const number = typeof code === "string" && code.trim() !== "" ? Number(code) : code
  return typeof number === "number" && Number.isFinite(number) ? number : null
}
type Known = Pick<ConnectorError.PlatformFailure, "reason" | "retryAfter">
/** https://www.zoho.com/books/api/v3/introduction/#api-call-limit, and #errors */
const known: Readonly<Record<number, Known>> = {
  // Quirk: 401 is answered to a call that the token's scopes or the user's role do not allow, too.
  57: { reason: "Forbidden" },
  14: { reason: "AuthExpired" },
  1002: { reason: "NotFound" },
  // Too many in a minute, in a day, and at once: no header says how long to wait.
  44: { reason: "RateLimited", retryAfter: 60 },
  45: { reason: "RateLimited", retryAfter: 3600 },
  1070: { reason: "RateLimited", retryAfter: 5 }
}
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const answer = { message: saidIn(body) }
  if (status >= 500) return answer
  const own = known[codeOf(body) ?? 0]
  const retryAfter = headers["retry-after"] === undefined ? own?.retryAfter : undefined
  return { ...answer, ...(own?.reason === undefined ? {} : { reason: own.reason }), retryAfter }
}

/** A success says so by its code as well. */
export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body }) => {
  const code = codeOf(body)
  if (code === null || code === 0) return null
  return { message: saidIn(body), reason: "Rejected", ...known[code] }
}

/** Why a caller's own call must not go to Zoho Books; null for one that may. */
export const refusal = ({ method = "GET", path }: Call.Call): string | null => {
  const parts = partsOf(path)
  if (parts === null) return "The path cannot be read."
  const [collection = ""] = parts
  return /^(?:organizations|users)$/i.test(collection) && method !== "GET"
    ? `${collection} can be read only: the account itself is its owner's affair.`
    : null
}
