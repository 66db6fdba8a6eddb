/** An error in the service's own words, and the id by which its log knows the request. */
import type { SvcError } from "@svc/client"

export const Fault = ({ error }: { readonly error: unknown }) => {
  const { field, message, requestId } = error as Partial<SvcError>
  return (
    <div className="notice" data-tone="bad" role="alert">
      <p>{message ?? String(error)}</p>
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
