/**
 * Which web pages may read answers (CORS): those of the origins that the operator named, letter for letter, and no others.
 * Nothing a caller sends is said back. Cookies go along for the origins of the console alone, where a session counts.
 */
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as RouteTable from "./RouteTable.ts"

type Headers = Readonly<Record<string, string>>
type Request = Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">

/** What a page may send beside what every page may. */
const sent =
  "accept, api_key, authorization, content-type, idempotency-key, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, prefer, request-id, traceparent, tracestate"
/** What a page may read of an answer beside its body. */
const exposed =
  "etag, idempotent-replayed, location, mcp-session-id, ratelimit, ratelimit-policy, request-id, retry-after, content-disposition"
/** Seconds for which a browser need not ask again. */
const FRESH = "600"

/** Whether an origin is written as browsers send it. */
export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !text.includes("*") && url.origin === text
}

/** What belongs to pages of ours, to platforms and to operators is for no other page. */
const isOurs = (route: RouteTable.Found | null): boolean =>
  route !== null && /^\/(?:connect|oauth|docs|healthz|readyz|v3\/core\/inbound)(?:\/|$)/.test(route.template)

export interface Origins {
  /** What an answer says of who may read it; null where it is the same for all origins. */
  readonly of: (request: Request, route: RouteTable.Found | null) => Headers | null
  /** What the answer to OPTIONS says beside, when a page asks before it calls. */
  readonly preflight: (request: Request, route: RouteTable.Found, methods: ReadonlyArray<string>) => Headers | null
}

/** Keeps to these origins, the last of which are those of the console. */
export const make = (origins: ReadonlyArray<string>, ofConsole: ReadonlyArray<string> = []): Origins => {
  const named = new Set([...origins, ...ofConsole])
  const credentials = ({ headers }: Request): Headers =>
    ofConsole.includes(headers["origin"]!) ? { "access-control-allow-credentials": "true" } : {}
  const isNamed = (request: Request): boolean => named.has(request.headers["origin"] ?? "")
  return {
    of: (request, route) => {
      // The console shows what people see on the connect page: its own origins may read that page, without any cookie.
      if (route?.template === "/connect/{invite_link_id}" && ofConsole.length > 0) {
        const { origin = "" } = request.headers
        return ofConsole.includes(origin) ? { "access-control-allow-origin": origin } : {}
      }
      if (named.size === 0 || isOurs(route)) return null
      if (!isNamed(request)) return {}
      return {
        "access-control-allow-origin": request.headers["origin"]!,
        "access-control-expose-headers": exposed,
        ...credentials(request)
      }
    },
    preflight: (request, route, methods) =>
      isOurs(route) || !isNamed(request) || request.headers["access-control-request-method"] === undefined
        ? null
        : {
            "access-control-allow-methods": methods.filter((method) => method !== "OPTIONS").join(", "),
            "access-control-allow-headers": sent,
            "access-control-max-age": FRESH
          }
  }
}
