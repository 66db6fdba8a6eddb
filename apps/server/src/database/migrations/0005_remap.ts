/** What a stored item needs to be mapped again without its platform, and how far each mapping anew has come. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const remap = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql.unsafe(statement)

  // What was asked for an item beside it; null where nothing was. raw_hash is of both, so that a change that makes no
  // other record is kept all the same; it stays when raw is cleared.
  yield* run(`alter table record add column followed json, add column raw_hash text`)
  yield* run(`alter table refusal add column source text, add column followed json`)
  // The latest answers to the lookups of a source, by name.
  yield* run(`
    create table lookup_answer (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      source text not null,
      answers json not null,
      asked_at timestamptz not null default now(),
      primary key (connection_id, data_model, source)
    )`)
  // Every mapping before this one was the first.
  yield* run(`update checkpoint set mapping_version = '1.1'`)
  // The last mapping anew of each source. after is the svc_id it has come to, refusals_after the refusal; null when those
  // are done. Other than what was read, items_left could not be mapped without the platform.
  yield* run(`
    create table remap (
      connection_id bigint not null references connection on delete cascade,
      data_model text not null,
      source text not null,
      mapping_version text not null,
      refusals_after text default '',
      after bigint not null default 0,
      items_read bigint not null default 0,
      items_left bigint not null default 0,
      records_created bigint not null default 0,
      records_updated bigint not null default 0,
      records_deleted bigint not null default 0,
      records_refused bigint not null default 0,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (connection_id, data_model, source)
    )`)
  yield* run(`create index remap_open on remap (connection_id) where finished_at is null`)
})
