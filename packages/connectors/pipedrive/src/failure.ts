/** How Pipedrive says that something went wrong, and what an answer's headers leave of its limits. */
import type { Connector } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const said = (value: unknown): string | undefined =>
  typeof value === "string" ? (Normalize.text(value) ?? undefined) : undefined
const count = (value: string | undefined): number | undefined => (/^\d+$/.test(value ?? "") ? Number(value) : undefined)

export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body, headers, status }) => {
  const [error, info] = [said(Call.at(body, "error")), said(Call.at(body, "error_info"))]
  const message = [error, info].filter((part) => part !== undefined).join(": ") || undefined
  // Quirk: who goes on after 429 is shut out for a while, with a page of HTML.
  if (status === 403 && typeof body === "string") return { reason: "RateLimited", retryAfter: 600 }
  // 402: the company's account is closed; 410: the record is deleted, whatever the body says.
  if (status === 402) return { message, reason: "Forbidden" }
  if (status === 410) return { message, reason: "NotFound" }
  const reset = status === 429 ? count(headers["x-ratelimit-reset"]) : undefined
  return { message, ...(reset === undefined ? {} : { retryAfter: reset }) }
}

/** Why a caller's own call must not go to Pipedrive; null for one that may. */
export const refusal = ({ method = "GET", path }: Call.Call): string | null => {
  try {
    const [, what = ""] = decodeURIComponent(path.split("?")[0] ?? "")
      .split(/\/+/)
      .filter((part) => part !== "")
    if (method === "GET" || what.toLowerCase() !== "webhooks") return null
    return "Webhooks are registered by the service itself."
  } catch {
    return "The path cannot be read."
  }
}

/** Quirk: an answer may have no word of the day's tokens. */
export const tokensLeft = (headers: Call.Headers) => {
  const remaining = count(headers["x-daily-ratelimit-token-remaining"])
  return remaining === undefined ? [] : [{ seconds: 86_400, remaining }]
}
export const callsLeft = (headers: Call.Headers) => {
  const remaining = count(headers["x-ratelimit-remaining"])
  const resetAt = count(headers["x-ratelimit-reset"])
  return remaining === undefined || resetAt === undefined ? [] : [{ seconds: 2, remaining }]
}
/** What a call costs of the day's tokens, as the description of each says. */
export const weigh = ({ method = "GET", path }: Call.Call): number => {
  const [, version, list = "", id] = path.split("/")
  const isOne = id !== undefined && !/archived|search/.test(path)
  if (method === "DELETE") return version === "v2" ? 3 : 6
  if (method !== "GET") return version === "v2" ? 5 : 10
  if (isOne) return version === "v2" ? 1 : 2
  if (/search/.test(path)) return 20
  if (id === "archived") return version === "v2" ? 20 : 40
  return version === "v2" ? (/^(pipelines|stages)$/.test(list) ? 5 : 10) : 20
}
