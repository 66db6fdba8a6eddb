/**
 * What an organisation shows of itself on the connect page, where links send people back to, and how the windows ended that
 * were opened on one. A program that does not know of these neither writes nor misses them.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const connectPages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table brand (
    organisation_id bigint primary key references organisation (id) on delete cascade,
    name text,
    colour text,
    -- Name made of its content, and the bytes as base64.
    mark_name text,
    mark text,
    privacy_url text,
    support_url text,
    updated_at timestamptz not null default now()
  )`)
  yield* sql.unsafe(`create index brand_mark on brand (mark_name) where mark_name is not null`)
  yield* sql.unsafe(`alter table invite_link add column return_url text, add column origin text`)
  yield* sql.unsafe(`create table connect_attempt (
    attempt_hash text primary key,
    invite_link_id bigint not null references invite_link (id) on delete cascade,
    status text not null,
    connection_id bigint,
    integration_type text,
    reason text,
    expires_at timestamptz not null
  )`)
  yield* sql.unsafe(`create index connect_attempt_link on connect_attempt (invite_link_id)`)
  yield* sql.unsafe(`create index connect_attempt_expiry on connect_attempt (expires_at)`)
})
