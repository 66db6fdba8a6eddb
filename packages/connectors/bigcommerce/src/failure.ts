/** How BigCommerce says that something went wrong, how many calls are left, and what callers may not call. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

/** What members of ours are made of. */
const fields: Readonly<Record<string, string>> = {
  address1: "addresses.street",
  customer_id: "customer_id",
  discount_amount: "total_discount",
  external_order_id: "reference",
  inventory_level: "quantity_on_hand",
  is_visible: "status",
  notes: "note",
  price: "unit_price",
  products: "line_items",
  shipping_cost_ex_tax: "shipping_amount",
  status_id: "order_status"
}

const firstOf = (errors: unknown): readonly [string, string] | undefined =>
  typeof errors === "object" && errors !== null
    ? Object.entries(errors as Readonly<Record<string, unknown>>).flatMap(([name, message]) =>
        typeof message === "string" ? [[name, message] as const] : []
      )[0]
    : undefined

/** V3 answers an object with a title and errors by member; V2 a list with a message and details. */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const [place, problem] = firstOf(Call.at(body, "errors")) ?? []
  const said =
    [Call.at(body, "title"), Call.at(body, "detail"), Call.at(body, "0.details.invalid_reason")].find(
      (own) => typeof own === "string" && own !== ""
    ) ?? Call.at(body, "0.message")
  const name = place?.split(".").findLast((part) => /^[a-z_0-9]*[a-z_]$/i.test(part))
  const wait = Number(headers["x-rate-limit-time-reset-ms"] ?? Number.NaN)
  return {
    message: problem ?? (typeof said === "string" ? said : undefined),
    field: name === undefined ? undefined : (fields[name] ?? name),
    // The store has as many of these as its plan allows: no repeat changes that.
    ...(status === 507 ? { reason: "Rejected" as const, applied: false as const } : {}),
    ...(status === 429 && Number.isFinite(wait) ? { retryAfter: Math.max(1, Math.ceil(wait / 1000)) } : {})
  }
}

/** Every answer says what is left of the store's window, which all of its apps share. */
export const remaining: NonNullable<Connector.Limits["remaining"]> = (headers) => {
  const left = Normalize.text(headers["x-rate-limit-requests-left"])
  return left === null || !/^\d+$/.test(left) ? [] : [{ seconds: 30, remaining: Number(left) }]
}

/** First segments behind the version, and why nobody calls them through a connection. */
const closed: Readonly<Record<string, string>> = {
  hooks: "Webhooks are registered by this service.",
  "storefront/api-token": "It makes tokens for others.",
  "storefront/api-token-customer-impersonation": "It makes tokens for others.",
  "payments/access_tokens": "It makes tokens for others.",
  "customers/validate-credentials": "Passwords of customers are the store's own affair."
}
export const passthrough = ({ method = "GET", path }: Call.Call): string | null => {
  if (method === "GET" || method === "HEAD") return null
  let plain: string
  try {
    plain = decodeURIComponent(path)
  } catch {
    return "The path cannot be read."
  }
  const segments = plain
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "")
    .slice(1)
  return closed[segments[0] ?? ""] ?? closed[segments.slice(0, 2).join("/")] ?? null
}
