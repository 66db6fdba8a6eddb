/**
 * Brings the schema up to date at start. Each migration is an effect in a file of `migrations/` and one line of
 * {@link migrations}; all that are missing run in one transaction, behind the lock of the table that lists them, so
 * several processes may start together.
 *
 * Processes of two releases share a database while one replaces the other. A migration that only adds what the release
 * before may ignore is named in {@link expanding}: that release starts on the newer schema too, and so can take over again.
 * What changes or removes something comes with a release later, when no process uses it any more.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schedule from "effect/Schedule"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ids } from "./Parameters.ts"
import { initial } from "./migrations/0001_initial.ts"
import { authMethod } from "./migrations/0002_auth_method.ts"
import { positions } from "./migrations/0003_positions.ts"
import { audit } from "./migrations/0004_audit.ts"
import { remap } from "./migrations/0005_remap.ts"
import { budgets } from "./migrations/0006_budgets.ts"
import { deaths } from "./migrations/0007_deaths.ts"
import { uuids } from "./migrations/0008_uuids.ts"
import { stamps } from "./migrations/0009_stamps.ts"
import { accounts } from "./migrations/0010_accounts.ts"
import { pauses } from "./migrations/0011_pauses.ts"
import { endedLinks } from "./migrations/0012_ended_links.ts"
import { tokens } from "./migrations/0013_tokens.ts"
import { writeSteps } from "./migrations/0014_write_steps.ts"
import { subscriptions } from "./migrations/0015_subscriptions.ts"
import { managementLists } from "./migrations/0016_management_lists.ts"
import { keyLimits } from "./migrations/0018_key_limits.ts"
import { refusals } from "./migrations/0019_refusals.ts"
import { calls } from "./migrations/0020_calls.ts"
import { fieldMappings } from "./migrations/0021_field_mappings.ts"
import { connectPages } from "./migrations/0022_connect_pages.ts"
import { sessions } from "./migrations/0023_sessions.ts"
import { eventSubjects } from "./migrations/0024_event_subjects.ts"
import { usage } from "./migrations/0025_usage.ts"
import { changes } from "./migrations/0026_changes.ts"
import { figures } from "./migrations/0027_figures.ts"
import { attempts } from "./migrations/0028_attempts.ts"
import { processes } from "./migrations/0029_processes.ts"
import { jointCommits } from "./migrations/0030_joint_commits.ts"
import { lifts } from "./migrations/0031_lifts.ts"
import { companiesOf } from "./migrations/0032_companies_of.ts"
import { syncCourse } from "./migrations/0033_sync_course.ts"
import { deliveryAnswers } from "./migrations/0034_delivery_answers.ts"
import { quiet } from "./migrations/0035_quiet.ts"
import { checkpointsOf } from "./migrations/0036_checkpoints_of.ts"
import { still } from "./migrations/0037_still.ts"
import { listDemand } from "./migrations/0038_list_demand.ts"
import { places } from "./migrations/0039_places.ts"

/** All migrations by number and name. One that was released is never changed; a new one is added below it. */
export const migrations: Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = {
  "0001_initial": initial,
  "0002_auth_method": authMethod,
  "0003_positions": positions,
  "0004_audit": audit,
  "0005_remap": remap,
  "0006_budgets": budgets,
  "0007_deaths": deaths,
  "0008_uuids": uuids,
  "0009_stamps": stamps,
  "0010_accounts": accounts,
  "0011_pauses": pauses,
  "0012_ended_links": endedLinks,
  "0013_tokens": tokens,
  "0014_write_steps": writeSteps,
  "0015_subscriptions": subscriptions,
  "0016_management_lists": managementLists,
  "0018_key_limits": keyLimits,
  "0019_refusals": refusals,
  "0020_calls": calls,
  "0021_field_mappings": fieldMappings,
  "0022_connect_pages": connectPages,
  "0023_sessions": sessions,
  "0024_event_subjects": eventSubjects,
  "0025_usage": usage,
  "0026_changes": changes,
  "0027_figures": figures,
  "0028_attempts": attempts,
  "0029_processes": processes,
  "0030_joint_commits": jointCommits,
  "0031_lifts": lifts,
  "0032_companies_of": companiesOf,
  "0033_sync_course": syncCourse,
  "0034_delivery_answers": deliveryAnswers,
  "0035_quiet": quiet,
  "0036_checkpoints_of": checkpointsOf,
  "0037_still": still,
  "0038_list_demand": listDemand,
  "0039_places": places
}

/** Names of the migrations that a program which does not know them works with all the same. */
export const expanding: ReadonlySet<string> = new Set([
  "0006_budgets",
  "0007_deaths",
  "0009_stamps",
  "0010_accounts",
  "0011_pauses",
  "0012_ended_links",
  "0014_write_steps",
  "0015_subscriptions",
  "0016_management_lists",
  "0018_key_limits",
  "0019_refusals",
  "0020_calls",
  "0021_field_mappings",
  "0022_connect_pages",
  "0023_sessions",
  "0024_event_subjects",
  "0025_usage",
  "0026_changes",
  "0027_figures",
  "0028_attempts",
  "0029_processes",
  "0030_joint_commits",
  "0031_lifts",
  "0032_companies_of",
  "0033_sync_course",
  "0034_delivery_answers",
  "0035_quiet",
  "0036_checkpoints_of",
  "0037_still",
  "0038_list_demand",
  "0039_places"
])

/** What a program knows of the schema. */
export interface Schema {
  readonly migrations: Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>>
  readonly expanding: ReadonlySet<string>
}
export const Schema = Context.Reference<Schema>("@svc/server/database/Migrations/Schema", {
  defaultValue: () => ({ migrations, expanding })
})

/** Number of the latest migration. */
export const latestOf = ({ migrations: known }: Schema): number =>
  Math.max(0, ...Object.keys(known).map((name) => Number.parseInt(name, 10)))

const TABLE = "svc_migrations"

/**
 * Runs the migrations that are missing and gives their numbers and names. Fails when one fails (nothing of this run is
 * kept then) and when the database was written by a later release, which this one could damage.
 */
export const run = Effect.fn("Migrations.run")(function* (): Effect.fn.Return<
  ReadonlyArray<readonly [id: number, name: string]>,
  Migrator.MigrationError | SqlError,
  SqlClient.SqlClient
> {
  const sql = yield* SqlClient.SqlClient
  const schema = yield* Schema
  // Made here and not by the migrator, which would do it inside the transaction below, where losing a race for it to
  // another process fails everything. Whatever else is wrong with it, the migrator reports.
  yield* sql`
    create table if not exists ${sql(TABLE)} (
      migration_id integer primary key,
      created_at timestamptz not null default now(),
      name text not null
    )`.pipe(Effect.ignore)
  const loader = Migrator.fromRecord(Record.map(schema.migrations, Effect.asVoid))
  const ignorable = [...schema.expanding].map((name) => Number.parseInt(name, 10))
  const done = yield* sql
    .withTransaction(
      Effect.gen(function* () {
        // A long migration may not be cut short. A lock that others hold is waited for in short turns: whoever comes after
        // a statement that waits for a table waits as well, and who waits for each other would end in a client's request.
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local lock_timeout = ${sql.literal(String(TURN))}`
        yield* takeAll(Object.keys(schema.migrations).map((name) => Number.parseInt(name, 10)))
        const ran = yield* migrate({ loader, table: TABLE })
        yield* sql`alter table ${sql(TABLE)} add column if not exists is_needed boolean not null default true`
        yield* sql`update ${sql(TABLE)} set is_needed = false
          where migration_id = any(${ids(ignorable)}::int[]) and is_needed`
        return ran
      })
    )
    .pipe(Effect.retry({ while: isLocked, schedule: Schedule.jittered(Schedule.spaced("1 second")) }))
  const later = yield* sql<{ name: string }>`
    select name from ${sql(TABLE)} where migration_id > ${latestOf(schema)} and is_needed order by migration_id`
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

/**
 * Where Citus is and one of these migrations is missing, takes all tables first. A change of one that is spread goes to every node
 * and takes seconds: whoever writes meanwhile would come to wait for it, and it for them, each time that it is tried.
 */
const takeAll = Effect.fnUntraced(function* (known: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ tables: string | null }>`
    select string_agg(c.oid::regclass::text, ', ' order by c.relname) as tables from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> ${TABLE} and to_regclass('pg_catalog.pg_dist_partition') is not null
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      and exists (select 1 from unnest(${ids(known)}::int[]) as m (id)
        where not exists (select 1 from ${sql(TABLE)} t where t.migration_id = m.id))`
  if (row!.tables !== null) yield* sql.unsafe(`lock table ${row!.tables} in access exclusive mode`).unprepared
})

/** How long one lock is waited for, in milliseconds: shorter than PostgreSQL takes to find that two wait for each other. */
const TURN = 500

/** The transaction was ended because others held what it wanted. */
const isLocked = (error: unknown): boolean => {
  for (let at = error, depth = 0; depth < 8 && Predicate.isObject(at); depth++) {
    if (Predicate.hasProperty(at, "code") && (at.code === "55P03" || at.code === "40P01")) return true
    at = Predicate.hasProperty(at, "reason") ? at.reason : Predicate.hasProperty(at, "cause") ? at.cause : undefined
  }
  return false
}

/** Runs {@link run} when the layer is built; give it to whatever must not start before the schema is there. */
export const layer: Layer.Layer<never, Migrator.MigrationError | SqlError, SqlClient.SqlClient> =
  Layer.effectDiscard(run())
