/** Sessions of the console. What a browser holds is known by its hash alone, as an API key is. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const sessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create table session (
    id bigint primary key default nextval('svc_id'),
    organisation_id bigint not null references organisation (id),
    key_id bigint not null references api_key (id) on delete cascade,
    hash text not null unique,
    address text,
    user_agent text,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz
  )`)
  yield* sql.unsafe(`create index session_organisation on session (organisation_id, id)`)
  yield* sql.unsafe(`create index session_key on session (key_id)`)
})
