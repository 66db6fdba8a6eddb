/** What a caller's own call may not do: what only people may decide, and what Wafeq would answer with a redirect. */
import type { Call } from "@svc/core"

/** The path as the server reads it; null where it cannot be read. */
const plain = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

export const refusal = ({ method = "GET", path }: Call.Call): string | null => {
  const [bare = ""] = path.split("?")
  const meant = plain(bare)
  if (meant === null) return "The path cannot be read."
  if (method === "GET" || method === "HEAD") return null
  if (!meant.endsWith("/")) return "A path ends with a slash: without it Wafeq redirects, and the call's body is lost."
  // Money leaves the bank, and tax authorities are told, by these.
  if (/\/payment[_-]requests\//.test(meant)) return "Payment requests move money at the bank: they are made in Wafeq."
  if (/\/tax-authority\//.test(meant))
    return "Reporting to the tax authority cannot be taken back: it is done in Wafeq."
  return null
}
