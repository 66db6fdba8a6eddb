/** How PayPal says that something went wrong: https://developer.paypal.com/api/rest/responses */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

/** Issues of a refusal that mean something else than its status. */
const meanings: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  DUPLICATE_INVOICE_ID: "Conflict",
  DUPLICATE_RESOURCE_IDENTIFIER: "Conflict",
  DUPLICATE_INVOICE_NUMBER: "Conflict",
  INVALID_RESOURCE_ID: "NotFound"
}
/** What members of ours are made of, by the last name in PayPal's pointer. */
const fields: Readonly<Record<string, string>> = {
  currency_code: "currency_id",
  due_date: "due_date",
  email_address: "contact_id",
  invoice_date: "posted_date",
  invoice_id: "reference",
  invoice_number: "document_number",
  items: "line_items",
  note_to_payer: "description",
  receiver: "bank_account_id",
  value: "amount"
}
/** The last name in a pointer such as `/purchase_units/@reference_id=='default'/amount/value`. */
const fieldOf = (pointer: string | undefined): string | undefined => {
  const name = pointer?.split(/[/.]/).findLast((part) => /^[a-z_]+$/.test(part))
  return fields[name ?? ""] ?? name
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const issue = textAt(body, "details.0.issue")
  const said = textAt(body, "details.0.description") ?? textAt(body, "error_description")
  return {
    message: said ?? textAt(body, "message") ?? issue ?? textAt(body, "name") ?? textAt(body, "error"),
    field: fieldOf(textAt(body, "details.0.field")),
    reason: status < 500 ? meanings[issue ?? ""] : undefined,
    stale: status === 409 && textAt(body, "name") === "RESOURCE_CONFLICT"
  }
}

/** What callers have no business with: tokens, and the keys of merchants. */
export const passthrough: NonNullable<Connector.Http<any>["passthrough"]> = ({ path }) =>
  /^\/+v1\/+oauth2\b|^\/+v1\/+identity\b|\/merchant-integrations\/+credentials\b/i.test(path)
    ? "Tokens and keys are the connection's own affair."
    : null
