/**
 * What is shown of items that could not be read: an id, since when, and what its first fault says; and how many there were
 * beyond those that are kept. The words of the fault are made by the database, of rows that the release before writes too.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The member in front of a sentence: `line_items[2].quantity: …`. */
const place = String.raw`'^([A-Za-z_$][\w$]*(?:\.[\w$]+|\[\d+\])*): '`
const isWarning = "json_typeof(issues -> 0) = 'object'"
const said = `case when ${isWarning} then issues -> 0 ->> 'field' else substring(issues ->> 0 from ${place}) end`

export const refusals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)
  yield* run(`alter table refusal
    add column id bigint not null default nextval('svc_id'),
    add column first_refused_at timestamptz not null default now(),
    -- The item has no id that could be told; platform_id is a place then.
    add column is_unnamed boolean not null default false,
    add column kind text generated always as (case when ${isWarning} then 'warning' else 'refused' end) stored,
    -- Without the places of lines, so that one fault of many records is one member.
    add column field text generated always as (regexp_replace(${said}, '\\[\\d+\\]', '[]', 'g')) stored,
    add column message text generated always as (case when ${isWarning} then issues -> 0 ->> 'message'
      else regexp_replace(issues ->> 0, ${place}, '') end) stored`)
  yield* run(`update refusal set first_refused_at = refused_at`)
  yield* run(`create unique index refusal_id on refusal (id)`)
  yield* run(`create index refusal_connection on refusal (connection_id, id)`)
  yield* run(`
    create table refusal_rest (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      source text not null,
      items bigint not null,
      refused_at timestamptz not null default now(),
      primary key (connection_id, data_model, source)
    )`)
})
