/** Errors: both interfaces name the exception of Odoo's own code, which says more than the status. */
import type { ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"

const reasons: ReadonlyArray<readonly [RegExp, NonNullable<ConnectorError.PlatformFailure["reason"]>]> = [
  [/AccessDenied|Unauthorized|SessionExpired/, "AuthExpired"],
  [/AccessError$|Forbidden$/, "Forbidden"],
  [/TooManyRequests$/, "RateLimited"],
  [/MissingError$|NotFound$/, "NotFound"],
  // The server has tried again itself by then; somebody else was writing the same rows.
  [/Serialization|Deadlock|LockNotAvailable|ConcurrencyError|OperationalError|ServiceUnavailable/, "Unavailable"],
  [/UniqueViolation/, "Conflict"]
]

/** What each version says of a model whose module is not installed. */
const isUnknownModel = (name: string, said: string) =>
  /object '?[\w.]+'? doesn.?t exist|model '?[\w.]+'? does not exist/i.test(said) ||
  (name.endsWith("KeyError") && /^'?\w+(\.\w+)+'?$/.test(said))

/** Reads an error of either interface. Each call is a transaction, so what Odoo itself refuses was not done. */
export const failure = ({ body }: { readonly body: unknown }): ConnectorError.PlatformFailure => {
  const own = Call.at(body, "error.data") ?? Call.at(body, "error") ?? body
  const [name, said] = [Call.at(own, "name"), Call.at(own, "message")]
  const message = typeof said === "string" ? said : undefined
  // Never `debug`, which is the trace of the server's code.
  if (typeof name !== "string") return { message, body: Call.present({ message }) }
  if (isUnknownModel(name, message ?? "")) return { reason: "Unsupported", message, applied: false }
  const reason = reasons.find(([pattern]) => pattern.test(name))?.[1] ?? "Rejected"
  return { reason, message, body: Call.present({ name, message }), applied: false }
}

/** The older interface answers errors with 200. */
export const failureInside = ({ body }: { readonly body: unknown }): ConnectorError.PlatformFailure | null =>
  Call.at(body, "jsonrpc") !== undefined && Call.at(body, "error") !== undefined ? failure({ body }) : null
