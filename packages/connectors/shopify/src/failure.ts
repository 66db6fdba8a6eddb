/** How Shopify says that something went wrong: https://shopify.dev/docs/api/usage/response-codes */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as GraphQL from "@svc/core/GraphQL"

/** Codes of errors inside a success; others are refusals of the query. */
const reasons: Readonly<Record<string, ConnectorError.PlatformFailure["reason"]>> = {
  THROTTLED: "RateLimited",
  ACCESS_DENIED: "Forbidden",
  SHOP_INACTIVE: "Forbidden",
  INTERNAL_SERVER_ERROR: "Unavailable",
  TIMEOUT: "Unavailable"
}

/** 402: the shop is frozen; 423: it is locked. Neither is the fault of what was asked. */
const closed = new Set([402, 423])

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const said = GraphQL.errors(body, reasons)
  const { message } = said ?? {}
  // Quirk: tokens that never end are refused to public apps; authorising again brings one that does.
  if (status === 403 && message !== undefined && /non-expiring access tokens/i.test(message)) {
    return { message, reason: "AuthExpired" }
  }
  // Quirk: all calls go to one address, so 404 is of the shop or the version, never of a record that is gone.
  const isShop = status === 404 && (said !== null || typeof body === "string")
  return { ...said, ...(isShop || closed.has(status) ? { reason: "Forbidden" as const } : {}) }
}

/**
 * Quirk: a term of the search syntax that Shopify does not understand is left out with a warning. A listing that is not
 * restricted as asked would be taken for another: it is refused.
 */
const searchFault = (body: unknown): ConnectorError.PlatformFailure | null => {
  const searches = Call.at(body, "extensions.search")
  const warnings = (Array.isArray(searches) ? searches : []).flatMap((search) => {
    const own = Call.at(search, "warnings")
    return Array.isArray(own) ? (own as ReadonlyArray<unknown>) : []
  })
  const [first] = warnings
  return first === undefined
    ? null
    : {
        reason: "Rejected",
        message: `The search was not understood: ${String(Call.at(first, "message") ?? Call.at(first, "code"))}`,
        field: String(Call.at(first, "field") ?? "query")
      }
}

/** A subscription that is to be removed and is not there: all calls go to one address, so no status says it. */
const isGone = (body: unknown): boolean => {
  const errors = Call.at(body, "data.webhookSubscriptionDelete.userErrors")
  return Array.isArray(errors) && errors.some((error) => /does not exist/i.test(String(Call.at(error, "message"))))
}

const inside = GraphQL.failureInside(reasons)
export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = (answer) => {
  const said = inside(answer) ?? searchFault(answer.body)
  return said !== null && isGone(answer.body) ? { ...said, reason: "NotFound" } : said
}

const numberAt = (body: unknown, path: string): number | null => {
  const found = Call.at(body, `extensions.cost.${path}`)
  return typeof found === "number" && Number.isFinite(found) ? found : null
}
/** Every answer tells what it cost and what is left: https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits */
export const cost: NonNullable<Connector.Limits["cost"]> = ({ body }) => {
  const available = numberAt(body, "throttleStatus.currentlyAvailable")
  const maximum = numberAt(body, "throttleStatus.maximumAvailable")
  const restoreRate = numberAt(body, "throttleStatus.restoreRate")
  return available === null || maximum === null || restoreRate === null
    ? null
    : { requested: numberAt(body, "requestedQueryCost"), available, maximum, restoreRate }
}
