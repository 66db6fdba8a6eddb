/**
 * P2 and P3: what a sync stores in a second (decode, map, check, hash, upsert, events, checkpoint), beside a bare bulk
 * upsert of the same rows into a table with the same indexes; and the same records again, unchanged.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Migrations from "../src/database/Migrations.ts"
import { ids, texts } from "../src/database/Parameters.ts"
import * as Partitions from "../src/database/Partitions.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import { Records } from "../src/records/Records.ts"
import { Events } from "../src/webhooks/Events.ts"
import { deliver } from "../src/webhooks/Queues.ts"
import { postgres } from "../test/support/Databases.ts"
import * as Customers from "./customers.ts"
import type { Figure } from "./figure.ts"

const pages = 40
const { pageSize } = Customers

const seconds = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const from = performance.now()
    yield* effect
    return (performance.now() - from) / 1000
  })

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const target = yield* Customers.connect
  yield* sql`create table bare (like record_payment_disputes including all)`
  const bodies = Customers.pagesOf(pages)
  const sync = Customers.sync(target, bodies)

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
    sql`delete from checkpoint where company_id = ${target.companyId} and connection_id = ${target.connectionId}`
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
