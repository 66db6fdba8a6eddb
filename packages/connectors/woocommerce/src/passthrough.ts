/** What a caller's own call may not do. */
import * as Call from "@svc/core/Call"

const own = /(?:^|\/)webhooks(?:\/|$)/
const tools = /(?:^|\/)system_status\/tools(?:\/|$)/
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Why a call must not go to the shop; null for one that may. */
export const refusal = ({ body, headers, method = "GET", path, query }: Call.Call): string | null => {
  const names = [...Object.keys(query ?? {}), ...new URLSearchParams(path.split("?")[1] ?? "").keys()]
  const form = Call.isEncodedBody(body) ? [...new URLSearchParams(body.content).keys()] : []
  // Quirk: WordPress takes these for another address and another method than the call's own.
  if ([...names, ...form].some((name) => name === "rest_route" || name === "_method"))
    return "The address and the method of a call are its own."
  if (Object.keys(headers ?? {}).some((name) => name.toLowerCase() === "x-http-method-override"))
    return "The method of a call is its own."
  const place = decoded(path).toLowerCase().replace(/\/+/g, "/")
  if (method === "GET" || method === "HEAD") return null
  if (own.test(place)) return "Webhooks are registered and removed by the service."
  return tools.test(place) ? "Tools clear and change a whole shop." : null
}
