/**
 * What is told of each call that was made to a platform: enough to see what was asked and how it went, and nothing that opens
 * something. There is no body, no header and no value of a query in it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { CallMade, Outgoing, Told, Transport } from "./Transport.ts"

export type { CallMade } from "./Transport.ts"
/** Told of each call in the fiber that made it. */
export type OnCall = Told

/** The same for all clients of a program in Effect; whoever makes a layer of clients may set it. */
export const OnCall = Context.Reference<OnCall | undefined>("@svc/core/OnCall", { defaultValue: () => undefined })

/** A transport of which each call is told. */
export const telling = (transport: Transport, told: OnCall | undefined): Transport =>
  told === undefined
    ? transport
    : Object.assign((outgoing: Outgoing) => transport(outgoing), {
        told,
        ...(transport.traced === undefined ? {} : { traced: transport.traced })
      })

/** The same for who knows functions only. What a function throws is its own affair. */
export const tellingOf = (transport: Transport, onCall: ((call: CallMade) => void) | undefined): Transport =>
  telling(transport, onCall === undefined ? undefined : (made) => Effect.ignoreCause(Effect.sync(() => onCall(made))))

const longest = 300
const mail = /[^/]*(?:@|%40)[^/]*/gi
/** A path as it may be shown, its secrets taken out. */
const shownPath = (path: string): string => {
  const own = path.replace(mail, "…")
  return own.length > longest ? `${own.slice(0, longest)}…` : own
}

/** How a call is told of. */
export interface Telling extends Pick<CallMade, "connector" | "key" | "operation" | "attempt"> {
  /** When it was to be sent, milliseconds since 1970. */
  readonly asked: number
  readonly clean: (text: string) => string
}

/** Makes a call and tells of it; `reasonOf` names a failure of its own. */
export const observed = <A extends { readonly status: number }, E>(
  told: OnCall,
  { method, url }: Pick<Outgoing, "method" | "url">,
  { asked, attempt, clean, connector, key, operation }: Telling,
  call: Effect.Effect<A, E>,
  reasonOf: (error: E) => { readonly tag: string; readonly status?: number | undefined }
): Effect.Effect<A, E> =>
  Effect.clockWith((clock) => {
    const at = clock.currentTimeMillisUnsafe()
    return Effect.onExit(call, (exit) => {
      const answer = Exit.isSuccess(exit) ? exit.value : undefined
      const error = answer === undefined ? Exit.findErrorOption(exit as Exit.Exit<A, E>) : undefined
      const failed = error?._tag === "Some" ? reasonOf(error.value) : undefined
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
        status: answer?.status ?? failed?.status ?? null,
        failure: answer === undefined ? (failed?.tag ?? "Interrupted") : null,
        at,
        milliseconds: Math.max(0, clock.currentTimeMillisUnsafe() - at),
        attempt,
        waited: Math.max(0, at - asked)
      })
    })
  })
