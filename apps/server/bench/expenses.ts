/** Many expenses of about 1 kB, made by the database itself in the shape in which ingest stores them. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ids } from "../src/database/Parameters.ts"

export const companies = 200
const step = 50_000

/**
 * Stores `count` expenses of an organisation, spread over new companies; their ids and times ascend together, as they do
 * after a first sync. Answers the companies.
 */
export const store = Effect.fnUntraced(function* (organisationId: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ company: number; connection: number }>`
    with c as (insert into company (organisation_id, name)
      select ${organisationId}, 'bench ' || n from generate_series(1, ${companies}) n returning id)
    insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
    select ${organisationId}, id, 'BENCH', 'ACCOUNTING', 'HEALTHY', '[]' from c
    returning company_id as company, id as connection`
  for (let from = 1; from <= count; from += step) {
    yield* sql.unsafe(
      `with company as (select id, company_id, row_number() over (order by id) - 1 as n from connection where id = any($4::bigint[])),
         one as (select i, nextval('svc_id') as id, '2026-01-01'::timestamptz + (i / 500) * interval '1 second' as at
           from generate_series($2::bigint, $3::bigint) i)
       insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
         hash, body, created_at, updated_at)
       select o.id, 'EXPENSES', $1::bigint, c.company_id, c.id, 0, 'exp-' || o.i, 'default', md5(o.i::text) || md5(o.i::text),
         format('{"svc_id":%1$s,"svc_created_at":"%2$s","svc_updated_at":"%2$s","svc_company_id":%3$s,"svc_deleted_at":null,' ||
           '"platform_id":"exp-%4$s","platform_unique_id":"DOC-%4$s","contact_id":"contact-%5$s","account_id":"account-%6$s",' ||
           '"document_number":"DOC-%4$s","posted_date":"%2$s","payment_mode":"card","currency_id":"EUR","currency_rate":1,' ||
           '"total_amount":%7$s,"sub_total":10.5,"tax_amount":2,"total_discount":null,"memo":"%8$s","line_items":[{"svc_id":%1$s,' ||
           '"platform_id":"exp-%4$s:line_items:0","line_item_type":"EXPENSES","line_item_type_id":"exp-%4$s",' ||
           '"tracking_category_ids":[],"project_id":null,"item_id":"item-1","tax_id":"tax-1","account_id":"account-1",' ||
           '"description":"Coffee","quantity":1,"unit_amount":12.5,"total_amount":12.5,"sub_total":10.5,"tax_amount":2,' ||
           '"total_discount":null,"updated_at":null}],"updated_at":"%2$s"}',
           o.id, to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), c.company_id, o.i, o.i % 1000, o.i % 50,
           (o.i % 10000) / 4.0, repeat('memo ', 20))::json,
         o.at, o.at
       from one o join company c on c.n = o.i % ${companies}`,
      [organisationId, from, Math.min(count, from + step - 1), ids(rows.map(({ connection }) => connection))]
    )
  }
  yield* sql`vacuum (analyze) record_expenses`.unprepared
  return rows.map(({ company }) => company)
})
