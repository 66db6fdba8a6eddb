/**
 * What is told of each call that was made to a platform: enough to see what was asked and how it went, and nothing that opens
 * something. There is no body, no header and no value of a query in it.
 */
import * as Time from "./Time.ts"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { isConnectorError } from "../contract/ConnectorError.ts"
import type { CallMade, Observe, Told } from "./Transport.ts"

export type { CallMade } from "./Transport.ts"
/** Told of each call in the fiber that made it. */
export type OnCall = Told

/** The same for all clients of a program in Effect; whoever makes a layer of clients may set it. */
export const OnCall = Context.Reference<OnCall | undefined>("@svc/core/OnCall", { defaultValue: () => undefined })

const longest = 300
const mail = /[^/]*(?:@|%40)[^/]*/gi
/** A path as it may be shown, its secrets taken out. */
const shownPath = (path: string): string => {
  const own = path.replace(mail, "…")
  return own.length > longest ? `${own.slice(0, longest)}…` : own
}

/** Why a call has no answer, and the status of one that could not be taken. */
const failureOf = (cause: Cause.Cause<unknown>): { readonly failure: string; readonly status: number | null } => {
  if (Cause.hasInterruptsOnly(cause)) return { failure: "Interrupted", status: null }
  const error = Cause.squash(cause)
  if (isConnectorError(error)) {
    const { reason } = error
    return { failure: reason._tag, status: ("status" in reason ? reason.status : undefined) ?? null }
  }
  const isLate = (error as { readonly _tag?: unknown } | null)?._tag === "TimeoutError"
  return { failure: isLate ? "TimedOut" : "Unavailable", status: null }
}

/** Makes calls and tells of each. */
export const observing =
  (told: OnCall): Observe =>
  ({ method, url }, { asked, attempt, clean, connector, key, operation }, call) =>
    Time.clockWith((clock) => {
      const at = clock.currentTimeMillisUnsafe()
      return Effect.onExit(call, (exit) => {
        const { failure, status } =
          exit._tag === "Success" ? { failure: null, status: exit.value.status } : failureOf(exit.cause)
        // In one go: an address has no ends of lines.
        const [host = "", path = "", ...query] = clean(
          [url.hostname, url.pathname, ...new Set(url.searchParams.keys())].join("\n")
        ).split("\n")
        return told({
          connector,
          key,
          operation,
          method,
          host,
          path: shownPath(path),
          query,
          status,
          failure,
          at,
          milliseconds: Math.max(0, clock.currentTimeMillisUnsafe() - at),
          attempt,
          waited: Math.max(0, at - asked)
        })
      })
    })

/** The same for who knows functions only. */
export const observingOf = (onCall: (call: CallMade) => void): Observe =>
  observing((made) =>
    Effect.sync(() => {
      try {
        onCall(made)
      } catch {
        // A log that fails fails no call.
      }
    })
  )
