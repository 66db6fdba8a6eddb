/**
 * Credentials that stay fresh: refreshed shortly before they end or when the platform refuses them, by one fiber at a
 * time. Whoever keeps the credentials (a host app's row, the server's vault) decides how they are loaded and stored.
 */
import * as Effect from "effect/Effect"
import type { Credentials } from "../contract/Auth.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { Connection } from "./Request.ts"
import * as Time from "./Time.ts"
import * as Turns from "./Turns.ts"

export interface TokenStore {
  readonly load: Effect.Effect<Credentials, ConnectorError>
  /** Asks the platform for new credentials. */
  readonly refresh: (current: Credentials) => Effect.Effect<Credentials, ConnectorError>
  /** Stores what came; answers what is stored then, which is another process's if that was quicker. */
  readonly store: (fresh: Credentials, replaced: Credentials) => Effect.Effect<Credentials, ConnectorError>
  /** Runs the renewal alone over all processes; within this process it is alone anyway. */
  readonly exclusive?: (
    renewal: Effect.Effect<Credentials, ConnectorError>
  ) => Effect.Effect<Credentials, ConnectorError>
}

/** Refreshed this long before they end, milliseconds. */
const margin = 60_000

const endsSoon = (credentials: Credentials, now: number): boolean => {
  const end = credentials["expires_at"]
  return end !== undefined && Date.parse(end) - margin < now
}

/** The `credentials` and `renew` of a connection. */
export const make = (
  tokens: TokenStore
): {
  readonly credentials: Connection["credentials"]
  readonly renew: NonNullable<Connection["renew"]>
  /** The credentials given, which were loaded just now, or newer ones when they end soon. */
  readonly fresh: (current: Credentials) => Connection["credentials"]
} => {
  const turns = Turns.make()
  const renewal = (refused: Credentials | null) =>
    Effect.gen(function* () {
      const current = yield* tokens.load
      const now = yield* Time.millis
      // Somebody else renewed them while this fiber waited.
      if (refused === null ? !endsSoon(current, now) : current["access_token"] !== refused["access_token"])
        return current
      // Between the platform's answer and the store there is no other copy of a rotated token.
      return yield* Effect.uninterruptible(
        Effect.flatMap(tokens.refresh(current), (fresh) => tokens.store(fresh, current))
      )
    })
  const renew = (refused: Credentials | null) =>
    turns.alone(tokens.exclusive === undefined ? renewal(refused) : tokens.exclusive(renewal(refused)))
  const fresh = (current: Credentials) =>
    Effect.flatMap(Time.millis, (now) => (endsSoon(current, now) ? renew(null) : Effect.succeed(current)))
  return { credentials: Effect.flatMap(tokens.load, fresh), renew, fresh }
}
