/** How Sage says that something went wrong, and what a caller's own call may not do. */
import type { Auth, Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"

const textAt = (value: unknown, path: string): string | undefined => {
  const found = Call.at(value, path)
  return typeof found === "string" && found !== "" ? found : undefined
}
/** Members that have another name here. */
const fields: Readonly<Record<string, string>> = {
  contact_id: "contact_id",
  currency_id: "currency_id",
  date: "posted_date",
  due_date: "due_date",
  vendor_reference: "document_number",
  notes: "memo",
  tax_number: "tax_number",
  name: "name",
  item_code: "code",
  nominal_code: "nominal_code"
}
const exists = /already (?:exists|been (?:taken|used)|in use|taken)|must be unique|has been taken/i

/** The body is a list of faults, or one alone. */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const faults: ReadonlyArray<unknown> = Array.isArray(body) ? body : [body]
  const messages = [...new Set(faults.flatMap((fault) => textAt(fault, "$message") ?? []))]
  const message = messages.length > 0 ? messages.join("; ") : undefined
  const source = textAt(faults[0], "$source")?.split(".").at(-1) ?? ""
  const answer: ConnectorError.PlatformFailure = { message, field: fields[source] }
  // Quirk: nothing is said of a wait; limits are by the minute.
  if (status === 429) return { ...answer, retryAfter: headers["retry-after"] === undefined ? 60 : undefined }
  return message !== undefined && exists.test(message) ? { ...answer, reason: "Conflict" } : answer
}

/** Why a caller's own call must not go to Sage; null for one that may. */
export const passthrough = ({ method, path }: Call.Call, { business }: Auth.AuthSettings): string | null => {
  const [collection = "", id] = plain(path)
    .split("/")
    .filter((segment) => segment !== "")
  if (collection === "businesses" && id !== undefined && id !== "lead" && id !== business)
    return "Another business is another connection's."
  return /^(?:businesses|migrations|migration_tax_returns|hosted_artefact_payment_settings|user)$/.test(collection) &&
    (method ?? "GET") !== "GET"
    ? `${collection} can be read only: the account itself is its owner's affair.`
    : null
}
const plain = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}
