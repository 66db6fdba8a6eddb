/** What was done in each five minutes of an organisation, by platform or webhook; for plots, and kept for days only. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const figures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table figure (
    organisation_id bigint not null,
    at timestamptz not null,
    -- syncs and calls, by platform; deliveries, by webhook.
    kind text not null,
    name text not null,
    done bigint not null default 0,
    failed bigint not null default 0,
    limited bigint not null default 0,
    milliseconds bigint not null default 0,
    longest bigint not null default 0,
    waited bigint not null default 0,
    created bigint not null default 0,
    updated bigint not null default 0,
    deleted bigint not null default 0,
    refused bigint not null default 0,
    primary key (organisation_id, kind, at, name)
  )`)
  yield* sql.unsafe(`create index figure_age on figure (at)`)
})
