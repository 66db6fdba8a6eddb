/**
 * What a cluster costs and how it fills: P1, P2 and lists of a whole organisation on one, two and three nodes beside a plain
 * PostgreSQL of the same build, how evenly companies of different sizes lie on the nodes, and how large the rows are that stay on
 * the coordinator. `node apps/server/bench/cluster.ts postgres://…` with the coordinator that `pnpm citus` starts;
 * `BENCH_LAYOUTS=plain,3` for some of them, the others beside the first, in `BENCH_ROUNDS` turns; `BENCH_SPREAD=0` and `BENCH_ROWS=0`
 * without the rest; `BENCH_LARGE=10000000` for the size of the large company.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { querying } from "../chaos/Postgres.ts"
import * as Database from "../src/database/Database.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import { Records } from "../src/records/Records.ts"
import { Events } from "../src/webhooks/Events.ts"
import { deliver } from "../src/webhooks/Queues.ts"
import { table } from "../report/table.ts"
import * as Chance from "../test/support/Chance.ts"
import * as Customers from "./customers.ts"
import * as Expenses from "./expenses.ts"
import { load } from "./load.ts"
import * as Service from "./service.ts"

const server = process.argv[2] ?? process.env["SVC_CITUS_URL"] ?? ""
if (server === "") {
  console.error("No cluster is to be had here: name its coordinator.")
  process.exit(1)
}
const records = Number(process.env["BENCH_RECORDS"] ?? 60_000)
const pages = 20
const bodies = Customers.pagesOf(pages)
const seconds = 3
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7)
const layouts = (process.env["BENCH_LAYOUTS"] ?? "plain,1,2,3").split(",").filter((name) => name !== "")
/** Companies of different sizes, and one that is large beside them. */
const spread = {
  companies: 1000,
  records: Number(process.env["BENCH_SPREAD"] ?? 400_000),
  large: Number(process.env["BENCH_LARGE"] ?? 200_000),
  shards: 32
}

const at = (port: number, database: string) => {
  const url = new URL(server)
  url.port = String(port)
  url.pathname = `/${database}`
  return { url: Redacted.make(url.href), query: querying({ url: Redacted.make(url.href) }) }
}
const first = Number(new URL(server).port)
const nodes = await at(first, "postgres").query<{ port: number }>(
  "select nodeport as port from pg_dist_node order by groupid"
)

/** A database on the first so many nodes, dropped when the scope closes; a plain one is on the first alone, without the extension. */
const database = Effect.fnUntraced(function* (layout: string, shards: number) {
  const name = `bench_${randomUUID().replaceAll("-", "")}`
  const on = layout === "plain" ? nodes.slice(0, 1) : nodes
  const each = (statement: string) =>
    Effect.forEach(on, ({ port }) => Effect.promise(() => at(port, "postgres").query(statement)), { discard: true })
  yield* Effect.acquireRelease(
    each(`create database ${name} template ${layout === "plain" ? "template0" : "template1"}`),
    () => each(`drop database if exists ${name} with (force)`)
  )
  const { query, url } = at(first, name)
  if (layout !== "plain") {
    for (const [index, { port }] of nodes.entries()) {
      // One node is the coordinator alone, two are the workers, three are all.
      const holds = layout === "3" || (layout === "1") === (index === 0)
      const set = `select citus_set_node_property('127.0.0.1', ${port}, 'shouldhaveshards', ${holds})`
      yield* Effect.promise(() => query(set))
    }
    yield* Effect.promise(() => query(`alter database ${name} set citus.shard_count = ${shards}`))
  }
  return { query, url }
})

const servicesAt = (url: Redacted.Redacted) =>
  Records.layer.pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
    Layer.provideMerge(Database.layer({ dataDir: tmpdir(), databaseUrl: Option.some(url), statementTimeout: 0 }))
  )
const organisation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    select value::bigint as id from svc_meta where name = 'default_organisation'`
  return row!.id
})
/** Seconds of the processors that a node took so far, with the processes of it that have ended. */
const spent = (port: number) =>
  Effect.promise(async () => {
    const [row] = await at(port, "postgres").query<{ text: string }>("select pg_read_file('postmaster.pid') as text")
    const first = Number(row!.text.split("\n")[0])
    const fields = (pid: number | string) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
        return stat
          .slice(stat.lastIndexOf(")") + 2)
          .split(" ")
          .map(Number)
      } catch {
        // It has just ended.
        return []
      }
    }
    // Its own time, that of children that have ended, and that of those that live.
    const own = fields(first)
    const living = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ").map(fields)
    const ticks = living.reduce((sum, stat) => sum + (stat[11] ?? 0) + (stat[12] ?? 0), 0)
    return (ticks + own[11]! + own[12]! + own[13]! + own[14]!) / 100
  })

/** A layout with a service on it, filled; each time that it is run it measures one thing after the other. */
const prepared = Effect.fnUntraced(function* (layout: string) {
  const { url } = yield* database(layout, 6)
  const port = yield* Service.start(url)
  const services = yield* Layer.build(servicesAt(url))
  const companies = yield* Effect.flatMap(organisation, (owner) => Expenses.store(owner, records)).pipe(
    Effect.provide(services)
  )
  let turn = 0
  /** With the milliseconds of a processor that a page takes on the first node, which coordinates, and on all others. */
  const asking = (path: () => string, clients: number) =>
    Effect.gen(function* () {
      const before = yield* Effect.forEach(nodes, (node) => spent(node.port))
      const loaded = yield* Effect.promise(() =>
        load({ port, headers: { api_key: Service.apiKey }, path }, clients, seconds)
      )
      const after = yield* Effect.forEach(nodes, (node) => spent(node.port))
      const [first, ...others] = after.map(
        (all, index) => ((all - before[index]!) * 1000) / (loaded.perSecond * seconds)
      )
      return { ...loaded, first: first!, others: others.reduce((a, b) => a + b, 0) }
    })
  const ingesting = Effect.gen(function* () {
    const target = yield* Customers.connect
    const from = performance.now()
    yield* Customers.sync(target, bodies)
    return (pages * Customers.pageSize * 1000) / (performance.now() - from)
  }).pipe(Effect.provide(services))
  const list = "/v3/accounting/expenses?svc_updated_at[gte]=2026-01-01T00:01:00Z"
  const own = () => `${list}&svc_company_id[eq]=${companies[turn++ % companies.length]}&limit=100`
  const all = () => `${list}&sort[svc_updated_at]=DESC&limit=50`
  return { p2: ingesting, p1: asking(own, 16), l1: asking(all, 32) }
})

/**
 * All layouts beside each other, measured in turns: a machine that is slower for a minute is so for all of them. The first round,
 * in which engines warm up, does not count.
 */
const measured = Effect.gen(function* () {
  const all = yield* Effect.forEach(layouts, prepared)
  const found: Record<"p2", Array<Array<number>>> & Record<"p1" | "l1", Array<Array<Paced>>> = {
    p2: [],
    p1: [],
    l1: []
  }
  for (let round = 0; round <= rounds; round++) {
    const p2 = yield* Effect.forEach(all, (layout) => layout.p2)
    const p1 = yield* Effect.forEach(all, (layout) => layout.p1)
    const l1 = yield* Effect.forEach(all, (layout) => layout.l1)
    if (round === 0) continue
    found.p2.push(p2)
    found.p1.push(p1)
    found.l1.push(l1)
    const said = [p2.map(Math.round), ...[p1, l1].map((some) => some.map(({ perSecond }) => Math.round(perSecond)))]
    process.stderr.write(`round ${round}: ${said.map((some) => some.join("/")).join(" ")}\n`)
  }
  return found
}).pipe(Effect.scoped)

/** What there is of something on each node, and how far the most is above the mean. */
const told = (all: ReadonlyArray<number>, digits = 0): string => {
  const mean = all.reduce((a, b) => a + b, 0) / all.length
  const above = ((Math.max(...all) - mean) / mean) * 100
  return `${all.map((n) => n.toFixed(digits)).join(" / ")} (most ${above.toFixed(0)} % above the mean)`
}

/** Sizes that fall off as those of customers do, one company as large as many of them, and each asked for as it is large. */
const evenly = Effect.gen(function* () {
  const { query, url } = yield* database("3", spread.shards)
  const port = yield* Service.start(url)
  const sizes = Array.from({ length: spread.companies }, (_, n) => 1 / (n + 20))
  const sum = sizes.reduce((a, b) => a + b, 0)
  const counts = [spread.large, ...sizes.map((size) => Math.round((size / sum) * spread.records))]
  const owner = yield* Effect.provide(organisation, servicesAt(url))
  const ask = (text: string, params: ReadonlyArray<unknown> = []) => Effect.promise(() => query<any>(text, params))
  const made = yield* ask(
    `with c as (insert into company (organisation_id, name) select $1::bigint, 'bench ' || n from generate_series(0, $2::int) n returning id)
     insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
     select $1::bigint, id, 'BENCH', 'ACCOUNTING', 'HEALTHY', '[]' from c returning company_id as company, id as connection`,
    [String(owner), spread.companies]
  )
  const fill = (from: number, to: number) =>
    ask(
      `insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source, hash,
         body, created_at, updated_at)
       select nextval('svc_id'), 'EXPENSES', $1::bigint, c.company, c.connection, 0, 'exp-' || n, 'default', md5(n::text),
         json_build_object('memo', repeat('memo ', 100)), now(), now()
       from unnest($2::text::bigint[], $3::text::bigint[], $4::text::int[]) as c(company, connection, size), generate_series(1, c.size) n`,
      [
        String(owner),
        `{${made.slice(from, to).map((row) => row.company)}}`,
        `{${made.slice(from, to).map((row) => row.connection)}}`,
        `{${counts.slice(from, to)}}`
      ]
    )
  const placed = `pg_dist_placement p join pg_dist_node n using (groupid)`
  const byNode = Effect.gen(function* () {
    const rows = yield* ask(
      `select nodeport as port, sum(result::bigint)::bigint as n from run_command_on_shards('record', 'select count(*) from %s') r
         join ${placed} on p.shardid = r.shardid group by 1`
    )
    const of = new Map(rows.map((row) => [Number(row.port), Number(row.n)]))
    return told(nodes.map(({ port }) => of.get(port) ?? 0))
  })
  const filling = performance.now()
  yield* fill(1, made.length)
  const lines = [["records of the companies, as they were filled", yield* byNode]]
  yield* fill(0, 1)
  const filled = (performance.now() - filling) / 1000
  lines.push(["with the large company", yield* byNode])
  const moving = performance.now()
  // A company of its own size gets shards of its own, so that the others are moved without it.
  yield* ask(
    `select isolate_tenant_to_new_shard('record', ${made[0].company}, 'CASCADE', shard_transfer_mode => 'block_writes')`
  )
  yield* ask(
    "select rebalance_table_shards('record', threshold => 0.05, rebalance_strategy => 'by_disk_size', shard_transfer_mode => 'block_writes')"
  )
  const moved = (performance.now() - moving) / 1000
  lines.push(["the large company apart, rebalanced by size", yield* byNode])
  yield* ask("vacuum (analyze) record_expenses")

  const where = yield* ask(
    `select n.nodeport as port from unnest($1::text::bigint[]) with ordinality as c (company, place)
       join ${placed} on p.shardid = get_shard_id_for_distribution_column('record', c.company) order by c.place`,
    [`{${made.map((row) => row.company)}}`]
  )
  const all = counts.reduce((a, b) => a + b, 0)
  const pagesOf = new Map(nodes.map((node) => [node.port, 0]))
  const chance = Chance.make(1)
  const path = () => {
    let record = chance.int(all)
    const company = counts.findIndex((count) => (record -= count) < 0)
    const node = Number(where[company].port)
    pagesOf.set(node, pagesOf.get(node)! + 1)
    return `/v3/accounting/expenses?svc_company_id[eq]=${made[company].company}&limit=100`
  }
  const before = yield* Effect.forEach(nodes, (node) => spent(node.port))
  const { perSecond } = yield* Effect.promise(() =>
    load({ port, headers: { api_key: Service.apiKey }, path }, 16, 4 * seconds)
  )
  const after = yield* Effect.forEach(nodes, (node) => spent(node.port))
  lines.push(
    [`pages asked for, ${Math.round(perSecond)} a second`, told([...pagesOf.values()])],
    [
      "seconds of processors meanwhile, the first node coordinating",
      told(
        after.map((seconds, index) => seconds - before[index]!),
        1
      )
    ]
  )
  return { lines, filled, moved }
}).pipe(Effect.scoped)

/** What grows with use and stays on the coordinator: one row of each table, as it is when what it tells of is over. */
const delivery = (answer: string): string =>
  `(id, organisation_id, webhook_id, event_id, subject, type, company_id, connection_id, data_model, operation, status,
     attempts, last_attempt_at, response_status, answer, milliseconds, created_at, finished_at)
   select gen_random_uuid(), o, gen_random_uuid(), gen_random_uuid(), n, 'DATA_MODEL_CHANGES', c, k, 'INVOICES', 'UPDATE', 'DELIVERED',
     1, now(), 200, ${answer}, 120, now(), now()`
const attempt = (answer: string): string =>
  `(delivery_id, number, at, response_status, error, milliseconds, answer)
   select (select id from delivery limit 1), (select count(*) from delivery_attempt) + n, now(), 500,
     'The endpoint answered with status 500.', 120, ${answer}`
/** As long as what is kept of an answer. */
const longest = `left(repeat(md5(n::text), 10), 300)`
const staying: ReadonlyArray<readonly [table: string, row: string, label?: string]> = [
  ["delivery", delivery("''")],
  ["delivery", delivery(longest), "delivery, with the longest answer"],
  ["delivery_attempt", attempt("''")],
  ["delivery_attempt", attempt(longest), "delivery_attempt, with the longest answer"],
  ["schedule", "(connection_id, data_model, next_run_at) select k, 'MODEL_' || n, now()"],
  [
    "sync",
    `(organisation_id, company_id, connection_id, status, full_sync, trigger, data_models, started_at, finished_at)
     select o, c, k, 'SUCCESS', false, 'SCHEDULE', array['INVOICES', 'CONTACTS', 'ACCOUNTS', 'ITEMS'], now(), now()`
  ],
  [
    "sync_job",
    `(sync_id, data_model, status, records_read, started_at, finished_at, pages, calls)
     select (select id from sync limit 1), 'MODEL_' || n, 'SUCCESS', 120, now(), now(), 2, 2`
  ],
  [
    "upload_job",
    `(id, organisation_id, company_id, connection_id, data_model, operation, status, request_id, started_at, finished_at)
     select gen_random_uuid()::text, o, c, k, 'INVOICES', 'CREATE', 'SUCCESS', gen_random_uuid()::text, now(), now()`
  ],
  [
    "company_usage",
    `(organisation_id, company_id, day, requests, records_read)
     select o, c, to_char(date '2026-01-01' + n, 'YYYY-MM-DD'), 120, 4000`
  ]
]
const stayed = (count: number) =>
  Effect.gen(function* () {
    const { query, url } = yield* database("plain", 0)
    yield* Service.start(url)
    const owner = yield* Effect.provide(organisation, servicesAt(url))
    const ask = (text: string) => Effect.promise(() => query<any>(text))
    const [{ c, k }] = yield* ask(
      `with c as (insert into company (organisation_id, name) values (${owner}, 'bench') returning id)
       insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
       select ${owner}, id, 'BENCH', 'ACCOUNTING', 'HEALTHY', '[]' from c returning company_id as c, id as k`
    )
    // Of no event, which on a cluster is elsewhere anyway.
    yield* ask("alter table delivery drop constraint if exists delivery_event_id_fkey")
    const lines: Array<ReadonlyArray<string>> = []
    const sizesOf = (name: string) =>
      Effect.map(
        ask(`select pg_relation_size('${name}')::bigint as heap, pg_total_relation_size('${name}')::bigint as all`),
        ([{ all, heap }]) => ({ all: Number(all), heap: Number(heap) })
      )
    for (const [name, row, label = name] of staying) {
      const before = yield* sizesOf(name)
      yield* ask(
        `insert into ${name} ${row} from generate_series(1, ${count}) n, (values (${owner}, ${c}, ${k})) as t (o, c, k)`
      )
      const { all, heap } = yield* sizesOf(name)
      const each = (bytes: number) => String(Math.round(bytes / count))
      lines.push([label, each(heap - before.heap), each(all - before.all)])
    }
    return lines
  }).pipe(Effect.scoped)

interface Paced {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly first: number
  readonly others: number
}
const middle = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
/** The middle of what a layout did in each round, and of how much more or less that is than the first layout did beside it. */
const beside = (all: ReadonlyArray<ReadonlyArray<number>>, at: number): string => {
  const own = Math.round(middle(all.map((round) => round[at]!)))
  if (at === 0) return String(own)
  const shares = all.map((round) => Math.round((round[at]! / round[0]! - 1) * 100))
  const signed = (share: number) => `${share < 0 ? "-" : "+"}${Math.abs(share)} %`
  return `${own}, ${signed(middle(shares))} (${signed(Math.min(...shares))} to ${signed(Math.max(...shares))})`
}
const paced = (all: ReadonlyArray<ReadonlyArray<Paced>>, at: number): string => {
  const of = (key: keyof Paced, digits: number) => middle(all.map((round) => round[at]![key])).toFixed(digits)
  const perSecond = all.map((round) => round.map((one) => one.perSecond))
  return `${beside(perSecond, at)}; ${of("p50", 1)}, ${of("p99", 1)}; ${of("first", 2)} + ${of("others", 2)}`
}
if (layouts.length > 0) {
  const { l1, p1, p2 } = await Effect.runPromise(measured)
  process.stdout.write(
    table([
      [
        `nodes (the middle of ${rounds} rounds, and of what is more or less than ${layouts[0]} beside it, with the ends of that)`,
        "P2 records/s",
        "P1 pages/s; p50, p99 ms; CPU-ms of the coordinator + of the others",
        "L1 of all companies, pages/s; the same"
      ],
      ...layouts.map((layout, at) => [layout, beside(p2, at), paced(p1, at), paced(l1, at)])
    ])
  )
}
if (spread.records > 0) {
  const found = await Effect.runPromise(evenly)
  process.stdout.write(
    table([
      [
        `by node: ${spread.companies} companies of ${spread.records}, and one of ${spread.large}; ${spread.shards} shards, filled in ${found.filled.toFixed(0)} s, moved in ${found.moved.toFixed(0)} s`,
        ""
      ],
      ...found.lines
    ])
  )
}
const staysOf = Number(process.env["BENCH_ROWS"] ?? 100_000)
if (staysOf > 0) {
  const found = await Effect.runPromise(stayed(staysOf))
  process.stdout.write(table([["rows on the coordinator", "bytes of each", "with its indexes"], ...found]))
}
process.exit(0)
