/**
 * The two databases every storage test runs on: the embedded one in a temporary folder, and a real PostgreSQL.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../../src/database/Database.ts"
import * as Postgres from "./Postgres.ts"

/** A new folder, removed when the scope closes. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "svc-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Services = PgClient.PgClient | SqlClient.SqlClient | Database.DatabaseInfo
type Overrides = Partial<Database.DatabaseConfig>

/** The embedded database in a folder of its own. */
export const embedded = (overrides: Overrides = {}): Layer.Layer<Services> =>
  Layer.unwrap(
    Effect.map(folder, (dataDir) => Database.layer({ dataDir, databaseUrl: Option.none(), ...overrides }))
  ).pipe(Layer.orDie)

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
