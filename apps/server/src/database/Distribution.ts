/**
 * Which tables are spread over the nodes of a Citus cluster, and how. After the migrations, a database whose extension is
 * there gets its large table distributed by company, as long as it is empty; a plain PostgreSQL and the embedded database
 * are left as they are. Statements are the same everywhere: each that is about one company names it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Where the rows of a table are: on the nodes by their `company_id`; whole on every node; whole on the coordinator, and
 * known to it so that what is written there ends with what is written elsewhere; or on the coordinator as on a plain PostgreSQL.
 */
export type Place = "distributed" | "reference" | "known" | "local"

/** Every table of the migrations. Partitions are where their table is. */
export const places: Readonly<Record<string, Place>> = {
  // Nine tenths of what there is: the text of each record and the item behind it.
  record: "distributed",
  joint_commit: "known",

  // Small, or asked for by keys that name no company: who calls, which link, which token, which webhook.
  account_choice: "local",
  api_key: "local",
  brand: "local",
  company: "local",
  connect_attempt: "local",
  connection: "local",
  database_size: "local",
  field_mapping: "local",
  figure: "local",
  idempotency_key: "local",
  integration: "local",
  invite_link: "local",
  key_use: "local",
  oauth_flow: "local",
  organisation: "local",
  process: "local",
  rate_bucket: "local",
  rate_budget: "local",
  session: "local",
  subscription: "local",
  svc_meta: "local",
  svc_migrations: "local",
  usage_writer: "local",
  webhook: "local",
  webhook_lane: "local",

  // Of companies, but kept for days: an event and its deliveries have an order over a whole organisation, and rows of syncs
  // and writes refer to those above.
  audit_event: "local",
  checkpoint: "local",
  company_usage: "local",
  delivery: "local",
  delivery_attempt: "local",
  delivery_change: "local",
  event: "local",
  listing_page: "local",
  lookup_answer: "local",
  platform_call: "local",
  refusal: "local",
  refusal_rest: "local",
  remap: "local",
  schedule: "local",
  sync: "local",
  sync_job: "local",
  upload_item: "local",
  upload_job: "local"
}

/** Tables of the schema that {@link places} does not name, and names of it that are no table. */
export const strays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const there = yield* sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`
  const names = new Set(there.map(({ name }) => name))
  return {
    unnamed: [...names].filter((name) => !Object.hasOwn(places, name)).toSorted(),
    gone: Object.keys(places).filter((name) => !names.has(name))
  }
})

/** How a database stands: without the extension, with it but whole, or spread. */
export type State = "plain" | "whole" | "spread"

export const state: Effect.Effect<State, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ there: boolean }>`
    select exists (select 1 from pg_extension where extname = 'citus') as there`
  if (!row!.there) return "plain"
  const [table] = yield* sql<{ spread: boolean }>`
    select exists (select 1 from pg_dist_partition where logicalrelid = 'record'::regclass) as spread`
  return table!.spread ? "spread" : "whole"
})

/** A unique key of a distributed table holds the column that it is distributed by. */
const keys = [
  "primary key (svc_id, data_model, company_id)",
  "unique (company_id, connection_id, parent_id, platform_id, data_model)"
]

/** Any write of a table that is known makes Citus end the transaction on all its nodes in two steps. */
const body = `
  create or replace function commit_jointly() returns bigint language plpgsql as $$
  begin
    update joint_commit set id = id where id = 0;
    return 0;
  end $$`

const spread = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement).unprepared
  yield* run("set local statement_timeout = 0")
  // The function is needed where it is called alone, which is here.
  yield* run("set local citus.enable_ddl_propagation = off")
  const old = yield* sql<{ name: string }>`
    select quote_ident(conname) as name from pg_constraint
    where conrelid = 'record'::regclass and contype in ('p', 'u')`
  const changes = [...old.map(({ name }) => `drop constraint ${name}`), ...keys.map((key) => `add ${key}`)]
  yield* run(`alter table record ${changes.join(", ")}`)
  yield* run(body)
  yield* run("set local citus.enable_ddl_propagation = on")
  yield* run("select citus_add_local_table_to_metadata('joint_commit')")
  yield* run("select create_distributed_table('record', 'company_id')")
})

/** Spreads an empty database whose extension is there; of processes that start at once one does. Run after the partitions. */
export const run: Effect.Effect<State, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* state
  if (found !== "whole") return found
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`lock table svc_migrations in share row exclusive mode`
      const [row] = yield* sql<{ empty: boolean }>`select not exists (select 1 from record) as empty`
      const now = yield* state
      if (now !== "whole") return now
      if (!row!.empty) {
        yield* Effect.logWarning("The database has the extension citus and holds records, so it stays on one node.")
        return now
      }
      yield* spread
      return "spread" as const
    })
  )
})

/** Runs {@link run} when the layer is built. */
export const layer: Layer.Layer<never, SqlError, SqlClient.SqlClient> = Layer.effectDiscard(run)
