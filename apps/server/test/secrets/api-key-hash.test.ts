import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Migrations from "../../src/database/Migrations.ts"
import { ApiKeyHash, PREFIX } from "../../src/secrets/ApiKeyHash.ts"
import { KeyRing } from "../../src/secrets/KeyRing.ts"
import { Vault } from "../../src/secrets/Vault.ts"
import * as Databases from "../support/Databases.ts"

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
const hashes = (...keys: ReadonlyArray<string>) =>
  Layer.fresh(ApiKeyHash.layer).pipe(
    Layer.provide(Vault.layer),
    Layer.provide(KeyRing.layer({ keys: Option.some(Redacted.make(keys.join(","))), dataDir: "unused" }))
  )
const [k1, k2] = [key("k1", 1), key("k2", 2)]
const database = Migrations.layer.pipe(Layer.provideMerge(Databases.any()))

layer(database, { timeout: "180 seconds", excludeTestServices: true })("API keys", (it) => {
  it.effect("are random, and hash alike in all processes and after a change of the secret key", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Two processes that start together on an empty database.
      const make = ApiKeyHash.use((api) =>
        Effect.map(api.generate, (made) => ({ made, hash: api.hash(made), api }))
      ).pipe(Effect.provide(hashes(k1)))
      const [one, two] = yield* Effect.all([make, make], { concurrency: 2 })
      assert.match(Redacted.value(one.made), /^svc_[A-Za-z0-9_-]{43}$/)
      assert.isTrue(Redacted.value(one.made).startsWith(PREFIX))
      assert.notStrictEqual(Redacted.value(one.made), Redacted.value(two.made))
      assert.notInclude(one.hash, Redacted.value(one.made).slice(4))
      assert.strictEqual(two.api.hash(one.made), one.hash)
      assert.notStrictEqual(two.hash, one.hash)

      const after = yield* ApiKeyHash.use((api) => Effect.succeed(api.hash(one.made))).pipe(
        Effect.provide(hashes(k2, k1))
      )
      assert.strictEqual(after, one.hash)
      const withoutOld = yield* ApiKeyHash.use((api) => Effect.succeed(api.hash(one.made))).pipe(
        Effect.provide(hashes(k2))
      )
      assert.strictEqual(withoutOld, one.hash)
      const [row] = yield* sql<{ value: string }>`select value from svc_meta where name = 'api_key_pepper'`
      assert.strictEqual(JSON.parse(row!.value).kid, "k2")

      const error = yield* Effect.flip(
        Effect.provide(
          ApiKeyHash.use(() => Effect.void),
          hashes(k1)
        )
      )
      assert.include(String(error.message), "k2")
    })
  )
})
