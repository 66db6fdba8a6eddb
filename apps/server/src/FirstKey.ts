/**
 * Sees to it that somebody can call: the operator's own key, or one that is made when there is none. That one is told at
 * once, before anything else of the start can fail: on a terminal, or else in a file, since what a container says is kept.
 */
import type { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "./Config.ts"
import { ApiKeys, operator } from "./connections/ApiKeys.ts"
import { scopes } from "./http/Caller.ts"

/** Name of the file in the data folder. */
export const FILE = "first-api-key"

/**
 * `Own`: the operator gave one; `ended` says why it is refused, null when it is not. `There`: some key was made before.
 * `Shown`: made now, and told on the terminal. `File`: made now, and in that file. `Nowhere`: none could be told, so none
 * was made.
 */
export type Outcome =
  | { readonly _tag: "Own"; readonly ended: "revoked" | "replaced" | "expired" | null }
  | { readonly _tag: "There" | "Shown" }
  | { readonly _tag: "File" | "Nowhere"; readonly path: string }

/** What is said of a configured key that has ended. */
export const endedSentence = (why: string): string =>
  `The key in SVC_API_KEY was ${why}, and stays refused: set another one, or make one with \`pnpm svc keys create\`.`

export const ensure = Effect.fn("FirstKey.ensure")(function* (
  config: Config
): Effect.fn.Return<Outcome, ApiError.ApiError, ApiKeys> {
  const keys = yield* ApiKeys
  if (config.apiKey !== null) {
    const seeded = yield* keys.seed(config.apiKey)
    if (seeded._tag === "Valid") return { _tag: "Own", ended: null }
    yield* Effect.logWarning(endedSentence(seeded.why))
    return { _tag: "Own", ended: seeded.why }
  }
  const caller = operator(yield* keys.organisation)
  const { data } = yield* keys.list(caller, new URLSearchParams({ limit: "1" }))
  if (data.length > 0) return { _tag: "There" }
  const create = Effect.map(keys.create(caller, { name: "first key", scopes }), ({ secret }) => Redacted.make(secret))
  if (process.stdout.isTTY) {
    const secret = yield* create
    process.stdout.write(`Your API key, shown only this once:\n  export KEY=${Redacted.value(secret)}\n`)
    return { _tag: "Shown" }
  }
  const path = join(config.dataDir, FILE)
  const fd = yield* Effect.sync(() => open(config.dataDir, path))
  if (fd === null) return { _tag: "Nowhere", path }
  return yield* Effect.flatMap(create, (secret) =>
    Effect.sync((): Outcome => {
      writeSync(fd, `${Redacted.value(secret)}\n`)
      fsyncSync(fd)
      return { _tag: "File", path }
    })
  ).pipe(Effect.ensuring(Effect.sync(() => closeSync(fd))))
})

/** A new file for its owner alone; null where none can be made. */
const open = (folder: string, path: string): number | null => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Of an installation before: made anew, so that nobody who may read it reads the new one.
    rmSync(path, { force: true })
    return openSync(path, "wx", 0o600)
  } catch {
    return null
  }
}

/** The same as a service, built before the server listens: the first request finds the key. */
export class FirstKey extends Context.Service<FirstKey, { readonly outcome: Outcome }>()("@svc/server/FirstKey") {
  static readonly layer = (config: Config): Layer.Layer<FirstKey, never, ApiKeys> =>
    Layer.effect(FirstKey, Effect.orDie(Effect.map(ensure(config), (outcome) => ({ outcome }))))
}
