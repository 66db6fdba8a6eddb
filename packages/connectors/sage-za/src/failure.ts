/** How Sage says that something went wrong, and what a caller's own call may not do. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
/** Members that messages name, and what they are called here. */
const names: Readonly<Record<string, string>> = {
  CustomerId: "contact_id",
  SupplierId: "contact_id",
  DocumentNumber: "document_number",
  Date: "posted_date",
  DueDate: "due_date",
  DeliveryDate: "delivery_date",
  Name: "name",
  Code: "code",
  Description: "name",
  Lines: "line_items",
  TaxReference: "tax_number",
  CurrencyId: "currency_id",
  ExchangeRate: "currency_rate",
  BankAccountId: "account_id"
}
/** What a model state says, such as `{"document.Lines[0].TaxTypeId": ["The TaxTypeId field is required."]}`. */
const stated = (state: unknown): { readonly messages: ReadonlyArray<string>; readonly field: string | undefined } => {
  const entries = typeof state === "object" && state !== null ? Object.entries(state) : []
  const [place = ""] = entries[0] ?? []
  const known = place.split(/[.[\]]/).map((part) => names[part])
  return {
    messages: entries.flatMap(([, said]) => (Array.isArray(said) ? said : [said]).flatMap((own) => text(own) ?? [])),
    field: known.find((own) => own !== undefined)
  }
}
const isMarkup = (said: string | undefined): boolean => said?.startsWith("<") === true
const exists = /already (?:exists|in use|been used)|must be unique|duplicate/i
const noService = /^No (?:HTTP resource|action) was found/
// A document of which no files can be asked for is offered without them.
const isOfFiles = /Attachment\b/
const anHour = 3600

/**
 * A refusal is a text, as JSON or plain, or an object with a message and what is wrong with which member.
 * https://accounting.sageone.co.za/api/2.0.0/Help
 */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const { field, messages } = stated(Call.at(body, "ModelState"))
  const said = text(body) ?? text(Call.at(body, "Message"))
  const message = messages.length > 0 ? messages.join(" ") : isMarkup(said) ? undefined : said
  const answer = { message, field }
  // Quirk: the key is the operator's: where it is wrong, nobody's password is.
  if (status === 401 && headers["x-apikey"] !== undefined) {
    return { ...answer, message: "Sage does not know the API key of this service.", reason: "Forbidden" }
  }
  // Quirk: services come and go with versions and countries: one that is not there is refused in the words of its server.
  if (status === 404 && noService.test(message ?? "") && !isOfFiles.test(message ?? "")) {
    return { ...answer, message: "this service to this company", reason: "Unsupported" }
  }
  // Quirk: 402 is for a subscription that has ended.
  if (status === 402) {
    return { ...answer, message: message ?? "The company's subscription to Sage has ended.", reason: "AuthExpired" }
  }
  // Quirk: too many calls block the company for an hour, and more of them would not shorten it.
  if (status === 429) return { ...answer, ...(headers["retry-after"] === undefined ? { retryAfter: anHour } : {}) }
  return status === 400 && exists.test(message ?? "") ? { ...answer, reason: "Conflict" } : answer
}

/** Why a caller's own call must not go to Sage; null for one that may. */
export const passthrough = ({ method = "GET", path }: Call.Call): string | null => {
  let plain: string
  try {
    plain = decodeURIComponent(path).toLowerCase()
  } catch {
    return "The path cannot be read."
  }
  const [service = ""] = plain.split("/").filter((part) => part !== "")
  // Quirk: twenty logins that fail within an hour block the user for a day.
  if (service === "login") return "Logging in is the connection's own affair."
  if (method === "GET" || method === "HEAD") return null
  return service === "company" || service.startsWith("user") ? "Companies and their users are changed in Sage." : null
}
