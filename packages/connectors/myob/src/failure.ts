/** How MYOB says that something went wrong, and what a caller's own call may not do. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"

const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined
}
/** Members that messages name, and what they are called here. */
const fields: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bSupplierInvoiceNumber\b/i, "document_number"],
  [/\b(?:Customer|Supplier|Contact)(?:\.UID)?\b/, "contact_id"],
  [/\bForeignCurrency\b/, "currency_id"],
  [/\bABN\b/, "tax_number"],
  [/\bLines?\b/, "line_items"]
]
const exists = /already (?:exists|in use|used|been used|taken)|must be unique|duplicate/i

/** https://developer.myob.com/api/myob-business-api/api-overview/error-messages/ */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const said = Call.at(body, "Errors")
  const faults: ReadonlyArray<unknown> = Array.isArray(said) ? said : []
  // Warnings may stand beside what went wrong.
  const errors = faults.filter((fault) => Call.at(fault, "Severity") !== "Warning")
  const texts = (errors.length > 0 ? errors : faults).flatMap((fault) => {
    const parts = [textAt(fault, "Message"), textAt(fault, "AdditionalDetails")].filter((part) => part !== undefined)
    return parts.length === 0 ? [] : [parts.join(" ")]
  })
  const message = texts.length > 0 ? [...new Set(texts)].join("; ") : textAt(body, "Message")
  const field = fields.find(([named]) => named.test(message ?? ""))?.[1]
  const answer: ConnectorError.PlatformFailure = { message, field }
  // Quirk: too many calls are refused with 403, as what a user may not do is.
  if (faults.some((fault) => Call.at(fault, "Name") === "RateLimitError"))
    return { ...answer, reason: "RateLimited", retryAfter: 1 }
  // Quirk: a RowVersion that is not the newest is a 409.
  if (status === 409) return message !== undefined && exists.test(message) ? answer : { ...answer, stale: true }
  return status === 400 && message !== undefined && exists.test(message) ? { ...answer, reason: "Conflict" } : answer
}

const plain = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}
/** Why a caller's own call must not go to MYOB; null for one that may. */
export const passthrough = ({ method = "GET", path }: Call.Call): string | null => {
  if (method === "GET" || method === "HEAD") return null
  const [first = "", second = ""] = plain(path)
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "")
  if (first === "security") return "Users and their roles are the company's own affair."
  return first === "company" && second === "preferences" ? "Preferences are set in MYOB." : null
}
