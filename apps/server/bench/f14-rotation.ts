/** F14: how many stored secrets `svc rotate-secrets` puts under another key in a second, of a hundred thousand on a real PostgreSQL. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { ids, texts } from "../src/database/Parameters.ts"
import { KeyRing } from "../src/secrets/KeyRing.ts"
import { Vault } from "../src/secrets/Vault.ts"
import { svc } from "../test/support/Command.ts"
import * as Databases from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const secrets = Number(process.env["BENCH_SECRETS"] ?? 100_000)
const step = 1000

const measure = Effect.gen(function* () {
  const url = Redacted.value(yield* Postgres.database)
  const dataDir = yield* Databases.folder
  const [old, fresh] = ["old", "fresh"].map((name) => `${name}:${randomBytes(32).toString("base64")}`)
  const env = { DATABASE_URL: url, SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: "warn" }
  yield* Effect.promise(async () => {
    const server = await ServerProcess.start({ ...env, SVC_SECRET_KEYS: old! })
    await server.call("POST", "/v3/core/companies", { name: "Bench" })
    await server.stop()
  })
  const sql = yield* Postgres.client(url)
  const ring = KeyRing.layer({ keys: Option.some(Redacted.make(old!)), dataDir: tmpdir() })
  const vault = yield* Vault.pipe(Effect.provide(Vault.layer.pipe(Layer.provide(ring))))
  for (let from = 0; from < secrets; from += step) {
    const made = yield* sql<{ id: number }>`
      insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
      select organisation_id, id, 'SVC_SANDBOX', 'ACCOUNTING', 'HEALTHY', '[]' from company, generate_series(1, ${step}::int)
      returning id`
    const sealed = yield* Effect.forEach(
      made,
      ({ id }) => vault.seal(`connection:${id}:credentials`, Redacted.make(`{"api_key":"sandbox-${id}"}`)),
      { concurrency: 16 }
    )
    yield* sql`update connection c set credentials = n.sealed
      from unnest(${ids(made.map(({ id }) => id))}, ${texts(sealed)}) as n (id, sealed) where c.id = n.id`
  }
  const from = performance.now()
  const ended = yield* Effect.promise(() => svc(["rotate-secrets"], { ...env, SVC_SECRET_KEYS: `${fresh},${old}` }))
  const seconds = (performance.now() - from) / 1000
  if (ended.code !== 0) throw new Error(ended.err)
  const [left] = yield* sql<{ left: number }>`
    select count(*)::float8 as left from connection where credentials not like '%"kid":"fresh"%'`
  return [
    {
      goal: "F14",
      what: `secrets put under another key by svc rotate-secrets, its start included; left under the old one: ${left!.left} of ${secrets}`,
      figure: `${Math.round(secrets / seconds)}/s`,
      // No rate is asked for: that nothing is left is.
      ratio: left!.left === 0 ? 1 : 0,
      wanted: 1
    }
  ] satisfies ReadonlyArray<Figure>
})

export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.scoped(measure) as never)
