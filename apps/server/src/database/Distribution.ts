/**
 * Which tables are spread over the nodes of a Citus cluster, and how. After the migrations, a database whose extension is
 * there gets its large tables distributed by company, as long as they are empty; a plain PostgreSQL and the embedded database
 * are left as they are. Statements are the same everywhere: each that is about one company names it.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as ToldByCommands from "./ToldByCommands.ts"

/**
 * Where the rows of a table are: on the nodes by their `company_id`; whole on every node; whole on the coordinator, and
 * known to it so that what is written there ends with what is written elsewhere; or on the coordinator as on a plain PostgreSQL.
 */
export type Place = "distributed" | "reference" | "known" | "local"

/** Every table of the migrations. Partitions are where their table is. */
export const places: Readonly<Record<string, Place>> = {
  // What grows with the companies: records with the items behind them, what is told of their changes, what was sent to
  // platforms and what they answered, every call, how far each source is read, and what a reading keeps while it is under way.
  checkpoint: "distributed",
  event: "distributed",
  listing_page: "distributed",
  lookup_answer: "distributed",
  platform_call: "distributed",
  record: "distributed",
  refusal: "distributed",
  refusal_rest: "distributed",
  upload_item: "distributed",
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
  list_demand: "local",
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

  // The queue of each webhook: the order of its lane goes over all companies, and is taken from with locks many times a
  // second. The payload is the event's.
  delivery: "local",
  delivery_attempt: "local",
  delivery_change: "local",

  // One row for each source or model of a connection, locked together with it: a few hundred bytes each, whatever is read.
  remap: "local",
  schedule: "local",

  // Says of an id whose it is, and is locked with its connection. What is large of an upload is in its items.
  sync: "local",
  sync_job: "local",
  upload_job: "local",

  // One row for each company and day; and what may be changed by nobody, which a trigger sees to.
  audit_event: "local",
  company_usage: "local"
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

/** How a database stands: without the extension, with it but whole, in part, or spread. */
export type State = "plain" | "whole" | "partly" | "spread"

const distributed = Object.keys(places).filter((name) => places[name] === "distributed")

/** The tables that are spread already; null without the extension. */
const spreadTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ there: boolean }>`
    select exists (select 1 from pg_extension where extname = 'citus') as there`
  if (!row!.there) return null
  const rows = yield* sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace`
  const names = new Set(rows.map(({ name }) => name))
  return distributed.filter((name) => names.has(name))
})

export const state: Effect.Effect<State, SqlError, SqlClient.SqlClient> = Effect.map(spreadTables, (tables) =>
  tables === null ? "plain" : tables.length === 0 ? "whole" : tables.length < distributed.length ? "partly" : "spread"
)

/** Whether a table, or a partition, is spread over nodes: what there is of it here is empty. */
export const isSpread = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const [row] = yield* sql<{ there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as there`
  if (!row!.there) return false
  const found =
    yield* sql`select 1 from pg_dist_partition where logicalrelid = ${table}::text::regclass and partmethod = 'h'`
  return found.length > 0
})

/**
 * A unique key of a distributed table holds the column that it is distributed by. The first is its primary key, and other
 * keys than these go.
 */
const keys: Readonly<Record<string, ReadonlyArray<string>>> = {
  checkpoint: ["company_id, connection_id, data_model, source"],
  event: ["id, company_id"],
  listing_page: ["run_id, source, page, company_id"],
  lookup_answer: ["company_id, connection_id, data_model, source"],
  platform_call: ["id, company_id"],
  record: ["svc_id, data_model, company_id", "company_id, connection_id, parent_id, platform_id, data_model"],
  refusal: ["id, company_id", "company_id, connection_id, data_model, platform_id"],
  refusal_rest: ["company_id, connection_id, data_model, source"],
  upload_item: ["job_id, position, company_id"]
}

/** Any write of a table that is known makes Citus end the transaction on all its nodes in two steps. */
const body = `
  create or replace function commit_jointly() returns bigint language plpgsql as $$
  begin
    update joint_commit set id = id where id = 0;
    return 0;
  end $$`

type Run = (text: string) => Effect.Effect<ReadonlyArray<any>, SqlError>

/** A table, or the partitions that its rows are in. */
const partsOf = (run: Run, table: string) =>
  Effect.map(
    run(`select c.oid::regclass::text as name from pg_partition_tree('${table}') t join pg_class c on c.oid = t.relid
      where t.isleaf order by 1`),
    (rows) => rows.map(({ name }) => name as string)
  )
const indexName = (part: string, place: number): string => `${part}_spread_${place}`

/** The unique indexes of a table's new keys; `how` is how each is made. */
const makeIndexes = Effect.fnUntraced(function* (run: Run, table: string, how: "" | "concurrently") {
  for (const part of yield* partsOf(run, table)) {
    for (const [place, key] of keys[table]!.entries()) {
      // One that was broken off is there and of no use.
      const broken = yield* run(`select 1 from pg_index where indexrelid = to_regclass('${indexName(part, place)}')
        and not indisvalid`)
      if (broken.length > 0) yield* run(`drop index ${how} ${indexName(part, place)}`)
      yield* run(`create unique index ${how} if not exists ${indexName(part, place)} on ${part} (${key})`)
    }
  }
})

/** Says that each row has a company, so that the column need not be looked through while others wait. */
const checkName = (table: string): string => `${table}_company_known`

/** Gives a table its new keys, made of the indexes that are there, and takes off what refers to it or to what is elsewhere. */
const exchangeKeys = Effect.fnUntraced(function* (run: Run, table: string) {
  const parts = yield* partsOf(run, table)
  const old = yield* run(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text, contype <> 'f' as is_last
     from pg_constraint
     where conparentid = 0 and ((conrelid = '${table}'::regclass and contype in ('p', 'u', 'f'))
       or (confrelid = '${table}'::regclass and contype = 'f'))
     union all
     select format('drop trigger %I on ${table}', tgname), true from pg_trigger
     where tgrelid = '${table}'::regclass and not tgisinternal
     union all
     select format('drop index %s', i.indexrelid::regclass), true from pg_index i
     where i.indrelid = '${table}'::regclass and i.indisunique
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
       and i.indexrelid::regclass::text not like '%\\_spread\\_%'
     order by is_last`
  )
  const added = keys[table]!.flatMap((key, place) => {
    const kind = place === 0 ? "primary key" : "unique"
    const own = parts.map((part) => `alter table ${part} add ${kind} using index ${indexName(part, place)}`)
    return parts[0] === table ? own : [...own, `alter table ${table} add ${kind} (${key})`]
  })
  const all = [
    ...old.map(({ text }) => text as string),
    `alter table ${table} alter column company_id set not null`,
    `alter table ${table} drop constraint if exists ${checkName(table)}`,
    ...added
  ]
  yield* run(`do $do$ begin ${all.map((text) => `${text};`).join("\n")} end $do$`)
})

/**
 * A session asks each node by one connection, which it keeps. Otherwise Citus makes more for whatever asks several shards and
 * takes longer than a moment, and closes them after it: to make one costs a node many times what a page does.
 */
const oneConnection = `
  do $do$ begin
    execute format('alter database %I set citus.max_adaptive_executor_pool_size = 1', current_database());
  exception when insufficient_privilege then
    raise warning 'Set citus.max_adaptive_executor_pool_size = 1 for this database.';
  end $do$`

/** Makes what ends transactions on all nodes together. */
const join = Effect.fnUntraced(function* (run: Run) {
  yield* run(body)
  const known = yield* run("select 1 from pg_dist_partition where logicalrelid = 'joint_commit'::regclass")
  if (known.length === 0) yield* run("select citus_add_local_table_to_metadata('joint_commit')")
})
/** The others are put beside the first. */
const inOrder = ["record", ...distributed.filter((name) => name !== "record")]
const beside = (table: string): string =>
  `'${table}', 'company_id'${table === "record" ? "" : ", colocate_with => 'record'"}`

const spread = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run: Run = (text) => sql.unsafe(text).unprepared
  yield* run("set local statement_timeout = 0")
  // What is changed here is not on other nodes yet.
  yield* run("set local citus.enable_ddl_propagation = off")
  for (const table of inOrder) {
    yield* makeIndexes(run, table, "")
    yield* exchangeKeys(run, table)
  }
  yield* join(run)
  yield* run("set local citus.enable_ddl_propagation = on")
  for (const table of inOrder) yield* run(`select create_distributed_table(${beside(table)})`)
  yield* run(oneConnection)
})

/** Why a database cannot be spread. */
export class NotSpread extends Data.TaggedError("NotSpread")<{ readonly message: string }> {}

/**
 * By it Citus sends an update on to other shards when the one it was planned for is gone by the time its turn comes. It looks for
 * the company among the constants of the statement, not among its parameters: it finds none, changes nothing, and says so without an
 * error (seen with 13.2.2). Without it the update is refused (40001), and its transaction is done again.
 */
const shortWay = "citus.enable_fast_path_router_planner"

/** How many rows are changed at once. */
const chunk = 5000
/** How long one lock is waited for, in milliseconds: whoever comes after who waits for a table waits as well. */
const turn = 500
const isLocked = (error: unknown): boolean => {
  for (let at = error, depth = 0; depth < 8 && Predicate.isObject(at); depth++) {
    if (Predicate.hasProperty(at, "code") && (at.code === "55P03" || at.code === "40P01")) return true
    at = Predicate.hasProperty(at, "reason") ? at.reason : Predicate.hasProperty(at, "cause") ? at.cause : undefined
  }
  return false
}

/**
 * Spreads a database that is in use, table by table, while processes of this release go on; what is done already is left
 * alone, so it may be broken off and begun again. Nobody waits but for moments: new keys are made of indexes that were built
 * beside the old ones, and rows are copied while they are written.
 */
export const distribute = Effect.fn("Distribution.distribute")(function* (
  tell: (progress: ToldByCommands.Spreading) => Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* spreadTables
  if (found === null) {
    return yield* new NotSpread({
      message: "The database has no extension citus: `create extension citus` comes first."
    })
  }
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const session = yield* sql.reserve
      const run: Run = (text) => session.executeUnprepared(text, [], undefined)
      yield* run("set statement_timeout = 0")
      yield* run("set idle_in_transaction_session_timeout = 0")
      const [server] = yield* run(
        `select current_setting('wal_level') as level, current_setting('${shortWay}') as short_way,
           (select count(*) from pg_dist_node where shouldhaveshards) as nodes`
      )
      if (server!.level !== "logical") {
        return yield* new NotSpread({
          message: "Rows are copied while they are written, which needs wal_level = logical on every node."
        })
      }
      if (server!.short_way !== "off") {
        return yield* new NotSpread({
          message: `Writes that wait meanwhile would be lost: \`alter database … set ${shortWay} = off\` comes first, and processes are started anew after it.`
        })
      }
      if (Number(server!.nodes) === 0) {
        return yield* new NotSpread({
          message: "The cluster has no node that takes rows: `select citus_add_node(…)` comes first."
        })
      }
      yield* run("set citus.enable_ddl_propagation = off")
      yield* join(run)
      yield* run("set citus.enable_ddl_propagation = on")
      // Who began before may still end here alone.
      const [begun] = yield* run("select pg_current_xact_id()::text as id")
      yield* Effect.repeat(run(`select pg_snapshot_xmin(pg_current_snapshot()) > '${begun!.id}'::xid8 as over`), {
        until: ([row]) => row!.over === true,
        schedule: Schedule.spaced("100 millis")
      })
      const done = new Set(found)
      const say = yield* ToldByCommands.teller("spreading")
      let spreadNow = found.length
      for (const table of inOrder) {
        if (done.has(table)) continue
        const told = (step: ToldByCommands.Spreading["step"]) => {
          const progress = { table, step, done: spreadNow, tables: inOrder.length }
          return Effect.andThen(say(progress), tell(progress))
        }
        yield* told("keys")
        yield* readied(run, table)
        yield* told("rows")
        yield* introduced(run, table)
        yield* run(`select create_distributed_table_concurrently(${beside(table)})`)
        spreadNow++
        yield* told("done")
      }
      yield* run(oneConnection)
      return inOrder.filter((table) => !done.has(table))
    })
  )
})

/**
 * Makes a table known to Citus, where it is not yet. It is taken as a whole first, all of its partitions together: who wants
 * some of them in the order of their work, and this one in that of its own, would wait for each other, and one would be ended.
 */
const introduced = Effect.fnUntraced(function* (run: Run, table: string) {
  const known = yield* run(`select 1 from pg_dist_partition where logicalrelid = '${table}'::regclass`)
  if (known.length > 0) return
  const alone = Effect.gen(function* () {
    yield* run("begin")
    yield* run(`set local lock_timeout = ${turn}`)
    yield* run(`lock table ${table} in access exclusive mode`)
    yield* run("set local lock_timeout = 0")
    yield* run(`select citus_add_local_table_to_metadata('${table}')`)
    yield* run("commit")
  }).pipe(Effect.onError(() => Effect.ignore(run("rollback"))))
  yield* Effect.retry(alone, { while: isLocked, schedule: Schedule.jittered(Schedule.spaced("1 second")) })
})

/** Makes the keys of a table what they have to be, unless they are. */
const readied = Effect.fnUntraced(function* (run: Run, table: string) {
  const key = keys[table]![0]!
  const [row] = yield* run(
    `select (select string_agg(attname, ', ' order by place) from pg_constraint, unnest(conkey) with ordinality as k (n, place)
       join pg_attribute on attrelid = '${table}'::regclass and attnum = n
       where conrelid = '${table}'::regclass and contype = 'p') as key`
  )
  if (row!.key === key) return
  const nobodys = yield* run(
    `select 1 from pg_attribute where attrelid = '${table}'::regclass and attname = 'company_id' and not attnotnull`
  )
  if (nobodys.length > 0) {
    const filling = run(`update ${table} set company_id = 0 where ctid = any(array(
      select ctid from ${table} where company_id is null limit ${chunk} for update skip locked)) returning 1 as one`)
    yield* Effect.repeat(filling, { until: (rows) => rows.length === 0 })
    // Looked through without a lock that others would wait for.
    const name = checkName(table)
    yield* run(`alter table ${table} drop constraint if exists ${name}`)
    yield* run(`alter table ${table} add constraint ${name} check (company_id is not null) not valid`)
    yield* run(`alter table ${table} validate constraint ${name}`)
  }
  yield* makeIndexes(run, table, "concurrently")
  yield* run(`set lock_timeout = ${turn}`)
  yield* Effect.retry(exchangeKeys(run, table), {
    while: isLocked,
    schedule: Schedule.jittered(Schedule.spaced("1 second"))
  })
  yield* run("set lock_timeout = 0")
})

/** Spreads an empty database whose extension is there; of processes that start at once one does. Run after the partitions. */
export const run: Effect.Effect<State, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* state
  if (found !== "whole") {
    if (found === "partly") yield* Effect.logWarning(unfinished)
    return found
  }
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`lock table svc_migrations in share row exclusive mode`
      const now = yield* state
      if (now !== "whole") return now
      const filled = distributed.map((table) => `exists (select 1 from ${table})`).join(" or ")
      const [row] = yield* sql.unsafe<{ filled: boolean }>(`select ${filled} as filled`)
      if (row!.filled) {
        yield* Effect.logWarning(unfinished)
        return now
      }
      yield* spread
      return "spread" as const
    })
  )
})
const unfinished =
  "The database has the extension citus and holds rows that are not spread over its nodes: svc distribute does so."

/** Runs {@link run} when the layer is built. */
export const layer: Layer.Layer<never, SqlError, SqlClient.SqlClient> = Layer.effectDiscard(run)
