/**
 * The keys that seal secrets, by name; the first seals, the others only open what they sealed before. They come from
 * the environment, or from a file in the data folder that is made at the first start.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import * as FolderCheck from "../database/FolderCheck.ts"

/** The keys cannot be read; `message` says what is wrong with them, and never holds one. */
export class KeyRingFailure extends Data.TaggedError("KeyRingFailure")<{ readonly message: string }> {}

export interface Key {
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Redacted.Redacted<Uint8Array>
}

export interface KeyRingConfig {
  /** The value of `SVC_SECRET_KEYS`: `id:base64,id2:base64`, 32 bytes each, the current one first. */
  readonly keys: Option.Option<Redacted.Redacted>
  /** Where the key file is made and read when there is no such value. */
  readonly dataDir: string
}

/** Name of the key file in the data folder. Who has this file and the database has the secrets. */
export const KEY_FILE = FolderCheck.KEY_FILE

/** The keys of the installation, the current one first; at least one. */
export class KeyRing extends Context.Service<
  KeyRing,
  { readonly current: Key; readonly all: ReadonlyMap<string, Key> }
>()("@svc/server/secrets/KeyRing") {
  static readonly layer = (config: KeyRingConfig): Layer.Layer<KeyRing, KeyRingFailure> =>
    Layer.effect(
      KeyRing,
      Effect.gen(function* () {
        const value = config.keys._tag === "Some" ? Redacted.value(config.keys.value) : yield* keyFile(config.dataDir)
        const keys = yield* parse(value)
        const current = keys.values().next().value
        if (current === undefined) return yield* new KeyRingFailure({ message: "There is no key in the key ring." })
        return { current, all: keys }
      })
    )
}

/** Reads `id:base64,…` (commas or line ends between keys). */
export const parse = Effect.fnUntraced(function* (
  value: string
): Effect.fn.Return<ReadonlyMap<string, Key>, KeyRingFailure> {
  const keys = new Map<string, Key>()
  for (const [index, entry] of value.split(/[,\n]/).entries()) {
    const text = entry.trim()
    if (text === "") continue
    const colon = text.indexOf(":")
    const id = text.slice(0, Math.max(colon, 0))
    if (!/^[A-Za-z0-9._-]{1,40}$/.test(id)) {
      return yield* new KeyRingFailure({
        message: `Secret key ${index + 1} has no usable name: write each as name:base64, separated by commas.`
      })
    }
    if (keys.has(id)) return yield* new KeyRingFailure({ message: `Two secret keys are named ${id}.` })
    const bytes = Result.getOrElse(Encoding.decode(text.slice(colon + 1)), () => new Uint8Array())
    if (bytes.length !== 32) {
      return yield* new KeyRingFailure({ message: `The secret key ${id} is not 32 bytes in base64.` })
    }
    keys.set(id, { id, bytes: Redacted.make(bytes) })
  }
  return keys
})

/** The text of the key file, which is made when there is none, for its owner alone. */
const keyFile = (dataDir: string): Effect.Effect<string, KeyRingFailure> =>
  Effect.try({
    try: () => {
      const path = makeKeyFile(dataDir)
      chmodSync(path, 0o600)
      return readFileSync(path, "utf8")
    },
    catch: (cause) =>
      new KeyRingFailure({
        message: `The key file in ${dataDir} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })

/** Makes the key file of a folder if there is none, and gives its path. Throws what the file system says. */
export const makeKeyFile = (dataDir: string): string => {
  const path = join(dataDir, KEY_FILE)
  if (existsSync(path)) return path
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.draft`
  const fd = openSync(draft, "w", 0o600)
  try {
    writeSync(fd, `k${Date.now().toString(36)}:${randomBytes(32).toString("base64")}\n`)
    // On disk before anything is sealed with it: a lost key is every secret lost.
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  try {
    // A link never replaces a file, so of two that start together one makes the key and both read it.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}
