/** What lists of an organisation look for in records without an index: how often on a day, and since when an index is wanted. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const listDemand = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table list_demand (
    organisation_id bigint not null,
    data_model text not null,
    -- As requests name it.
    member text not null,
    -- ASC or DESC: nulls are at the end of either, so each has an index of its own.
    direction text not null,
    -- In UTC; asked is how often on it.
    day text collate "C" not null,
    asked bigint not null,
    -- When it was asked for last, with an index or without.
    asked_at timestamptz not null default now(),
    -- Since when it is asked for so often that it is to have an index.
    wanted_at timestamptz,
    -- When one could not be made.
    failed_at timestamptz,
    primary key (organisation_id, data_model, member, direction)
  )`)
})
