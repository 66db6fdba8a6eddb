/**
 * Seals secrets for storage. Each has a data key of its own, which is wrapped with the current key of the ring, so
 * changing that key rewraps a few bytes and leaves the secret as it is. Where a secret is stored is part of the seal:
 * copied to another row it does not open.
 */
import * as Context from "effect/Context"
import * as Aead from "effect/crypto/Aead"
import * as KeyWrap from "effect/crypto/KeyWrap"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Key, KeyRing } from "./KeyRing.ts"

/**
 * A sealed secret cannot be opened: `unknown-key` when its key is not in the ring, `malformed` when it is no sealed
 * secret, `refused` when it was changed or belongs to another place.
 */
export class VaultError extends Data.TaggedError("VaultError")<{
  readonly reason: "unknown-key" | "malformed" | "refused"
  readonly message: string
}> {}

const Sealed = Schema.Struct({
  v: Schema.Literal(1),
  /** Name of the key that wraps the data key. */
  kid: Schema.String,
  /** The wrapped data key. */
  dek: Schema.Uint8ArrayFromBase64Url,
  iv: Schema.Uint8ArrayFromBase64Url,
  ct: Schema.Uint8ArrayFromBase64Url
})
const SealedJson = Schema.fromJsonString(Sealed)

/** Sealed secrets are JSON texts; a `place` is the row and column of one, such as `connections:42:credentials`. */
export class Vault extends Context.Service<
  Vault,
  {
    /** Seals a secret for a place. The same secret sealed twice gives two different texts. */
    readonly seal: (place: string, secret: Redacted.Redacted) => Effect.Effect<string>
    /** Opens what was sealed for the same place. */
    readonly open: (place: string, sealed: string) => Effect.Effect<Redacted.Redacted, VaultError>
    /** The same secret under the current key of the ring; undefined when it already is. */
    readonly rotate: (sealed: string) => Effect.Effect<string | undefined, VaultError>
    /** The name of the current key: what is sealed with another is to be rotated. */
    readonly currentKey: string
  }
>()("@svc/server/secrets/Vault") {
  /** The vault over the keys of a {@link KeyRing}. */
  static readonly layer: Layer.Layer<Vault, never, KeyRing> = Layer.suspend(() =>
    Layer.effect(Vault, make).pipe(
      Layer.provide([Aead.layerWebCrypto, KeyWrap.layerWebCrypto]),
      Layer.provide(SecureRandom.layerWebCrypto)
    )
  )
}

const make = Effect.gen(function* () {
  const aead = yield* Aead.Aead
  const wrapper = yield* KeyWrap.KeyWrap
  const random = yield* SecureRandom.SecureRandom
  const ring = yield* KeyRing
  const wrapKey = (key: Key) => Effect.orDie(KeyWrap.key(KeyWrap.aes256Kw, Redacted.value(key.bytes)))
  const current = yield* wrapKey(ring.current)
  const keys = new Map(
    yield* Effect.forEach(ring.all.values(), (key) => Effect.map(wrapKey(key), (wrap) => [key.id, wrap] as const))
  )

  const parse = (sealed: string) =>
    Schema.decodeEffect(SealedJson)(sealed).pipe(
      Effect.mapError(() => new VaultError({ reason: "malformed", message: "This is not a sealed secret." }))
    )
  const refused = () =>
    new VaultError({ reason: "refused", message: "A sealed secret was changed, or belongs to another place." })
  const dataKey = Effect.fnUntraced(function* (sealed: typeof Sealed.Type) {
    const key = keys.get(sealed.kid)
    if (key === undefined) {
      return yield* new VaultError({
        reason: "unknown-key",
        message: `A secret was sealed with the key ${sealed.kid}, which is not among the given keys.`
      })
    }
    return yield* Effect.mapError(wrapper.unwrap(key, Aead.aes256Gcm, sealed.dek), refused)
  })
  const encode = Schema.encodeEffect(SealedJson)

  return Vault.of({
    currentKey: ring.current.id,
    seal: Effect.fnUntraced(function* (place, secret) {
      const key = yield* aead.generateKey(Aead.aes256Gcm)
      const iv = yield* random.randomBytes(Aead.aes256Gcm.nonceLength)
      const ct = yield* aead.encrypt(key, utf8(Redacted.value(secret)), { nonce: iv, aad: utf8(place) })
      return yield* encode({ v: 1, kid: ring.current.id, dek: yield* wrapper.wrap(current, key), iv, ct })
    }, Effect.orDie),
    open: Effect.fnUntraced(function* (place, sealed) {
      const parts = yield* parse(sealed)
      const key = yield* dataKey(parts)
      const bytes = yield* aead
        .decrypt(key, parts.ct, { nonce: parts.iv, aad: utf8(place) })
        .pipe(Effect.mapError(refused))
      return Redacted.make(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))
    }),
    rotate: Effect.fnUntraced(function* (sealed) {
      const parts = yield* parse(sealed)
      if (parts.kid === ring.current.id) return undefined
      const key = yield* dataKey(parts)
      const dek = yield* Effect.orDie(wrapper.wrap(current, key))
      return yield* Effect.orDie(encode({ ...parts, kid: ring.current.id, dek }))
    })
  })
})

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
