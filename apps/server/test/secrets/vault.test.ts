import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { KEY_FILE, KeyRing } from "../../src/secrets/KeyRing.ts"
import { Vault } from "../../src/secrets/Vault.ts"
import * as Databases from "../support/Databases.ts"

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
const withKeys = (...keys: ReadonlyArray<string>) =>
  Vault.layer.pipe(
    Layer.provide(KeyRing.layer({ keys: Option.some(Redacted.make(keys.join(","))), dataDir: "unused" }))
  )
const inFolder = (dataDir: string) => Vault.layer.pipe(Layer.provide(KeyRing.layer({ keys: Option.none(), dataDir })))

const [k1, k2] = [key("k1", 1), key("k2", 2)]
const place = "connections:42:credentials"
const secret = Redacted.make(JSON.stringify({ access_token: "\uFEFFa\u{1F600}".repeat(300) }))
const seal = Vault.use((vault) => vault.seal(place, secret))
const open = (sealed: string, at = place) => Vault.use((vault) => vault.open(at, sealed))
const reason = (effect: Effect.Effect<unknown, { readonly reason: string }, Vault>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason)

describe("the vault", () => {
  it.effect("opens what it sealed, never seals alike, and never shows the secret", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* seal, yield* seal]
      assert.notStrictEqual(one, two)
      assert.notInclude(one, "access_token")
      const opened = yield* open(one)
      assert.strictEqual(Redacted.value(opened), Redacted.value(secret))
      assert.notInclude(`${opened} ${JSON.stringify(opened)}`, "access_token")
    }).pipe(Effect.provide(withKeys(k1)))
  )

  it.effect("refuses what was changed, moved, or is no sealed secret", () =>
    Effect.gen(function* () {
      const sealed = yield* seal
      assert.strictEqual(yield* reason(open(sealed, "connections:43:credentials")), "refused")
      const parts: Record<string, string> = JSON.parse(sealed)
      for (const field of ["dek", "iv", "ct"]) {
        const bytes = Buffer.from(parts[field]!, "base64url")
        for (const at of [0, bytes.length - 1]) {
          const changed = Buffer.from(bytes)
          changed[at]! ^= 1
          const tampered = JSON.stringify({ ...parts, [field]: changed.toString("base64url") })
          assert.strictEqual(yield* reason(open(tampered)), "refused")
        }
      }
      for (const text of ["", "{}", "null", sealed.slice(0, -5), sealed.replace('"v":1', '"v":2')]) {
        assert.strictEqual(yield* reason(open(text)), "malformed")
      }
    }).pipe(Effect.provide(withKeys(k1)))
  )

  it.effect("changes to a new key without touching the secret, and then does without the old one", () =>
    Effect.gen(function* () {
      const old = yield* Effect.provide(seal, withKeys(k1))
      const rotated = yield* Vault.use((vault) => vault.rotate(old)).pipe(Effect.provide(withKeys(k2, k1)))
      assert.isDefined(rotated)
      const [before, after] = [JSON.parse(old), JSON.parse(rotated)]
      assert.deepStrictEqual([after.kid, after.ct, after.iv], ["k2", before.ct, before.iv])
      assert.notStrictEqual(after.dek, before.dek)
      yield* Effect.gen(function* () {
        assert.strictEqual(Redacted.value(yield* open(rotated)), Redacted.value(secret))
        assert.isUndefined(yield* Vault.use((vault) => vault.rotate(rotated)))
        assert.strictEqual(yield* reason(open(old)), "unknown-key")
      }).pipe(Effect.provide(withKeys(k2)))
    })
  )
})

describe("the key ring", () => {
  it.effect("makes a key file for its owner alone, and uses it again", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* Databases.folder, "data")
      const sealed = yield* Effect.provide(seal, inFolder(dataDir))
      const file = join(dataDir, KEY_FILE)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(Redacted.value(yield* Effect.provide(open(sealed), inFolder(dataDir))), Redacted.value(secret))
      // A second key in front of it becomes the current one.
      writeFileSync(file, `${k2}\n${readFileSync(file, "utf8")}`)
      const rotated = yield* Vault.use((vault) => vault.rotate(sealed)).pipe(Effect.provide(inFolder(dataDir)))
      assert.strictEqual(JSON.parse(rotated ?? "{}").kid, "k2")
    }).pipe(Effect.scoped)
  )

  it.effect("says what is wrong with the keys, without showing them", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [value: string, says: string]> = [
        ["", "no key"],
        ["noname", "no usable name"],
        [`${k1},${key("k1", 3)}`, "Two secret keys are named k1"],
        ["short:aGVsbG8=", "short is not 32 bytes"],
        ["wrong:???", "wrong is not 32 bytes"]
      ]
      for (const [value, says] of cases) {
        const error = yield* Effect.flip(Effect.provide(seal, withKeys(value)))
        assert.include(error.message, says)
        assert.notInclude(error.message, "aGVsbG8")
      }
    })
  )
})
