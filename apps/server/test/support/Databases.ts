/**
 * The two databases every storage test runs on: the embedded one in a temporary folder, and a real PostgreSQL.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Database from "../../src/database/Database.ts"
import * as Postgres from "./Postgres.ts"

/** A new folder, removed when the scope closes. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "svc-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Services = PgClient.PgClient | SqlClient.SqlClient | Database.DatabaseInfo
type Overrides = Partial<Database.DatabaseConfig>

/** The embedded database in a folder of its own; without `dataDir`, one that was set up before, which is faster. */
export const embedded = (overrides: Overrides = {}): Layer.Layer<Services> =>
  Layer.unwrap(
    Effect.map(overrides.dataDir === undefined ? prepared : Effect.succeed(overrides.dataDir), (dataDir) =>
      Database.layer({ databaseUrl: Option.none(), ...overrides, dataDir })
    )
  ).pipe(Layer.orDie)

/** A new data folder with an empty database in it, copied from one that was set up once on this machine. */
export const prepared: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const template = join(tmpdir(), `svc-test-template-${engine}`)
  if (!existsSync(template)) {
    const draft = yield* folder
    yield* Effect.scoped(Layer.build(Database.layer({ dataDir: draft, databaseUrl: Option.none() })))
    yield* Effect.sync(() => {
      try {
        renameSync(draft, template)
      } catch {
        // Another test process was faster.
      }
    })
  }
  const dataDir = yield* folder
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return dataDir
}).pipe(Effect.orDie)

/** Names the engine that made a folder: its path holds its version. */
const engine = createHash("sha256")
  .update(fileURLToPath(import.meta.resolve("@electric-sql/pglite")))
  .digest("hex")
  .slice(0, 16)

/** A new database on the PostgreSQL of this run of the tests. */
export const postgres = (overrides: Overrides = {}): Layer.Layer<Services> =>
  Layer.unwrap(
    Effect.map(Postgres.database, (url) =>
      Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url), ...overrides })
    )
  ).pipe(Layer.orDie)

export const both: ReadonlyArray<readonly [name: string, layer: (overrides?: Overrides) => Layer.Layer<Services>]> = [
  ["embedded", embedded],
  ["PostgreSQL", postgres]
]
