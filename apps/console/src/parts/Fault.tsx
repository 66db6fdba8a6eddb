/** An error in the service's own words, what mends it, and the id by which its log knows the request. */
import type { SvcError } from "@svc/client"

/** What one does about it, by its code, where the service's words do not say so. */
const remedies: Readonly<Record<string, string>> = {
  unreachable: "Look whether the service runs and this machine reaches it; the page asks again by itself.",
  "timed-out": "The service is busy: wait a moment, or ask for less by a filter.",
  unauthenticated: "Sign in again.",
  "operation-denied": "Sign in with an API key that may, or have somebody do it who has one.",
  "not-found": "It may have been erased or ended meanwhile: look for it in its list.",
  conflict: "Look at it again: it is not any more as it was when the page showed it.",
  "rate-limited": "Wait a moment: much was asked for.",
  "platform-unavailable": "Look at the calls of the connection, and try again later.",
  "platform-timeout": "Look at the calls of the connection, and try again later.",
  "platform-error": "Look at the calls of the connection for what the platform answered.",
  "platform-denied": "Look whether the credentials are granted it; a link to reconnect asks for it anew.",
  "unknown-outcome": "Look at the platform whether it was done before it is tried again.",
  "unknown-error": "Look in the log of the service for the request below."
}

export const Fault = ({ error }: { readonly error: unknown }) => {
  const { code, field, message, requestId, retryAfter } = error as Partial<SvcError>
  const remedy = code === undefined ? undefined : remedies[code]
  return (
    <div className="notice" data-tone="bad" role="alert">
      <p>{message ?? String(error)}</p>
      {remedy === undefined ? null : <p>{remedy}</p>}
      {retryAfter == null ? null : <p>It may be asked again in {retryAfter} s.</p>}
      {field ? (
        <p className="soft">
          It is about <code>{field}</code>.
        </p>
      ) : null}
      {requestId ? (
        <p className="soft">
          Request <code>{requestId}</code>
        </p>
      ) : null}
    </div>
  )
}
