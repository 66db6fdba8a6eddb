/** How Jurnal says that something went wrong, what its gateway says of calls that are left, and what callers may not do. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

/** Jurnal's members by ours. */
const members: Readonly<Record<string, string>> = {
  transaction_no: "document_number",
  transaction_date: "posted_date",
  shipping_date: "delivery_date",
  person: "contact_id",
  person_id: "contact_id",
  person_name: "contact_id",
  transaction_lines: "line_items",
  transaction_account_lines: "line_items",
  display_name: "name",
  product_code: "code",
  number: "nominal_code"
}
const first = (value: unknown): string | undefined => {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === "string" && one.trim() !== "" && !one.trimStart().startsWith("<") ? one : undefined
}
/** The member that an answer complains of; its text may be in brackets. */
const complaint = (body: unknown): readonly [string, unknown] | undefined =>
  typeof body !== "object" || body === null || Array.isArray(body)
    ? undefined
    : Object.entries(body).find(
        ([name, said]) => !/^(id|errors?|message|error_full_messages)$/.test(name) && first(said)
      )

// Quirk: what is not there may be answered with 422, in English or Indonesian.
const isMissing = (message: string | undefined) => /\bnot found\b|tidak ditemukan/i.test(message ?? "")

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, status }) => {
  const [name, said] = complaint(body) ?? []
  const message =
    first(Call.at(body, "error_full_messages")) ??
    first(Call.at(body, "errors")) ??
    first(Call.at(body, "error")) ??
    first(Call.at(body, "message")) ??
    first(said) ??
    first(body)
  if (status >= 500) return { message }
  const field = name === undefined ? undefined : (members[name.split(".")[0]!] ?? name)
  // Quirk: a role that may not do something is told so with 401 and a list; keys that are wrong, with an object.
  if (status === 401 && Array.isArray(body)) return { message, reason: "Forbidden" }
  return {
    message,
    field,
    ...(status === 422 && name === undefined && isMissing(message) ? { reason: "NotFound" } : {})
  }
}

export const remaining = (headers: Call.Headers) => {
  const left = Normalize.text(headers["x-ratelimit-remaining"])
  return left === null || !/^\d+$/.test(left) ? [] : [{ seconds: 60, remaining: Number(left) }]
}

const plain = (path: string): string | null => {
  try {
    return decodeURIComponent(path.split("?")[0] ?? "")
  } catch {
    return null
  }
}
/** Why a caller's own call must not go to Jurnal; null for one that may. */
export const refusal = ({ method = "GET", path }: Call.Call): string | null => {
  const meant = plain(path)
  if (meant === null) return "The path cannot be read."
  const [collection = ""] = meant.split("/").filter((part) => part !== "")
  return /^(?:companies|users|user_account)$/i.test(collection) && method !== "GET"
    ? `${collection} can be read only: companies and their users are their owner's affair.`
    : null
}
