/** What calls to platforms are made for: whoever makes them in turn for something says so once, around all of them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Calls } from "@svc/core/api"
import type { Made } from "@svc/core/runtime"

export type Purpose = (typeof Calls.purposes)[number]
/** What was asked of a platform for one piece of work, until somebody has counted it. */
export interface Tally {
  calls: number
  waited: number
}
export interface CallFor {
  /** Where the operation itself does not tell. */
  readonly purpose?: Purpose
  readonly syncId?: number
  readonly tally?: Tally
  readonly uploadJobId?: string
  /** Of a call that is not made through a client of the connection. */
  readonly connectionId?: number
  /** Of a call before there is a connection. */
  readonly organisationId?: number
  readonly companyId?: number
}
export const CallFor = Context.Reference<CallFor>("@svc/server/outbound/CallFor", { defaultValue: () => ({}) })

/** Calls of this are made for that, beside what they are known to be for. */
export const calling =
  (about: CallFor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CallFor, (known) => Effect.provideService(effect, CallFor, { ...known, ...about }))

/** The connection that a call was made through; null before there is one. */
export const connectionOf = (made: Pick<Made.CallMade, "key">, about: CallFor): number | null => {
  const named = /^connection:(\d+)/.exec(made.key ?? "")?.[1]
  return named === undefined ? (about.connectionId ?? null) : Number(named)
}

const told: Readonly<Record<string, Purpose>> = {
  passthrough: "passthrough",
  "check the connection": "check",
  "check the client": "check",
  refresh: "refresh",
  "log in": "refresh",
  "find out the account": "connect",
  disconnect: "disconnect",
  revoke: "disconnect",
  "upload DOCUMENTS": "write",
  receive: "webhook",
  "list webhooks": "subscribe",
  "register a webhook": "subscribe",
  "renew a webhook": "subscribe",
  "remove a webhook": "subscribe"
}
/** What a call of an operation is for. */
export const purposeOf = (operation: string, { purpose }: CallFor): Purpose => {
  // Tokens for the client itself are asked for when it connects, and from then on to renew them.
  if (operation === "authorise") return purpose === "connect" ? "connect" : "refresh"
  return told[operation] ?? purpose ?? (operation.startsWith("write ") ? "write" : "other")
}
