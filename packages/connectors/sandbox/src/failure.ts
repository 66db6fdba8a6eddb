/** How the platform says that something went wrong, and how many calls are left. */
import type { ConnectorError, Connector } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

/** The interface's names of the members that the writes send. */
const names: Readonly<Record<string, string>> = {
  account: "account_id",
  accountId: "account_id",
  applyTo: "bill_ids",
  billIds: "bill_ids",
  currency: "currency_id",
  customer: "contact_id",
  dimensionIds: "tracking_category_ids",
  discount: "total_discount",
  discountMinor: "total_discount",
  dueOn: "due_date",
  expectedOn: "delivery_date",
  fxRate: "currency_rate",
  issuedOn: "posted_date",
  item: "item_id",
  itemId: "item_id",
  kind: "contact_type",
  lines: "line_items",
  note: "memo",
  number: "document_number",
  orderedOn: "posted_date",
  party: "contact_id",
  project: "project_id",
  projectCode: "project_id",
  qty: "quantity",
  reason: "memo",
  registryNo: "registration_number",
  salesOrders: "sales_order_ids",
  state: "status",
  taxRate: "tax_id",
  taxRateId: "tax_id",
  text: "description",
  tracking: "tracking_category_ids",
  unitMinor: "unit_amount",
  unitPrice: "unit_amount",
  vatId: "tax_number",
  vendor: "contact_id"
}
/** Lists of the platform that stand for one member of ours. */
const lists: Readonly<Record<string, string>> = { emails: "email", people: "contact_name" }

/** `lines[0].unitPrice` is `line_items[0].unit_amount`. */
const field = (param: string): string =>
  lists[param.split("[")[0] ?? ""] ?? param.replace(/[A-Za-z]+/g, (word) => names[word] ?? word)

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

export const failure = ({ body }: { readonly body: unknown }): ConnectorError.PlatformFailure => {
  const param = textAt(body, "error.param")
  return { message: textAt(body, "error.message"), field: param === undefined ? undefined : field(param) }
}

export const limits: Connector.Limits = {
  windows: [{ max: 600, seconds: 60 }],
  remaining: (headers) => {
    const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN)
    const resetAt = Number(headers["x-ratelimit-reset"] ?? Number.NaN)
    return Number.isNaN(remaining) ? [] : [{ seconds: 60, remaining, ...(resetAt > 0 ? { resetAt } : {}) }]
  }
}
