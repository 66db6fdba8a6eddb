/**
 * Deletes what a company owns, everywhere, in chunks, so that no transaction is long. The order is what makes it final: who
 * might still write something for the company is kept from it before that is deleted. Doing it again is harmless.
 */
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSpread } from "../database/Distribution.ts"
import { texts, uuids } from "../database/Parameters.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { statisticsPrefix } from "../records/Indexes.ts"
import { partition } from "../records/RecordRows.ts"
import { budgetKey } from "./ConnectionStore.ts"

/** How many rows are deleted in one transaction. */
const chunk = 2000

/** Tables beside the records that hold something of a company, those included that are emptied by a reference. */
const tables = [
  "account_choice",
  "api_key",
  "checkpoint",
  "company",
  "company_usage",
  "connection",
  "delivery",
  "event",
  "field_mapping",
  "idempotency_key",
  "invite_link",
  "listing_page",
  "oauth_flow",
  "lookup_answer",
  "platform_call",
  "refusal",
  "refusal_rest",
  "remap",
  "subscription",
  "sync",
  "sync_job",
  "upload_item",
  "upload_job"
]

/** The last word on a connection (see ConnectionStore.announceErased). */
const farewell = "(type = 'CONNECTION_CHANGED' and operation = 'DELETE')"

export const Erasure = (sql: SqlClient, jobs: Jobs["Service"]) => {
  /** Deletes by key. `keys` selects the keys of at most $2 rows of company $1. */
  const drop = Effect.fnUntraced(function* (companyId: number, table: string, key: string, keys: string) {
    let total = 0
    for (;;) {
      const gone = yield* sql.unsafe(`delete from ${table} where ${key} in (${keys} limit $2) returning 1 as one`, [
        companyId,
        chunk
      ])
      total += gone.length
      if (gone.length < chunk) return total
    }
  })
  const connections = "select id from connection where company_id = $1"

  /**
   * The planner's samples hold values of rows. They are taken anew; where there is nothing to take, and of a table that is
   * only the sum of its partitions, they are dropped (before PostgreSQL 18, which can do so, the sum is sampled anew).
   */
  const forgetSamples = Effect.fnUntraced(function* (table: string, isSum: boolean) {
    // The nodes keep samples of what they hold, and take them all anew when they are asked here.
    if (yield* isSpread(sql, table)) {
      yield* sql.unsafe(`analyze ${table}`).unprepared
      return
    }
    const [row] = yield* sql.unsafe<{ used: boolean; sampled: boolean; drops: boolean }>(
      `select exists (select 1 from ${table}) as used,
         exists (select 1 from pg_stats where format('%I.%I', schemaname, tablename)::regclass = $1::text::regclass) as sampled,
         to_regproc('pg_catalog.pg_clear_attribute_stats') is not null as drops`,
      [table]
    )
    const { drops, sampled, used } = row!
    // What indexes on demand hold is sampled apart, which nothing else clears; where it is wanted, it is sampled again.
    if (!used) {
      const own = yield* sql.unsafe<{ text: string }>(
        `select format('drop statistics if exists %I.%I', stxnamespace::regnamespace::text, stxname) as text from pg_statistic_ext
         where stxrelid = $1::text::regclass and starts_with(stxname, '${statisticsPrefix}')`,
        [table]
      )
      for (const { text } of own) yield* sql.unsafe(text).unprepared
    }
    if (!sampled) return
    if (drops && (isSum || !used)) {
      yield* sql.unsafe(
        `select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats
         where format('%I.%I', schemaname, tablename)::regclass = $1::text::regclass`,
        [table]
      )
    } else if (used) yield* sql.unsafe(`analyze ${table}`).unprepared
  })
  /** With their deliveries, which may be on other nodes. */
  const forgetEvents = Effect.fnUntraced(function* (companyId: number) {
    for (;;) {
      const events = yield* sql<{ id: string }>`
        select id from event where company_id = ${companyId} and not ${sql.literal(farewell)} limit ${chunk}`
      if (events.length === 0) return
      const chosen = uuids(events.map(({ id }) => id))
      yield* sql`delete from delivery where event_id = any(${chosen})`
      yield* sql`delete from event where company_id = ${companyId} and id = any(${chosen})`
    }
  })
  const jobTables = Effect.map(
    sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'pgboss.job'::regclass`,
    (rows) => rows.map(({ name }) => name)
  )

  return Effect.fn("Erasure.eraseAll")(function* (companyId: number) {
    const rows = yield* sql<{ id: number }>`select id from connection where company_id = ${companyId}`
    /** Jobs carry ids and what platforms said, budgets are named after connections. */
    const forgetWork = Effect.gen(function* () {
      yield* jobs.forget(rows.map(({ id }) => String(id)))
      yield* sql`delete from rate_budget where exists (
        select 1 from unnest(${texts(rows.map(({ id }) => budgetKey(id)))}::text[]) as b (name)
        where key = b.name or starts_with(key, b.name || ':'))`
    })
    const own = (table: string, key: string, keys: string) => drop(companyId, table, key, keys)
    yield* own(
      "upload_item",
      "company_id = $1 and (job_id, position)",
      "select job_id, position from upload_item where company_id = $1"
    )
    yield* own("sync", "id", "select id from sync where company_id = $1")
    yield* own("refusal", "company_id = $1 and id", "select id from refusal where company_id = $1")
    // A page that is being stored holds its checkpoint; without one, no other can be.
    yield* own(
      "checkpoint",
      "company_id = $1 and (connection_id, data_model, source)",
      "select connection_id, data_model, source from checkpoint where company_id = $1"
    )
    // While it is known whose they are, should this process end here.
    yield* forgetWork
    // Whoever stores records holds the connection; without one, nobody does. Jobs of uploads go with it.
    yield* own("connection", "id", connections)
    // Who notes calls holds the connection or the company, too.
    yield* own("platform_call", "company_id = $1 and id", "select id from platform_call where company_id = $1")
    // What hung on its connections on one node may be on others than they.
    for (const table of ["upload_item", "refusal", "refusal_rest", "lookup_answer", "listing_page", "checkpoint"]) {
      yield* sql.unsafe(`delete from ${table} where company_id = $1`, [companyId])
    }
    const touched: Array<string> = []
    for (const model of Models.modelIds) {
      const gone = yield* own(
        "record",
        `company_id = $1 and data_model = '${model}' and svc_id`,
        `select svc_id from record where data_model = '${model}' and company_id = $1`
      )
      if (gone > 0) touched.push(partition(model))
    }
    // That its connections are gone is still to be told, and holds nothing of the company but its number.
    yield* forgetEvents(companyId)
    yield* own("api_key", "id", "select id from api_key where company_id = $1")
    yield* own("idempotency_key", "id", "select id from idempotency_key where company_id = $1 or about_company_id = $1")
    // Once more, for what came while its connection was still there.
    yield* forgetWork
    yield* sql`delete from company where id = ${companyId} and erasing_at is not null`
    // The rows are gone by now, so nothing here may make it look as if they were not.
    const sampled = [...tables, ...touched, ...(yield* jobTables)]
    yield* Effect.forEach(sampled, (table) => forgetSamples(table, false), { discard: true }).pipe(
      Effect.andThen(
        Effect.forEach(["record", "pgboss.job"], (table) => forgetSamples(table, true), { discard: true })
      ),
      Effect.catchCause((cause) =>
        Effect.logWarning(`The planner's samples may still hold values of company ${companyId}.`, cause)
      )
    )
  })
}
