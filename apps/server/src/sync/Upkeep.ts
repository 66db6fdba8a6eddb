/**
 * Forgets what nobody needs any more: old idempotency keys, ended syncs and upload jobs, what broken runs left behind, and
 * what the operator wants kept for a time only. A chunk at a time, past what others hold, so that no work waits for it.
 */
import { Models } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import type { SqlError } from "effect/sql/SqlError"
import { ids, texts } from "../database/Parameters.ts"
import { partition } from "../records/RecordRows.ts"

const every = "1 hour"
/** Rows of one statement: other work must not wait for it. */
const chunk = 1000

/** For how many days things are kept; null for ever. `Config.ts` reads it from the environment. */
export interface Days {
  /** Ended syncs, upload jobs and invite links, and refusals. */
  readonly history: number
  /** The raw items of records that did not change meanwhile. */
  readonly raw: number | null
  /** Records that were deleted. */
  readonly deleted: number | null
  /** What companies used on a day. */
  readonly usage: number
}
export const Keep = Context.Reference<Days>("@svc/server/sync/Keep", {
  defaultValue: () => ({ history: 90, raw: null, deleted: null, usage: 400 })
})

/** What is old, by table. A key outlives the day for which answers are kept; its job outlives the key. */
const old = ({ history, usage }: Days) => ({
  idempotency_key: "created_at < now() - interval '25 hours'",
  sync: `finished_at < now() - interval '${history} days'`,
  session: `coalesce(ended_at, expires_at) < now() - interval '${history} days'`,
  company_usage: `day < to_char((now() - interval '${usage} days') at time zone 'UTC', 'YYYY-MM-DD')`,
  // Nobody tries for so long to add the same.
  figure: "at < now() - interval '8 days'",
  usage_writer: "written_at < now() - interval '2 days'",
  // Sign-ins that were left alone hold tokens, sealed: they go whether anybody else connects or not.
  oauth_flow: "expires_at < now()",
  account_choice: "expires_at < now()",
  connect_attempt: "expires_at < now()",
  // Whoever made a connection on it, the connection stays.
  invite_link: `least(expires_at, revoked_at) < now() - interval '${history} days'`,
  // As long as its longest window: a month's calls are not forgotten within the month.
  rate_budget:
    "touched_at < extract(epoch from now()) * 1000 - greatest(172800, (select max(own) from unnest(seconds) own)) * 1000"
})

/** Does something to chunks of rows until there are no more; answers how many rows that were. */
const inChunks = Effect.fnUntraced(function* (step: Effect.Effect<ReadonlyArray<unknown>, SqlError>) {
  let total = 0
  for (;;) {
    const done = yield* step
    total += done.length
    if (done.length < chunk) return total
    yield* Effect.yieldNow
  }
})

interface OldRow {
  readonly company_id: number
  readonly svc_id: number
  readonly at: string
}

/**
 * Goes through the records that were last changed more than so many days ago. How far it came is kept by `name`, so that
 * what was looked at once is not looked at every hour; the index of times is read from there on.
 */
const throughOld = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  name: string,
  days: number | null,
  statement: (table: string, chosen: string) => string,
  where: string
) {
  if (days === null) return 0
  const [span] = yield* sql<{ from: string; to: string; any: boolean }>`
    select coalesce(m.value, '-infinity') as from, n.until::text as to,
      coalesce(m.value::timestamptz < n.until, true) as any
    from (select now() - make_interval(days => ${days}) as until) n left join svc_meta m on m.name = ${name}`
  if (!span!.any) return 0
  const organisations = yield* sql<{ id: number }>`select id from organisation order by id`
  let total = 0
  for (const { id } of organisations) {
    for (const model of Models.modelIds) {
      const table = partition(model)
      let place = { at: span!.from, svc_id: 0 }
      for (;;) {
        const found: ReadonlyArray<OldRow> = yield* sql.unsafe<OldRow>(
          `select company_id, svc_id, updated_at::text as at from ${table}
           where organisation_id = $1::bigint and updated_at >= $2::text::timestamptz
             and updated_at < $3::text::timestamptz and (updated_at, svc_id) > ($2::text::timestamptz, $4::bigint) and ${where}
           order by updated_at, svc_id limit ${chunk}`,
          [id, place.at, span!.to, place.svc_id]
        )
        // Each company by itself, of which no statement touches two; what another process has in hand is its to do.
        for (const [company, own] of Map.groupBy(found, ({ company_id }) => company_id)) {
          const chosen = `select svc_id from ${table} where company_id = $1::bigint and svc_id = any($2::bigint[])
            and updated_at < $3::text::timestamptz and ${where} for update skip locked`
          const done = yield* sql.unsafe(statement(table, chosen), [
            company,
            ids(own.map(({ svc_id }) => svc_id)),
            span!.to
          ])
          total += done.length
        }
        if (found.length < chunk) break
        place = found.at(-1)!
        yield* Effect.yieldNow
      }
    }
  }
  yield* sql`insert into svc_meta (name, value) values (${name}, ${span!.to})
    on conflict (name) do update set value = excluded.value`
  return total
})

/** Deletes what these conditions name, a chunk at a time. */
const forget = Effect.fnUntraced(function* (old: Readonly<Record<string, string>>) {
  const sql = yield* SqlClient.SqlClient
  let total = 0
  for (const [table, where] of Object.entries(old)) {
    total += yield* inChunks(
      sql.unsafe(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${chunk} for update skip locked))
         returning 1`
      )
    )
  }
  return total
}, Effect.orDie)

/** Deletes the same of a table that may be spread over several nodes: first what it is, then of each company where it is. */
const forgetOf = Effect.fnUntraced(function* (table: string, where: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* inChunks(
    Effect.gen(function* () {
      const rows = yield* sql.unsafe<{ company_id: number; id: number }>(
        `select company_id, id from ${table} where ${where} limit ${chunk}`
      )
      if (rows.length > 0) {
        yield* sql.unsafe(
          `delete from ${table} where company_id = any($1::bigint[]) and id = any($2::bigint[]) and ${where}`,
          [ids([...new Set(rows.map(({ company_id }) => company_id))]), ids(rows.map(({ id }) => id))]
        )
      }
      return rows
    })
  )
}, Effect.orDie)

/** Upload jobs with their items, which may be on other nodes. */
const forgetUploads = Effect.fnUntraced(function* (days: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* inChunks(
    sql.withTransaction(
      Effect.gen(function* () {
        const rows = yield* sql<{ id: string; company_id: number }>`
          select id, company_id from upload_job where finished_at < now() - make_interval(days => ${days})
          limit ${chunk} for update skip locked`
        if (rows.length === 0) return rows
        const jobs = texts(rows.map(({ id }) => id))
        yield* sql`delete from upload_item
          where company_id = any(${ids(rows.map(({ company_id }) => company_id))}) and job_id = any(${jobs})`
        yield* sql`delete from upload_job where id = any(${jobs})`
        return rows
      })
    )
  )
}, Effect.orDie)

/** Pages of listings whose run is not under way any more. */
const forgetListings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const runs = yield* sql<{ company_id: number; run_id: number }>`select distinct company_id, run_id from listing_page`
  if (runs.length === 0) return 0
  const companiesOf = (some: typeof runs) => ids([...new Set(some.map(({ company_id }) => company_id))])
  const runsOf = (some: typeof runs) => ids(some.map(({ run_id }) => run_id))
  const open = yield* sql<{ run_id: number }>`select run_id from checkpoint
    where company_id = any(${companiesOf(runs)}) and run_id = any(${runsOf(runs)})`
  const underWay = new Set(open.map(({ run_id }) => run_id))
  const ended = runs.filter(({ run_id }) => !underWay.has(run_id))
  if (ended.length === 0) return 0
  const deleted = yield* sql`delete from listing_page
    where company_id = any(${companiesOf(ended)}) and run_id = any(${runsOf(ended)}) returning 1 as one`
  return deleted.length
}).pipe(Effect.orDie)

/** Forgets everything that is old; answers how many rows that were. Every process may do so. */
export const run: Effect.Effect<number, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keep = yield* Keep
  let total = yield* forget(old(keep))
  total += yield* forgetUploads(keep.history)
  total += yield* forgetOf("refusal", `refused_at < now() - interval '${keep.history} days'`)
  total += yield* forgetListings
  // The hash of what is cleared stays, and with it what is known of changes.
  total += yield* throughOld(
    sql,
    "upkeep:raw",
    keep.raw,
    (table, chosen) =>
      `update ${table} set raw = null, followed = null where company_id = $1::bigint and svc_id = any(array(${chosen})) returning 1`,
    "raw is not null"
  )
  total += yield* throughOld(
    sql,
    "upkeep:deleted",
    keep.deleted,
    (table, chosen) =>
      `delete from ${table} where company_id = $1::bigint and svc_id = any(array(${chosen})) returning 1`,
    "deleted_at is not null"
  )
  return total
}).pipe(Effect.orDie)

/** The same for the audit log, of which the operator says how long it is kept. */
export const runAudit = (days: number): Effect.Effect<number, never, SqlClient.SqlClient> =>
  forget({ audit_event: `created_at < now() - interval '${Math.trunc(days)} days'` })

/** And for the log of calls; where none is kept any more, what there is goes at once. */
export const runCalls = (days: number): Effect.Effect<number, never, SqlClient.SqlClient> =>
  forgetOf("platform_call", `called_at < now() - interval '${Math.trunc(days)} days'`)

export const layer: Layer.Layer<never, never, AppConfig | SqlClient.SqlClient> = Layer.effectDiscard(
  Effect.flatMap(AppConfig, ({ auditDays, callLogDays }) =>
    Effect.all([run, runAudit(auditDays), runCalls(callLogDays)], { discard: true })
  ).pipe(
    Effect.catchCause((cause) => Effect.logError("What is old could not be forgotten.", cause)),
    Effect.schedule(Schedule.spaced(every)),
    Effect.forkScoped
  )
)
