/** What is known of a request from its first line on: its id, when it came, and the route it is for. */
import type { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { randomUUID } from "node:crypto"
import type { Limit } from "../Limits.ts"

/** The turn of a request under way to be worked on; `Turns.ts` gives it. */
export interface Turn {
  /** What follows until {@link back} is no work. */
  readonly leave: () => void
  /** Waits until it is this request's turn again. */
  readonly back: Effect.Effect<void>
  /** The same without waiting, for who was interrupted. */
  readonly returned: () => void
  /** The request is large: waits for its turn among such; one that `isBegun` is never refused. */
  readonly enlarge: (isBegun: boolean) => Effect.Effect<void, ApiError.ApiError>
  /** After a piece of a large request's work that had the thread for so many milliseconds: others have it for as long. */
  readonly rest: (took: number) => Effect.Effect<void>
  readonly end: () => void
}

export interface RequestFacts {
  readonly id: string
  readonly since: Date
  /** Where it came from, as the trusted proxies in front tell it; null when nobody knows. */
  readonly address: string | null
  /** How many faults a refusal of it names; null where nobody says. */
  readonly faults: Limit | null
  /** Whose key it came with; null before that is known, and where it came with none. */
  organisation: number | null
  /** Its turn to be worked on; null where it needs none. */
  turn: Turn | null
  /** Gives back what the request holds; set by whoever holds something for it. */
  release: (() => void) | null
  /** How many requests the caller's key has left, for how many seconds; null where nobody counts. */
  rate: { readonly limit: number; readonly left: number; readonly reset: number } | null
  /** Whether its caller may keep the answer and ask later whether it is still the same. */
  mayBeKept: boolean
}
export class RequestInfo extends Context.Service<RequestInfo, RequestFacts>()("@svc/server/http/RequestInfo") {}

/** The facts of the request under way; made up when there is none. */
export const current: Effect.Effect<RequestFacts> = Effect.map(Effect.serviceOption(RequestInfo), (found) =>
  found._tag === "Some" ? found.value : begin(undefined, null)
)

/** The address a request comes from, as the trusted proxies in front tell it. */
export const addressOf = (
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">,
  proxies: number
): string => {
  const hops = (request.headers["x-forwarded-for"] ?? "").split(",").map((hop) => hop.trim())
  const told = proxies === 0 ? undefined : hops.at(-proxies)
  return told || Option.getOrElse(request.remoteAddress, () => "unknown")
}

const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** A caller's own id is kept when it is a sane token. */
export const begin = (
  given: string | undefined,
  address: string | null,
  faults: Limit | null = null
): RequestFacts => ({
  id: given !== undefined && sane.test(given) ? given : randomUUID(),
  since: new Date(),
  address,
  faults,
  organisation: null,
  turn: null,
  release: null,
  rate: null,
  mayBeKept: false
})

/** Gives something back when the request under way is over. */
export const atEnd = (release: () => void): Effect.Effect<void> =>
  Effect.map(current, (facts) => {
    const { release: earlier } = facts
    facts.release =
      earlier === null
        ? release
        : () => {
            earlier()
            release()
          }
  })
