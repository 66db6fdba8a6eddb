/**
 * What is told of each call that was made to a platform: enough to see what was asked and how it went, and nothing that opens
 * something. There is no body, no header and no value of a query in it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Outgoing, Transport } from "./Transport.ts"

/** A call that was made. */
export interface CallMade {
  /** The connector's id. */
  readonly connector: string
  /** The key of the connection; null of a call for tokens. */
  readonly key: string | null
  /** What it was made for: `list CONTACTS`, `write INVOICES`, `passthrough`, `refresh`, `check the connection`. */
  readonly operation: string
  readonly method: string
  readonly host: string
  /** Without the connection's secrets and mail addresses, and cut where it is long. */
  readonly path: string
  /** Names of the query's parameters. */
  readonly query: ReadonlyArray<string>
  /** Null where no answer came. */
  readonly status: number | null
  /** Why no answer could be taken: a reason of `ConnectorError`, or `Interrupted`. Null where one came and could be read. */
  readonly failure: string | null
  /** When it was sent, milliseconds since 1970. */
  readonly at: number
  /** Until its answer was read, or until it failed. */
  readonly milliseconds: number
  /** How often the same call was sent by then, this one included. */
  readonly attempt: number
  /** Milliseconds for which it had waited for its turn in the rate budget. */
  readonly waited: number
}
/** Told of each call in the fiber that made it. It must not fail, and the call's caller waits for it. */
export type OnCall = (call: CallMade) => Effect.Effect<void>

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
/** A path as it may be shown. */
export const shownPath = (path: string, clean: (text: string) => string): string => {
  const own = clean(path).replace(mail, "…")
  return own.length > longest ? `${own.slice(0, longest)}…` : own
}

/** How a call is told of. */
export interface Telling extends Pick<CallMade, "connector" | "key" | "operation" | "attempt"> {
  /** When it was to be sent, milliseconds since 1970. */
  readonly asked: number
  readonly clean: (text: string) => string
}
const millis = Effect.clockWith((clock) => clock.currentTimeMillis)

/** Makes a call and tells of it; `reasonOf` names a failure of its own. */
export const observed = <A extends { readonly status: number }, E>(
  told: OnCall | undefined,
  { method, url }: Pick<Outgoing, "method" | "url">,
  { asked, clean, ...about }: Telling,
  call: Effect.Effect<A, E>,
  reasonOf: (error: E) => { readonly tag: string; readonly status?: number | undefined }
): Effect.Effect<A, E> =>
  told === undefined
    ? call
    : Effect.flatMap(millis, (at) =>
        Effect.onExit(call, (exit) =>
          Effect.flatMap(millis, (now) => {
            const error = Exit.isSuccess(exit) ? undefined : Exit.findErrorOption(exit)
            const failed = error === undefined || error._tag === "None" ? null : reasonOf(error.value)
            return told({
              ...about,
              method,
              host: clean(url.hostname),
              path: shownPath(url.pathname, clean),
              query: [...new Set(url.searchParams.keys())].map((name) => clean(name)),
              status: Exit.isSuccess(exit) ? exit.value.status : (failed?.status ?? null),
              failure: Exit.isSuccess(exit) ? null : (failed?.tag ?? "Interrupted"),
              at,
              milliseconds: Math.max(0, now - at),
              waited: Math.max(0, at - asked)
            })
          })
        )
      )
