/** How Zoho CRM says that something went wrong, and what a caller's own call may not do. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import { partsOf, saidIn } from "@svc/family-zoho"

type Known = Pick<ConnectorError.PlatformFailure, "reason" | "retryAfter">
/** https://www.zoho.com/crm/developer/docs/api/v8/status-codes.html */
const known: Readonly<Record<string, Known>> = {
  INVALID_TOKEN: { reason: "AuthExpired" },
  AUTHENTICATION_FAILURE: { reason: "AuthExpired" },
  // Quirk: 401 is answered to what the token's scopes do not allow, too.
  OAUTH_SCOPE_MISMATCH: { reason: "Forbidden" },
  NO_PERMISSION: { reason: "Forbidden" },
  NO_CONTENT: { reason: "NotFound" },
  NOT_FOUND: { reason: "NotFound" },
  INVALID_MODULE: { reason: "Unsupported" },
  NOT_SUPPORTED: { reason: "Unsupported" },
  FEATURE_NOT_SUPPORTED: { reason: "Unsupported" },
  TOO_MANY_REQUESTS: { reason: "RateLimited", retryAfter: 60 }
}
/** What an answer says of itself, or of its only record. */
const saidBy = (body: unknown): unknown =>
  Call.at(body, "code") === undefined ? (Call.at(body, "data.0") ?? Call.at(body, "watch.0")) : body
const codeIn = (said: unknown): string => {
  const code = Call.at(said, "code")
  return typeof code === "string" ? code : ""
}

/** One record's or an answer's failure. */
export const failureOf = (said: unknown): ConnectorError.PlatformFailure => {
  const field = Call.at(said, "details.api_name")
  const isId = field === "id" && codeIn(said) === "INVALID_DATA"
  return {
    message: saidIn(said),
    ...(typeof field === "string" && !isId ? { field } : {}),
    ...(isId ? { reason: "NotFound" as const } : known[codeIn(said)])
  }
}
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const said = failureOf(saidBy(body))
  if (status >= 500) return { message: said.message }
  return { ...said, retryAfter: headers["retry-after"] === undefined ? said.retryAfter : undefined }
}

/** Quirk: a record that was refused alone may be told with 200. Of several, each is told by itself. */
export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body }) => {
  const said = Call.at(body, "data.1") === undefined ? Call.at(body, "data.0") : undefined
  if (Call.at(said, "status") !== "error" || codeIn(said) === "") return null
  return { reason: "Rejected", ...failureOf(said) }
}

/** Why a caller's own call must not go to Zoho CRM; null for one that may. Modules of the account's own may be reached. */
export const refusal = ({ method = "GET", path }: Call.Call): string | null => {
  const parts = partsOf(path)
  if (parts === null) return "The path cannot be read."
  const [collection = "", what = ""] = parts
  if (/^(?:org|users)$/i.test(collection) && method !== "GET")
    return `${collection} can be read only: the account itself is its owner's affair.`
  return /^actions$/i.test(collection) && /^watch$/i.test(what) && method !== "GET"
    ? "Notifications are registered by the service itself."
    : null
}
