/**
 * Brings the schema up to date at start. Each migration is an effect in a file of `migrations/` and one line of
 * {@link migrations}; all that are missing run in one transaction, behind the lock of the table that lists them, so
 * several processes may start together.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { initial } from "./migrations/0001_initial.ts"
import { authMethod } from "./migrations/0002_auth_method.ts"
import { positions } from "./migrations/0003_positions.ts"
import { audit } from "./migrations/0004_audit.ts"
import { remap } from "./migrations/0005_remap.ts"
import { budgets } from "./migrations/0006_budgets.ts"

/** All migrations by number and name. One that was released is never changed; a new one is added below it. */
export const migrations: Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = {
  "0001_initial": initial,
  "0002_auth_method": authMethod,
  "0003_positions": positions,
  "0004_audit": audit,
  "0005_remap": remap,
  "0006_budgets": budgets
}

const TABLE = "svc_migrations"

/**
 * Runs the migrations that are missing and gives their numbers and names. Fails when one fails (nothing of this run is
 * kept then) and when the database was written by a later release, which this one could damage.
 */
export const run = Effect.fn("Migrations.run")(function* (
  known: Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = migrations
): Effect.fn.Return<
  ReadonlyArray<readonly [id: number, name: string]>,
  Migrator.MigrationError | SqlError,
  SqlClient.SqlClient
> {
  const sql = yield* SqlClient.SqlClient
  // Made here and not by the migrator, which would do it inside the transaction below, where losing a race for it to
  // another process fails everything. Whatever else is wrong with it, the migrator reports.
  yield* sql`
    create table if not exists ${sql(TABLE)} (
      migration_id integer primary key,
      created_at timestamptz not null default now(),
      name text not null
    )`.pipe(Effect.ignore)
  const loader = Migrator.fromRecord(Record.map(known, Effect.asVoid))
  const done = yield* sql.withTransaction(
    // Neither a long migration nor the wait for that of another process may be cut short.
    Effect.andThen(sql`set local statement_timeout = 0`, migrate({ loader, table: TABLE }))
  )
  const latest = Math.max(0, ...Object.keys(known).map((name) => Number.parseInt(name, 10)))
  const later = yield* sql<{ name: string }>`
    select name from ${sql(TABLE)} where migration_id > ${latest} order by migration_id`
  if (later.length > 0) {
    return yield* new Migrator.MigrationError({
      kind: "BadState",
      message:
        "The database was written by a later release, which added: " +
        `${later.map(({ name }) => name).join(", ")}. Start that release, or restore a backup from before it.`
    })
  }
  return done
})

const migrate = Migrator.make({})

/** Runs {@link run} when the layer is built; give it to whatever must not start before the schema is there. */
export const layer: Layer.Layer<never, Migrator.MigrationError | SqlError, SqlClient.SqlClient> =
  Layer.effectDiscard(run())
