/** How Tally says that something went wrong: with status 200, in the text. */
import type { Connector, ConnectorError } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const reasons: ReadonlyArray<readonly [RegExp, NonNullable<ConnectorError.PlatformFailure["reason"]>]> = [
  // A company that is closed or of another name: nothing can be done before somebody opens it.
  [/could not (find|set|load) .*company|company .*(not (open|loaded|found)|does not exist)|no company/i, "Forbidden"],
  [/already exists|duplicate/i, "Conflict"]
]
const textOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === "string" ? (Normalize.text(one) ?? []) : []
  )

/** Where an answer holds what is wrong, or the counters of an import. */
export const places = ["ENVELOPE.BODY.DATA.IMPORTRESULT", "ENVELOPE.BODY.DATA", "ENVELOPE.BODY", "ENVELOPE", "RESPONSE"]

export const failureInside: NonNullable<Connector.Http<any>["failureInside"]> = ({ body }) => {
  const lines = [...new Set(places.flatMap((place) => textOf(Call.at(body, `${place}.LINEERROR`))))]
  // Quirk: a request that is not understood is answered with a text alone.
  const bare = textOf(Call.at(body, "RESPONSE"))
  const status = Normalize.text(Call.at(body, "ENVELOPE.HEADER.STATUS") ?? null)
  if (lines.length === 0 && bare.length === 0 && status !== "0") return null
  const message = [...lines, ...bare].join("; ") || "Tally answered that it could not do this."
  const field = /^(?:Ledger|Stock Item|Unit|Godown|Cost Cent(?:re|er)|Voucher Type) '([^']*)' does not exist/i.exec(
    message
  )
  return {
    message,
    ...(field === null ? {} : { field: field[1] }),
    reason: reasons.find(([pattern]) => pattern.test(message))?.[1] ?? "Rejected"
  }
}

/** An answer of status 400 and above is not Tally's but that of the agent or tunnel in front of it. */
export const failure: NonNullable<Connector.Http<any>["failure"]> = ({ body }) => {
  const message = typeof body === "string" ? body.slice(0, 200) : (Call.at(body, "message") ?? Call.at(body, "error"))
  return typeof message === "string" && message !== "" ? { message } : {}
}
