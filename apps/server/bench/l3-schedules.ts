/**
 * L3: the scheduler with a million schedules (`BENCH_SCHEDULES`): what a look costs when nothing is due, how many due models it
 * starts in a second, and how late each is started when 5 000 become due every second. Each schedule is a connection of its
 * own, which is the most work for each. The server is a process of its own that also carries out what it starts; started
 * means that the run and its job are committed.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Postgres from "../chaos/Postgres.ts"
import * as Database from "../src/database/Database.ts"
import * as Due from "../src/sync/Due.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import type { Figure } from "./figure.ts"

const schedules = Number(process.env["BENCH_SCHEDULES"] ?? 1_000_000)
const step = 50_000
const perSecond = 5_000
/** For how long schedules become due, in seconds. */
const lasting = 15
const backlog = 50_000

/** Connections without credentials: their runs end soon after they begin. */
const fill = async (query: Postgres.Postgres["query"]) => {
  const config = [
    { enabled: true, interval: 1, frequency: "DAILY", data_model: "CONTACTS", sync_from: null, custom_fields: [] }
  ]
  for (let from = 0; from < schedules; from += step) {
    await query(
      `with c as (
         insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
         select organisation_id, id, 'SVC_SANDBOX', 'ACCOUNTING', 'HEALTHY', $1::text::json
         from company, generate_series(1, $2::int) returning id)
       insert into schedule (connection_id, data_model, next_run_at)
       select id, 'CONTACTS', now() + interval '1 day' + random() * interval '1 day' from c`,
      [JSON.stringify(config), Math.min(step, schedules - from)]
    )
  }
  for (const table of ["connection", "schedule"]) await query(`vacuum (analyze) ${table}`)
}

/** Milliseconds of looks with nothing due, by the scheduler's own statements on a connection of their own. */
const looks = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const configs = () => Effect.succeed(new Map())
    const look = Effect.andThen(
      Due.wait(sql),
      sql.withTransaction(Due.claim(sql, configs, () => Effect.die("Something was due.")))
    )
    const times: Array<number> = []
    for (let n = 0; n < 500; n++) {
      const from = performance.now()
      yield* look
      times.push(performance.now() - from)
    }
    return times.slice(50).toSorted((a, b) => a - b)
  }).pipe(
    Effect.provide(
      Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(Redacted.make(url)), maxConnections: 1 })
    ),
    Effect.scoped,
    Effect.runPromise
  )

interface Started {
  /** Runs that were made, of as many as were due. */
  readonly runs: number
  /** Seconds from the first moment at which one was due to the last start. */
  readonly lasted: number
  /** Seconds from being due to the commit of the start. */
  readonly p50: number
  readonly p99: number
}

/** Lets so many schedules become due, all at once or evenly over some seconds, and waits until all are started. */
const due = async (query: Postgres.Postgres["query"], name: string, count: number, over: number): Promise<Started> => {
  // Updating so many takes a while: those that become due one by one do so after that.
  const lead = over === 0 ? 0 : 5 + count / 10_000
  await query(
    `create table ${name} as select connection_id,
       clock_timestamp() + make_interval(secs => $2::float8 + $3::float8 * (row_number() over () - 1) / $1::int) as at
     from (select connection_id from schedule where next_run_at > now() + interval '23 hours'
       and not exists (select 1 from sync where sync.connection_id = schedule.connection_id) limit $1::int) s`,
    [count, lead, over]
  )
  await query(`create unique index on ${name} (connection_id)`)
  await query(`update schedule s set next_run_at = d.at from ${name} d where d.connection_id = s.connection_id`)
  const [{ since }] = (await query<{ since: string }>(
    `select greatest(min(at), clock_timestamp())::text as since from ${name}`
  )) as [{ since: string }]
  const left = async () => {
    const [row] = await query<{ left: number }>(
      `select count(*)::float8 as left from schedule where next_run_at <= (select max(at) from ${name})`
    )
    return row!.left
  }
  for (const end = Date.now() + 300_000; (await left()) > 0; await sleep(500)) {
    if (Date.now() > end) throw new Error(`${await left()} of ${count} were not started.`)
  }
  // The claim is the last to have written the row of a schedule.
  const [row] = await query<Started>(
    `with started as (
       select pg_xact_commit_timestamp(s.xmin) as moment, extract(epoch from pg_xact_commit_timestamp(s.xmin) - d.at)::float8 as late
       from ${name} d join schedule s on s.connection_id = d.connection_id)
     select extract(epoch from max(moment) - $1::text::timestamptz)::float8 as lasted,
       percentile_cont(0.5) within group (order by late) as p50, percentile_cont(0.99) within group (order by late) as p99,
       (select count(*)::float8 from sync y join ${name} d on d.connection_id = y.connection_id) as runs
     from started`,
    [since]
  )
  return row!
}

const measure = async (postgres: Postgres.Postgres, dataDir: string): Promise<ReadonlyArray<Figure>> => {
  const { query } = postgres
  // When a claim was committed is what its rows do not say themselves.
  await query("alter system set track_commit_timestamp = on")
  await postgres.crash()
  await postgres.restart()
  const start = () =>
    ServerProcess.start({
      DATABASE_URL: postgres.url,
      SVC_DATA_DIR: dataDir,
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_LOG_LEVEL: "none"
    })
  const server = await start()
  try {
    await server.call("POST", "/v3/core/companies", { name: "Bench" })
    await fill(query)
    const idle = await looks(postgres.url)
    const p99 = idle[Math.floor(idle.length * 0.99)]!
    const atOnce = await due(query, "at_once", backlog, 0)
    const steady = await due(query, "steady", perSecond * lasting, lasting)
    const rate = atOnce.runs / atOnce.lasted
    const once = (started: Started, wanted: number) => (started.runs === wanted ? 1 : 0)
    return [
      {
        goal: "L3",
        what: `a look with nothing due among ${schedules} schedules, p99 at most 5 ms (p50 ${idle[Math.floor(idle.length / 2)]!.toFixed(2)} ms)`,
        figure: `${p99.toFixed(2)} ms`,
        ratio: 5 / p99,
        wanted: 1
      },
      {
        goal: "L3",
        what: `started a second of ${backlog} that are due at once, at least ${perSecond}; runs made: ${atOnce.runs}`,
        figure: `${Math.round(rate)}/s`,
        ratio: (once(atOnce, backlog) * rate) / perSecond,
        wanted: 1
      },
      {
        goal: "L3",
        what: `start delay p99 while ${perSecond} become due a second for ${lasting} s, at most 2 s (p50 ${(steady.p50 * 1000).toFixed(0)} ms); runs made: ${steady.runs}`,
        figure: `${(steady.p99 * 1000).toFixed(0)} ms`,
        ratio: (once(steady, perSecond * lasting) * 2) / steady.p99,
        wanted: 1
      }
    ]
  } finally {
    await server.kill()
  }
}

/** Measures on a PostgreSQL of its own. */
export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await Postgres.start()
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"))
  try {
    return await measure(postgres, dataDir)
  } finally {
    await postgres.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
