/** How WooCommerce says that something went wrong: https://woocommerce.github.io/woocommerce-rest-api-docs/#errors */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const textAt = (body: unknown, path: string): string | undefined => {
  const found = Call.at(body, path)
  return typeof found === "string" ? (Normalize.text(found) ?? undefined) : undefined
}

type Reason = ConnectorError.PlatformFailure["reason"]
/** Quirk: messages are in the shop's language, and codes are not; many a status says less than the code. */
const meanings: ReadonlyArray<readonly [RegExp, Reason]> = [
  // Also answered with 400, to changes of what is not there.
  [/_invalid_id$/, "NotFound"],
  // What is in the trash already is deleted.
  [/already_trashed$/, "NotFound"],
  // No shop at the address: the plugin is switched off, or the permalinks are plain.
  [/^rest_no_route$/, "Forbidden"],
  // Answered with 501: the shop has no trash, and nothing was done.
  [/trash_not_supported$/, "Rejected"],
  [/email-exists$|sku_exists$|duplicat|_sku$/, "Conflict"]
]
/** Quirk: a key that may only read is refused as one that is not known is, and only words tell them apart. */
const isOfRights = /permission|berechtigung|permis|autorisation|machtiging/i

/** What members of ours are made of. */
const fields: Readonly<Record<string, string>> = {
  regular_price: "unit_price",
  stock_quantity: "quantity_on_hand",
  currency: "currency_id",
  billing: "billing_address",
  shipping: "shipping_address"
}
/** The first parameter that is not as it should be: the keys of `params`, or a list of names. */
const paramOf = (body: unknown): string | undefined => {
  const params = Call.at(body, "data.params")
  if (Array.isArray(params)) return typeof params[0] === "string" ? params[0] : undefined
  return typeof params === "object" && params !== null ? Object.keys(params)[0] : undefined
}

const reasonOf = (status: number, body: unknown, code: string | undefined, message: string): Reason => {
  // A page of the host, or of a plugin, in the shop's place: nothing is said of a record.
  if (typeof body === "string" && (status === 404 || status === 410)) return "Forbidden"
  if (code === undefined) return undefined
  if (status === 401 && isOfRights.test(message)) return "Forbidden"
  return meanings.find(([words]) => words.test(code))?.[1]
}

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const [code, said] = [textAt(body, "code"), textAt(body, "message")]
  const param = paramOf(body)
  const message =
    code === "rest_no_route"
      ? "The shop does not answer at this address: WooCommerce is switched off there, or its permalinks are plain."
      : said
  return { message, field: fields[param ?? ""] ?? param, reason: reasonOf(status, body, code, said ?? "") }
}

/**
 * Quirk: shops lead on to another scheme or host, where credentials do not go along. A new record's answer says where it is, too.
 */
export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body, headers }) => {
  const to = headers["location"]
  if (to === undefined || (typeof body === "object" && body !== null)) return null
  const at = URL.canParse(to) ? new URL(to).origin : "another page"
  return { reason: "Forbidden", message: `The shop leads on to ${at}: enter the address at which it stays.` }
}
