/**
 * API keys and what is stored of them. A key is 32 random bytes; only its HMAC is kept, so the database alone does not
 * let anybody in. The pepper of the HMAC is 32 random bytes of their own, sealed in the row `api_key_pepper` of
 * `svc_meta`: it is shared by all processes, and changing the keys of the ring rewraps it but never changes it, so
 * API keys stay valid.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHmac, randomBytes } from "node:crypto"
import { Vault, type VaultError } from "./Vault.ts"

/** What every API key starts with, so that it can be recognised when it turns up where it should not. */
export const PREFIX = "svc_"

const NAME = "api_key_pepper"
const PLACE = `svc_meta:${NAME}:value`

/** Makes and hashes API keys. */
export class ApiKeyHash extends Context.Service<
  ApiKeyHash,
  {
    /** A new API key: `svc_` and 43 characters. */
    readonly generate: Effect.Effect<Redacted.Redacted>
    /**
     * What is stored of a key: 43 characters, always the same for the same key, so rows are found by it. How long the
     * look-up takes tells nothing of a key, because nobody can choose the hash.
     */
    readonly hash: (key: Redacted.Redacted) => string
  }
>()("@svc/server/secrets/ApiKeyHash") {
  /** Needs the schema to be there. Makes the pepper at the first start, and rewraps it when the ring has a new key. */
  static readonly layer: Layer.Layer<ApiKeyHash, SqlError | VaultError, Vault | SqlClient.SqlClient> = Layer.suspend(
    () => Layer.effect(ApiKeyHash, Effect.map(pepper, make))
  )
}

const pepper = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const stored = sql<{ value: string }>`select value from svc_meta where name = ${NAME}`
  let [row] = yield* stored
  if (row === undefined) {
    const sealed = yield* vault.seal(PLACE, Redacted.make(randomBytes(32).toString("base64url")))
    yield* sql`insert into svc_meta (name, value) values (${NAME}, ${sealed}) on conflict do nothing`
    // Read again: of two processes that start together one wrote it, and both must use that one.
    ;[row] = yield* stored
  }
  const sealed = row!.value
  const secret = yield* vault.open(PLACE, sealed)
  const rewrapped = yield* vault.rotate(sealed)
  if (rewrapped !== undefined) {
    yield* sql`update svc_meta set value = ${rewrapped} where name = ${NAME} and value = ${sealed}`
  }
  return Buffer.from(Redacted.value(secret), "base64url")
})

const make = (secret: Buffer) =>
  ApiKeyHash.of({
    generate: Effect.sync(() => Redacted.make(PREFIX + randomBytes(32).toString("base64url"))),
    hash: (key) => createHmac("sha256", secret).update(Redacted.value(key)).digest("base64url")
  })
