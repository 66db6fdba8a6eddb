/**
 * Keeps a caller's request under the connection's base address: no other host, no climbing above the base path, no
 * header that belongs to core. Checked before anything is sent.
 */
import * as Effect from "effect/Effect"
import type { Credentials, Single } from "../contract/Auth.ts"
import type { Call } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall } from "../contract/ConnectorError.ts"
import { appOf, authOf, type Connection, credentialParts, isHeaderValue, type Send } from "./Request.ts"
import { type IsVerbatim, verbatim } from "./Verbatim.ts"

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"])
/**
 * Credentials, routing and hop-by-hop headers; those by which a server takes another method, address, host or sender for
 * the request's own; and cookies.
 */
const reserved = new Set([
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "forwarded",
  "front-end-https",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via"
])
/**
 * Whole families: `X-Forwarded-For` and its like, `X-HTTP-Method-Override` and its spellings, `X-Original-URL`, `X-Rewrite-URL`,
 * and the names by which proxies and clouds tell the address of a client.
 */
const reservedFamily =
  /^(x-((http-)?(method|host)(-override)?|real-ip|amzn-trace-id)$|x-(forward(ed)?|originating|remote)(-|$)|x-(original|rewrite|envoy|middleware)-|(.+-)?client-?ip$|cf-connecting-ip|sec-|proxy-)/

const hasControl = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

const pathFault = (path: string): string | null => {
  if (!path.startsWith("/")) return "must begin with a slash and be relative to the platform's base address"
  if (path.startsWith("//")) return "must not begin with two slashes"
  // A platform may decode more than once; what is harmless encoded once may not be after that.
  let decoded = path
  for (let round = 0; ; round++) {
    if (round > 8) return "is encoded too often"
    if (decoded.includes("\\")) return "must not hold backslashes"
    if (hasControl(decoded)) return "must not hold control characters"
    if (
      decoded
        .split(/[?#]/)[0]!
        .split(/[/;]/)
        .some((part) => part === ".." || part === ".")
    )
      return "must not hold dot segments"
    if (decoded.slice(1).startsWith("/")) return "must not begin with two slashes"
    if (round === 0 && /%(?![0-9a-f]{2})/i.test(path)) return "holds a percent sign that encodes nothing"
    // Bytes that are no text of their own are left as they are: here only signs of the path are looked for.
    const next = decoded.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16))
    )
    if (next === decoded) break
    decoded = next
  }
  if (path.includes("#")) return "must not hold a fragment"
  if (path.includes("?")) return "must not hold a query; send params instead"
  return null
}

/**
 * A header's name as whoever receives it may see it: in any letters, and with dashes, since a server that hands headers on
 * as variables (RFC 3875, 4.1.18) cannot tell them from underscores.
 */
const headerName = (name: string): string => name.toLowerCase().replaceAll("_", "-")

/** What a connector sets itself, its credentials' places among it: headers by {@link headerName}, parameters in lower case. */
interface Owned {
  readonly headers: ReadonlySet<string>
  readonly query: ReadonlySet<string>
}

/** Headers and parameters a caller may not set because the connector or its credentials do. */
const ownedOf = (
  connector: Any,
  auth: Single,
  { app, settings }: Pick<Connection, "app" | "settings">,
  // Most names do not depend on the credentials; those that a user chooses do.
  credentials: Credentials = new Proxy({}, { get: () => "x" })
): Owned => {
  const parts = credentialParts(auth, credentials)
  const known = appOf(connector, { app })
  const headers = new Set(
    Object.keys({ ...connector.http.headers?.(settings, known), ...parts.headers }).map(headerName)
  )
  // A caller may ask for another representation.
  headers.delete("accept")
  const parameters = Object.keys({ ...connector.http.query?.(settings, known), ...parts.query })
  return { headers, query: new Set(parameters.map((name) => name.toLowerCase())) }
}

/** The fault of a passthrough call, or null. */
const callFault = ({ http }: Any, call: Call, owned: Owned): InvalidCall | null => {
  if (typeof (call as Call | null | undefined)?.path !== "string") {
    return new InvalidCall({ field: "path", message: "must be a text" })
  }
  if (call.method !== undefined && !methods.has(call.method)) {
    return new InvalidCall({ field: "method", message: `must be one of ${[...methods].join(", ")}` })
  }
  const bases = Object.keys(http.bases ?? {})
  if (call.base !== undefined && !bases.includes(call.base)) {
    const message =
      bases.length === 0 ? "must be left out: the platform has one address" : `must be one of ${bases.join(", ")}`
    return new InvalidCall({ field: "base", message })
  }
  const fault = pathFault(call.path)
  if (fault !== null) return new InvalidCall({ field: "path", message: fault })
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    const field = `headers.${name}`
    const plain = headerName(name)
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return new InvalidCall({ field, message: "is not a header name" })
    if (reserved.has(plain) || reservedFamily.test(plain) || owned.headers.has(plain))
      return new InvalidCall({ field, message: "is set by the service" })
    if (value !== undefined && !isHeaderValue(value)) {
      return new InvalidCall({ field, message: "holds characters a header cannot carry" })
    }
  }
  const taken = Object.keys(call.query ?? {}).find((name) => owned.query.has(name.toLowerCase()))
  if (taken !== undefined) return new InvalidCall({ field: `params.${taken}`, message: "is set by the service" })
  return null
}

/** Fails with what keeps a caller's call from being made for a connection. */
export const demand = Effect.fnUntraced(function* (connector: Any, connection: Connection, call: Call) {
  const { settings } = connection
  const auth = authOf(connector, connection.method)
  // Headers that a user names are the connector's own too.
  const owned = ownedOf(connector, auth, connection, auth._tag === "ApiKey" ? yield* connection.credentials : undefined)
  let fault = callFault(connector, call, owned)
  if (fault === null) {
    const message = connector.http.passthrough?.(call, settings) ?? null
    if (message !== null) fault = new InvalidCall({ field: "path", message })
  }
  if (fault !== null) {
    return yield* new ConnectorError({ connector: connector.id, operation: "passthrough", reason: fault })
  }
})

/** What a client has for its connection. */
interface Parts {
  readonly connector: Any
  readonly connection: Connection
  readonly send: Send
}
/** Passes a call through. `raw` for who takes any answer of the platform for an answer. */
export const passed = Effect.fnUntraced(function* (
  { connection, connector, send }: Parts,
  call: Call,
  raw: boolean,
  isVerbatim?: IsVerbatim
) {
  yield* demand(connector, connection, call)
  const repeatable = call.method === undefined || call.method === "GET" || call.method === "HEAD"
  return yield* send(call, {
    operation: "passthrough",
    repeatable,
    raw,
    ...(isVerbatim === undefined ? {} : { isVerbatim: verbatim(isVerbatim) })
  })
})
