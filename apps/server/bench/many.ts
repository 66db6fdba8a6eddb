/**
 * Many small expenses, in the shape in which ingest stores them, made by the database itself: the partition is filled
 * before it is one, and gets its indexes when it is attached, so that ten million take minutes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Partitions from "../src/database/Partitions.ts"

export interface Owner {
  readonly organisationId: number
  /** The companies and their connections, in one order. */
  readonly companies: ReadonlyArray<number>
  readonly connections: ReadonlyArray<number>
}

/** What a sync stores in one transaction, and of one time. */
const page = 500
const step = 100_000
const writers = 3
/** The first id, above everything that the installation has drawn so far. */
const first = 1_000_000_000

/** The id and the time of the n-th record, from 0 on: both ascend, as they do after a first sync. */
export const idOf = (n: number): number => first + n
/** As a cursor holds it, with microseconds. */
export const microsecondsOf = (n: number): string =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor(n / page) * 1000).toISOString().replace("Z", "000Z")

/** New companies of an organisation, each with a connection. */
export const companies = Effect.fnUntraced(function* (organisationId: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ company: number; connection: number }>`
    with c as (insert into company (organisation_id, name)
      select ${organisationId}, 'bench ' || n from generate_series(1, ${count}) n returning id)
    insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
    select ${organisationId}, id, 'BENCH', 'ACCOUNTING', 'HEALTHY', '[]' from c
    returning company_id as company, id as connection`
  return {
    organisationId,
    companies: rows.map(({ company }) => company),
    connections: rows.map(({ connection }) => connection)
  } satisfies Owner
})

/** Makes the expenses of the installation be these: `count` of them, spread over the companies, which take turns. */
export const store = Effect.fnUntraced(function* (owner: Owner, count: number, turn = page) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop table record_expenses`
  yield* sql`create table record_expenses (like record) with (autovacuum_enabled = false)`
  yield* Effect.forEach(
    Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step),
    (from) => sql.unsafe(fill, parametersOf(owner, turn, from, Math.min(count, from + step) - 1)),
    { concurrency: writers, discard: true }
  )
  yield* sql.withTransaction(
    Effect.all([
      sql`set local maintenance_work_mem = '512MB'`.unprepared,
      sql`alter table record attach partition record_expenses for values in ('EXPENSES')`.unprepared,
      sql`alter table record_expenses reset (autovacuum_enabled)`.unprepared
    ])
  )
  yield* Partitions.run
  yield* sql`select setval('svc_id', ${idOf(count)}::bigint)`
  yield* sql`vacuum (analyze) record_expenses`.unprepared
})

const parametersOf = ({ companies, connections, organisationId }: Owner, turn: number, from: number, to: number) => [
  String(organisationId),
  String(from),
  String(to),
  `{${companies.join(",")}}`,
  `{${connections.join(",")}}`,
  String(turn)
]

const fill = `
  insert into record_expenses (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id,
    source, hash, body, created_at, updated_at)
  select o.id, 'EXPENSES', $1::bigint, o.company, o.connection, 0, 'exp-' || o.n, 'default', repeat(md5(o.n::text), 2),
    format('{"svc_id":%1$s,"svc_created_at":"%2$s","svc_updated_at":"%2$s","svc_company_id":%3$s,"svc_deleted_at":null,' ||
      '"platform_id":"exp-%4$s","platform_unique_id":"DOC-%4$s","contact_id":"contact-%5$s","account_id":null,' ||
      '"document_number":"DOC-%4$s","posted_date":"%2$s","payment_mode":null,"currency_id":"EUR","currency_rate":1,' ||
      '"total_amount":%6$s,"sub_total":null,"tax_amount":null,"total_discount":null,"memo":null,"line_items":[],' ||
      '"updated_at":"%2$s"}',
      o.id, to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), o.company, o.n, o.n % 1000,
      (o.n % 10000) / 4.0)::json,
    o.at, o.at
  from (
    select n, ${first} + n as id, '2026-01-01T00:00:00Z'::timestamptz + (n / ${page}) * interval '1 second' as at,
      ($4::bigint[])[1 + turn] as company, ($5::bigint[])[1 + turn] as connection
    from generate_series($2::bigint, $3::bigint) n, lateral (select (n / $6::bigint) % cardinality($4::bigint[]) as turn) t
  ) o`
