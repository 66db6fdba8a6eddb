/** How Wave says that something went wrong: with success as a rule, in `errors`, or in what a mutation answers. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as GraphQL from "@svc/core/GraphQL"
import * as Normalize from "@svc/core/Normalize"

type Failure = ConnectorError.PlatformFailure
const reasons: Readonly<Record<string, Failure["reason"]>> = {
  UNAUTHENTICATED: "AuthExpired",
  FORBIDDEN: "Forbidden",
  UNAUTHORIZED: "Forbidden",
  NOT_FOUND: "NotFound",
  INTERNAL_SERVER_ERROR: "Unavailable",
  TOO_MANY_REQUESTS: "RateLimited",
  RATE_LIMITED: "RateLimited"
}

/** Members that are called otherwise here. */
const names: Readonly<Record<string, string>> = {
  id: "platform_id",
  customerId: "contact_id",
  invoiceNumber: "document_number",
  invoiceDate: "posted_date",
  dueDate: "due_date",
  currency: "currency_id",
  exchangeRate: "currency_rate",
  items: "line_items",
  discounts: "total_discount",
  abbreviation: "code",
  rate: "total_tax_rate",
  displayId: "nominal_code",
  subtype: "sub_category",
  paymentAccountId: "account_id",
  paymentDate: "payment_date",
  paymentMethod: "payment_mode",
  invoiceId: "invoice_id",
  anchor: "account_id",
  unitPrice: "invoice_item",
  incomeAccountId: "invoice_item",
  expenseAccountId: "bill_item",
  defaultSalesTaxIds: "invoice_item",
  lineItems: "line_items"
}
const fieldOf = (path: unknown): string | undefined => {
  const [first, second] = Array.isArray(path) ? path.map(String) : []
  const name = first === "input" ? second : first
  return name === undefined ? undefined : (names[name] ?? name)
}
const said = (value: unknown): string | undefined =>
  typeof value === "string" ? (Normalize.text(value) ?? undefined) : undefined

/** What a mutation answers that did nothing: `{ didSucceed: false, inputErrors: [{ path, message, code }] }`. */
const refusal = (body: unknown): Failure | null => {
  const data = Call.at(body, "data")
  const all = typeof data === "object" && data !== null ? Object.values(data) : []
  const own: unknown = all.find((payload) => Call.at(payload, "didSucceed") === false)
  if (own === undefined) return null
  const given = Call.at(own, "inputErrors")
  const errors: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
  const messages = [...new Set(errors.flatMap((error) => said(Call.at(error, "message")) ?? []))]
  // What another record is named by may be missing too: a deletion answers no record, and a change is refused by its id.
  const isGone =
    errors.length > 0 &&
    errors.every((error) => {
      const path: unknown = Call.at(error, "path")
      const last: unknown = Array.isArray(path) ? path.at(-1) : path
      const isOwn = last === "id" || (last === "invoiceId" && Call.at(own, "item") === undefined)
      return isOwn && said(Call.at(error, "code")) === "NOT_FOUND"
    })
  // An account is changed by its version.
  const isStale = errors.some((error) => fieldOf(Call.at(error, "path")) === "sequence")
  return {
    message: messages.length > 0 ? messages.join("; ") : "Wave has not done it and does not say why",
    field: errors.map((error) => fieldOf(Call.at(error, "path"))).find((field) => field !== undefined),
    reason: isGone ? "NotFound" : isStale ? "Conflict" : "Rejected",
    applied: false,
    stale: isStale
  }
}

export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body }) =>
  GraphQL.errors(body, reasons) ??
  refusal(body) ??
  // Quirk: a business that is not there, or that the sign-in is not for, is null without an error.
  (Call.at(body, "data.business") === null
    ? { message: "The business is not there, or the sign-in is not for it", reason: "Forbidden" }
    : null)

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const errors = GraphQL.errors(body, reasons)
  // Quirk: all calls go to one address, so 404 never means that a record is gone.
  const isAddress = status === 404 && (errors === null ? typeof body === "string" : errors.reason !== "NotFound")
  return { ...errors, ...(isAddress ? { reason: "Forbidden" as const } : {}) }
}
