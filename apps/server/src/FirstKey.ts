/** Sees to it that somebody can call: the operator's own key, or one that is made when there is none. */
import type { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Config } from "./Config.ts"
import { ApiKeys, operator } from "./connections/ApiKeys.ts"
import { scopes } from "./http/Caller.ts"

/** The key that was made just now, to be shown once; null when there is one already or the operator gave one. */
export const ensure = Effect.fn("FirstKey.ensure")(function* (
  config: Config
): Effect.fn.Return<Redacted.Redacted | null, ApiError.ApiError, ApiKeys> {
  const keys = yield* ApiKeys
  if (config.apiKey !== null) {
    yield* keys.seed(config.apiKey)
    return null
  }
  const caller = operator(yield* keys.organisation)
  const { data } = yield* keys.list(caller, { limit: 1, next: null, prev: null })
  if (data.length > 0) return null
  const { secret } = yield* keys.create(caller, { name: "first key", scopes })
  return Redacted.make(secret)
})

/** The same as a service, built before the server listens: the first request finds the key. */
export class FirstKey extends Context.Service<FirstKey, { readonly made: Redacted.Redacted | null }>()(
  "@svc/server/FirstKey"
) {
  static readonly layer = (config: Config): Layer.Layer<FirstKey, never, ApiKeys> =>
    Layer.effect(FirstKey, Effect.orDie(Effect.map(ensure(config), (made) => ({ made }))))
}
