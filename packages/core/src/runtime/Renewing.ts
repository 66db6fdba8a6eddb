/**
 * Renews the tokens that a host app stores. A rotated refresh token is held until the store has it, and nobody uses its access
 * token before.
 */
import * as Effect from "effect/Effect"
import type { Credentials } from "../contract/Auth.ts"
import { AuthExpired, ConnectorError } from "../contract/ConnectorError.ts"
import type { Values } from "../contract/Setting.ts"
import { failed, type Stored } from "./Hosted.ts"
import * as OAuth from "./OAuth.ts"
import * as Time from "./Time.ts"
import { Sender } from "./Transport.ts"

/** The settings that came with fresh tokens. */
const granted = new WeakMap<Credentials, Values>()

/** Milliseconds before each further attempt to reach the store. */
const pauses = [100, 400, 1600]

const isSame = (a: Credentials, b: Credentials): boolean =>
  a["access_token"] === b["access_token"] && a["refresh_token"] === b["refresh_token"]

/** Stores fresh tokens; answers what is stored then, which is another process's if that was quicker. */
export const put = Effect.fnUntraced(function* (
  { connector, keeping, read, settings, store }: Stored,
  fresh: Credentials,
  replaced: Credentials
) {
  keeping.unstored = { fresh, replaced }
  const swap = Effect.suspend(() => store.swap(fresh, replaced, granted.get(fresh) ?? settings)).pipe(
    Effect.mapError(
      failed(connector, "store of credentials (swap)", { secrets: Object.values({ ...replaced, ...fresh }) })
    )
  )
  const isOurs = yield* pauses.reduce(
    (attempt, pause) => Effect.catch(attempt, () => Effect.andThen(Time.sleep(pause), swap)),
    swap
  )
  if (keeping.unstored?.fresh === fresh) keeping.unstored = null
  return isOurs ? fresh : yield* read
})

/** A refused refresh token ends the connection only if nobody else has used and replaced it. */
const overtaken = Effect.fnUntraced(function* ({ read, store }: Stored, current: Credentials, error: ConnectorError) {
  for (const pause of store.exclusive === undefined ? [0, ...pauses] : [0]) {
    yield* Time.sleep(pause)
    const now = yield* read
    if (!isSame(now, current)) return now
  }
  return yield* error
})

/** Asks the platform for new credentials. */
export const refresh = (own: Stored, current: Credentials): Effect.Effect<Credentials, ConnectorError> => {
  const { app, auth, connector, settings, transport } = own
  return auth._tag !== "OAuth2"
    ? Effect.fail(
        new ConnectorError({
          connector: connector.id,
          operation: "refresh",
          reason: new AuthExpired({ message: "These credentials cannot be refreshed." })
        })
      )
    : OAuth.renew(connector, auth, { redirectUri: "", ...app }, settings, current).pipe(
        Effect.map((fresh) => {
          granted.set(fresh.credentials, fresh.settings)
          return fresh.credentials
        }),
        Effect.provideService(Sender, transport),
        Effect.catchIf(
          ({ reason }) => reason._tag === "AuthExpired",
          (error) => overtaken(own, current, error)
        )
      )
}
