/**
 * P2 and P3: what a sync stores in a second (decode, map, check, hash, upsert, events, checkpoint), beside a bare bulk
 * upsert of the same rows into a table with the same indexes; and the same records again, unchanged.
 */
import { Connector, Page, Read, Wire } from "@svc/core"
import { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Migrations from "../src/database/Migrations.ts"
import { ids, texts } from "../src/database/Parameters.ts"
import * as Partitions from "../src/database/Partitions.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import { Records, type Target } from "../src/records/Records.ts"
import { Checkpoints } from "../src/sync/Checkpoints.ts"
import { Events } from "../src/webhooks/Events.ts"
import { deliver } from "../src/webhooks/Queues.ts"
import { postgres } from "../test/support/Databases.ts"
import type { Figure } from "./figure.ts"

const pageSize = 500
const pages = 40

/** A customer as a platform would answer it, 1.1 kB of JSON. */
const raw = (n: number) => ({
  id: `cus_${String(n).padStart(8, "0")}`,
  name: `Customer number ${n} of the measured platform`,
  taxNumber: `DE${100_000_000 + n}`,
  currency: n % 3 === 0 ? "USD" : "EUR",
  balance: n * 1.25,
  createdAt: "2026-03-01T10:00:00Z",
  updatedAt: "2026-05-02T11:12:13Z",
  email: `customer-${n}@example.com`,
  notes: "x".repeat(780),
  flags: { isActive: true, isVip: n % 10 === 0, segment: "wholesale", region: "north" }
})
const customers = Connector.read("PAYMENT_DISPUTES", {
  path: "/customers",
  page: Page.single,
  items: "data",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    taxNumber: Wire.text,
    currency: Wire.text,
    balance: Wire.number,
    createdAt: Wire.text,
    updatedAt: Wire.text,
    notes: Wire.text
  }),
  deletes: Read.never,
  map: (own) => ({
    platform_id: own.id,
    amount: own.balance,
    currency_id: own.currency,
    status: "OPEN" as const,
    reason_code: own.taxNumber,
    reason_description: own.notes,
    payment_id: own.name,
    due_date: own.updatedAt,
    created_at: own.createdAt,
    updated_at: own.updatedAt
  })
})

const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Target>`
    with o as (insert into organisation (name) values ('bench') returning id),
      c as (insert into company (organisation_id, name) select id, 'bench' from o returning id, organisation_id)
    insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
    select organisation_id, id, 'BENCH', 'PAYMENTS', 'HEALTHY', '[]' from c
    returning organisation_id as "organisationId", company_id as "companyId", id as "connectionId", integration_type as "integrationType"`
  yield* sql`create table bare (like record_payment_disputes including all)`
  return row!
})

const seconds = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const from = performance.now()
    yield* effect
    return (performance.now() - from) / 1000
  })

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* Records
  const checkpoints = Checkpoints(sql)
  const target = yield* prepare
  const bodies = Array.from({ length: pages }, (_, page) =>
    JSON.stringify({ data: Array.from({ length: pageSize }, (__, n) => raw(page * pageSize + n)) })
  )
  const place = { connectionId: target.connectionId, model: "PAYMENT_DISPUTES", source: "default" }

  const sync = Effect.gen(function* () {
    // Of no sync that has read it to its end already, so there is a run.
    const run = (yield* checkpoints.begin(place, { syncId: 0, wantFull: false, read: customers, counted: null }))!
    for (const [page, body] of bodies.entries()) {
      const raws = customers.items(JSON.parse(body), null)
      const items = raws.map((one) =>
        Result.getOrThrow(Reading.mapItem(customers, one, { settings: {}, lookups: {}, followed: [] }))
      )
      yield* sql.withTransaction(
        Effect.andThen(
          records.ingest(target, "PAYMENT_DISPUTES", "default", items),
          checkpoints.advance(place, run, page, customers)
        )
      )
    }
    yield* checkpoints.complete(place, run)
  })

  const stored = (page: number) =>
    sql<Record<string, string & number>>`select svc_id, platform_id, hash, body::text as body, raw::text as raw
      from record_payment_disputes where connection_id = ${target.connectionId} order by svc_id
      offset ${page * pageSize} limit ${pageSize}`
  const bare = (rows: ReadonlyArray<Record<string, string & number>>) =>
    sql.unsafe(
      `insert into bare (data_model, organisation_id, company_id, connection_id, parent_id, source, svc_id, platform_id, hash,
         body, raw, created_at, updated_at)
       select 'PAYMENT_DISPUTES', $1::bigint, $2::bigint, $3::bigint, 0, 'default', n.id, n.platform_id, n.hash,
         n.body::json, n.raw::json, now(), now()
       from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[]) as n(id, platform_id, hash, body, raw)
       on conflict (connection_id, parent_id, platform_id, data_model) do update set body = excluded.body, raw = excluded.raw,
         hash = excluded.hash, updated_at = excluded.updated_at`,
      [
        target.organisationId,
        target.companyId,
        target.connectionId,
        ids(rows.map((row) => row["svc_id"]!)),
        ...["platform_id", "hash", "body", "raw"].map((name) => texts(rows.map((row) => row[name]!)))
      ]
    )

  // The statements' plans and the compiled check are warm for neither side until each has run once.
  yield* sync
  const rows = yield* Effect.forEach(bodies.keys().toArray(), stored)
  yield* Effect.forEach(rows, bare)
  const again = [
    sql`truncate record_payment_disputes`,
    sql`truncate bare`,
    sql`delete from checkpoint where connection_id = ${target.connectionId}`
  ]
  const runs = yield* Effect.forEach(Array.from({ length: 3 }), () =>
    Effect.gen(function* () {
      yield* Effect.all(again)
      const first = yield* seconds(sync)
      const [before] = yield* sql<{
        n: string
      }>`select xmin::text || count(*) over () as n from record_payment_disputes order by xmin::text::bigint desc limit 1`
      const unchanged = yield* seconds(sync)
      const [after] = yield* sql<{
        n: string
      }>`select xmin::text || count(*) over () as n from record_payment_disputes order by xmin::text::bigint desc limit 1`
      const upsert = yield* seconds(Effect.forEach(rows, (page) => sql.withTransaction(bare(page))))
      return { first, unchanged, upsert, written: before!.n !== after!.n }
    })
  )
  const best = (pick: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(pick))
  const count = pages * pageSize
  const [first, unchanged, upsert] = [best((run) => run.first), best((run) => run.unchanged), best((run) => run.upsert)]
  const wrote = runs.some((run) => run.written)
  return [
    {
      goal: "P2",
      what: `ingest of ${count} records, ${pageSize} a page, beside a bare upsert (${Math.round(count / upsert)}/s)`,
      figure: `${Math.round(count / first)} records/s`,
      ratio: upsert / first,
      wanted: 0.4
    },
    {
      goal: "P3",
      what: `the same records unchanged, beside P2; rows written: ${wrote ? "some" : "none"}`,
      figure: `${Math.round(count / unchanged)} records/s`,
      ratio: wrote ? 0 : first / unchanged,
      wanted: 4
    }
  ] satisfies ReadonlyArray<Figure>
})

const services = Records.layer.pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
  Layer.provideMerge(Layer.effectDiscard(Effect.andThen(Migrations.run(), Partitions.run))),
  Layer.provideMerge(postgres())
)

/** Measures on a real PostgreSQL; best of three. */
export const run = (): Promise<ReadonlyArray<Figure>> => Effect.runPromise(Effect.provide(measure, services) as never)
