/** How Busy says that something went wrong: with status 200, in two headers. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"

const reasons: ReadonlyArray<readonly [RegExp, NonNullable<ConnectorError.PlatformFailure["reason"]>]> = [
  // Nothing can be done before somebody opens it.
  [/open a company|no company|company .*not (?:open|found|exist)/i, "Forbidden"],
  [
    /(?:user ?name|user|password|login).*(?:invalid|incorrect|wrong|not match|does not exist|not found)/i,
    "AuthExpired"
  ],
  [/(?:invalid|incorrect|wrong) (?:user|password|login)/i, "AuthExpired"],
  [/not authori[sz]ed|no rights?|access denied|permission/i, "Forbidden"],
  [/already exists?|duplicate/i, "Conflict"]
]

export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body, headers }) => {
  const result = headers["result"]?.trim().toUpperCase()
  if (result === "T") return null
  const said = headers["description"]?.trim()
  if (result === undefined) {
    return { reason: "Forbidden", message: "What answers at this address is not the Busy web service." }
  }
  const message = said || (typeof body === "string" && body.slice(0, 200)) || "Busy answered that it could not do this."
  return { message, reason: reasons.find(([pattern]) => pattern.test(message))?.[1] ?? "Rejected" }
}

/** An answer of status 400 and above is that of the agent or tunnel in front of it. */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body }) => {
  const message = typeof body === "string" ? body.slice(0, 200) : (Call.at(body, "message") ?? Call.at(body, "error"))
  return typeof message === "string" && message !== "" ? { message } : {}
}
