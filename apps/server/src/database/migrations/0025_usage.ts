/**
 * Usage by company and day; and for each process that adds to it the number of the last batch that it has added, so that
 * none is added twice.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const usage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table company_usage (
    id bigint primary key default nextval('svc_id'),
    organisation_id bigint not null,
    -- Null: what concerned no company.
    company_id bigint references company on delete cascade,
    -- As it is shown, in UTC.
    day text collate "C" not null,
    requests bigint not null default 0,
    records_read bigint not null default 0,
    records_created bigint not null default 0,
    records_updated bigint not null default 0,
    records_deleted bigint not null default 0,
    platform_calls bigint not null default 0,
    passthrough_calls bigint not null default 0,
    written_items bigint not null default 0,
    deliveries bigint not null default 0
  )`)
  yield* sql.unsafe(`create unique index company_usage_day on company_usage
    (organisation_id, day, (coalesce(company_id, 0)))`)
  yield* sql.unsafe(`create index company_usage_list on company_usage (organisation_id, day, id)`)
  yield* sql.unsafe(`create index company_usage_company on company_usage (company_id, day, id)`)
  yield* sql.unsafe(`create index company_usage_age on company_usage (day)`)
  yield* sql.unsafe(`create table usage_writer (
    id text primary key,
    batch bigint not null,
    written_at timestamptz not null default now()
  )`)
})
